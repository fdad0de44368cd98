// Crawls that meet parking providers: hosts that are left out, probed, and woken again.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "catalog/open_catalog.h"
#include "crawl/crawl_summary.h"
#include "crawl/parking_watch.h"
#include "simulation/crawl_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

std::string parked_html(const std::string& host) {
  return fmt::format(
      "<title>{0}</title><h1>{0}</h1><h2>Related searches</h2><ul><li>"
      "<a href='/?q=boats&d={0}'>Boats</a><li><a href='/?q=cars&d={0}'>Cars</a></ul>",
      host);
}

std::string own_html(const std::string& host) {
  const std::size_t i = host.size() + static_cast<unsigned char>(host[2]);
  return fmt::format(
      "<title>Workshop {0} of the {1} valley</title><h1>Workshop</h1><p>We mend number {0} of all "
      "the clocks of {1}, and we have done it here since the year {0}.</p><ul><li><a "
      "href=/a>Clocks</a><li><a href=/b>Prices</a></ul>{2}",
      i, host.substr(0, host.find('.')), i % 2 == 0 ? "<hr>" : "<img>");
}

// A directory that links to every host. Each name server has one address for all its hosts.
class ProviderWeb final : public Web, public Resolver {
 public:
  explicit ProviderWeb(VirtualEvents& events) : events_(events) {}

  void add(const std::string& host, const std::string& server) {
    servers_.try_emplace(server, static_cast<int>(servers_.size()) + 1);
    hosts_[host] = server;
  }

  std::unique_ptr<WebConnection> connect() override { return std::make_unique<Connection>(*this); }

  void resolve(const std::string& name, bool, std::function<void(Resolved)> done) override {
    Resolved answer;
    const auto host = hosts_.find(name);
    if (host != hosts_.end()) {
      answer.addresses = {*IpAddress::parse(fmt::format("10.0.0.{}", servers_[host->second]))};
      answer.name_servers = name_servers(name, host->second);
    } else {
      answer.failure = ResolveFailure::no_such_name;
    }
    events_.after(kTakes, [done = std::move(done), answer] { done(answer); });
  }

  // Returns the home page of a host; by default by the first letter of its name.
  std::function<std::string(const std::string& host)> home = [](const std::string& host) {
    return host.starts_with('p') ? parked_html(host) : own_html(host);
  };
  std::function<std::vector<std::string>(const std::string& host, const std::string& server)>
      name_servers = [](const std::string&, const std::string& server) {
        return std::vector<std::string>{"ns1." + server, "ns2." + server};
      };
  std::set<std::string> visited;  // hosts that got a request

 private:
  static constexpr Duration kTakes = std::chrono::milliseconds(1);

  class Connection final : public WebConnection {
   public:
    explicit Connection(ProviderWeb& web) : web_(web) {}
    void get(WebRequest request, std::function<void(WebAnswer)> done) override {
      WebAnswer answer = web_.answer(request.url);
      web_.events_.after(kTakes, [alive = std::weak_ptr(alive_), answer = std::move(answer),
                                  done = std::move(done)] {
        if (!alive.expired()) done(answer);
      });
    }

   private:
    ProviderWeb& web_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
  };

  WebAnswer answer(const Url& url) {
    const std::string host(url.hostname());
    visited.insert(host);
    WebAnswer answer{.status = 404, .headers = {{"Content-Type", "text/html"}}};
    answer.protocol = "http/1.1";
    answer.request_head = "GET / HTTP/1.1\r\n\r\n";
    if (url.path() != "/" || !hosts_.contains(host)) return answer;  // robots.txt, pages
    answer.status = 200;
    answer.body = host == "directory.example" ? links() : home(host);
    return answer;
  }

  std::string links() const {
    std::string html = "<title>All</title>";
    for (const auto& [host, server] : hosts_)
      html += fmt::format("<a href='https://{0}/'>{0}</a>", host);
    return html;
  }

  VirtualEvents& events_;
  std::map<std::string, int> servers_;
  std::map<std::string, std::string> hosts_;
};

class ParkingRunTest : public testing::Test {
 protected:
  ParkingRunTest() {
    web_.add("directory.example", "directory-host.example");
    options_.plan.guard = AddressGuard({*Network::parse("10.0.0.0/8")});
    options_.plan.pace.delay = std::chrono::milliseconds(50);
    options_.plan.parking = ParkingMode::skip;
    options_.seeds = {"https://directory.example/"};
  }

  // Makes hosts "p0.example", ... of a name server.
  void add_hosts(const std::string& letter, int count, const std::string& server) {
    for (int i = 0; i < count; ++i) web_.add(fmt::format("{}{}.example", letter, i), server);
  }
  CrawlRunResult run() {
    CrawlRunResult result =
        run_crawl(WebInTime{events_, clock_, web_, web_}, system_disk(), scratch_ / "a", options_);
    EXPECT_TRUE(result.status) << result.status.error().message;
    return result;
  }
  CrawlSummary summary() {
    auto catalog = open_catalog(system_disk(), catalog_address(scratch_ / "a"), {});
    return *summarise_crawl(**catalog, 1000);
  }
  // The hosts with this letter that got a request.
  std::size_t visited(char letter) const {
    return static_cast<std::size_t>(std::ranges::count_if(
        web_.visited, [&](const std::string& host) { return host.starts_with(letter); }));
  }
  static std::size_t probes(const std::string& letter, int count) {
    std::size_t probed = 0;
    for (int i = 0; i < count; ++i)
      probed += is_probed(*Host::from_key(fmt::format("{}{}.example", letter, i))) ? 1 : 0;
    return probed;
  }

  VirtualEvents events_;
  VirtualClock clock_{events_, Time(std::chrono::sys_days{std::chrono::year{2026} / 3 / 1})};
  ProviderWeb web_{events_};
  Scratch scratch_;
  CrawlRunOptions options_;
};

TEST_F(ParkingRunTest, HostsOfAParkingProviderAreLeftOutBeforeTheyAreFetched) {
  add_hosts("p", 120, "park.test");
  add_hosts("o", 60, "good.test");
  const CrawlRunResult result = run();
  EXPECT_TRUE(result.is_done);
  EXPECT_EQ(visited('o'), 60u);
  EXPECT_LE(visited('p'), 16 + probes("p", 120));
  const CrawlSummary told = summary();
  EXPECT_EQ(told.parked.left_out, 120 - visited('p'));
  EXPECT_EQ(told.parked.left_out, result.totals.left_out);
  EXPECT_EQ(told.left_out.size(), told.parked.left_out);
  EXPECT_EQ(told.parked.probed, result.totals.probed);
  EXPECT_GT(told.parked.probed, 0u);
  EXPECT_EQ(told.failed, 0u);
  ASSERT_EQ(told.parked_servers.size(), 1u);
  EXPECT_EQ(told.parked_servers.begin()->first, "ns#.park.test");
  EXPECT_EQ(result.totals.withdrawn, 0u);
}

TEST_F(ParkingRunTest, MarkVisitsThemAllAndSaysSo) {
  options_.plan.parking = ParkingMode::mark;
  add_hosts("p", 60, "park.test");
  run();
  EXPECT_EQ(visited('p'), 60u);
  const CrawlSummary told = summary();
  EXPECT_EQ(told.parked.left_out, 0u);
  EXPECT_EQ(told.parked.visited, 60u - 16u);
}

TEST_F(ParkingRunTest, OffJudgesNothing) {
  options_.plan.parking = ParkingMode::off;
  add_hosts("p", 60, "park.test");
  run();
  EXPECT_EQ(visited('p'), 60u);
  EXPECT_EQ(summary().parked.visited, 0u);
}

TEST_F(ParkingRunTest, HostsThatTheUserNamedAreNeverLeftOut) {
  add_hosts("p", 80, "park.test");
  for (int i = 0; i < 80; i += 2) options_.seeds.push_back(fmt::format("https://p{}.example/", i));
  web_.add("shop.p0.example", "park.test");
  run();
  for (int i = 0; i < 80; i += 2)
    EXPECT_TRUE(web_.visited.contains(fmt::format("p{}.example", i))) << i;
  EXPECT_TRUE(web_.visited.contains("shop.p0.example")) << "its domain has a seed";
  EXPECT_GT(summary().parked.left_out, 0u);
}

TEST_F(ParkingRunTest, NothingIsLeftOutWhenNameServersCannotBeAsked) {
  web_.name_servers = [](const std::string&, const std::string&) {
    return std::vector<std::string>{};
  };
  add_hosts("p", 60, "park.test");
  run();
  EXPECT_EQ(visited('p'), 60u);
}

TEST_F(ParkingRunTest, NothingIsLeftOutWhenNameServersDifferEachTime) {
  std::size_t asked = 0;
  web_.name_servers = [&](const std::string&, const std::string&) {
    return std::vector<std::string>{fmt::format("{}.park.test", std::string(++asked, 'x'))};
  };
  add_hosts("p", 60, "park.test");
  run();
  EXPECT_EQ(visited('p'), 60u);
}

// Both providers park, but one of the two answers about the host must be wrong.
TEST_F(ParkingRunTest, AHostWhoseNameServersHaveChangedIsVisited) {
  add_hosts("p", 60, "park.test");
  add_hosts("q", 60, "second.test");
  web_.add("list.example", "directory-host.example");
  std::string moved;
  web_.home = [&](const std::string& host) {
    return host != "list.example" ? parked_html(host)
                                  : fmt::format("<img src='https://{}/new.png'>", moved);
  };
  run();
  for (const NotedHost& host : summary().left_out)
    if (host.key.starts_with('p')) moved = host.key;
  ASSERT_FALSE(moved.empty());
  web_.name_servers = [&](const std::string& host, const std::string& server) {
    return std::vector<std::string>{"ns1." + (host == moved ? "second.test" : server)};
  };
  options_.seeds = {"https://list.example/?again"};
  run();
  EXPECT_TRUE(web_.visited.contains(moved));
  EXPECT_GT(summary().parked.left_out, 0u);
}

TEST_F(ParkingRunTest, AWrongVerdictIsNoticedAndItsHostsAreVisited) {
  add_hosts("p", 200, "park.test");
  std::set<std::string> shown;  // hosts of the time before the provider sold its name servers
  web_.home = [&](const std::string& host) {
    if (!host.starts_with('p')) return own_html(host);
    if (shown.size() < 16) shown.insert(host);
    return shown.contains(host) ? parked_html(host) : own_html(host);
  };
  const CrawlRunResult result = run();
  EXPECT_GT(result.totals.left_out, 0u);
  EXPECT_EQ(result.totals.withdrawn, 1u);
  EXPECT_EQ(visited('p'), 200u);
  EXPECT_EQ(summary().parked.left_out, 0u);
}

TEST_F(ParkingRunTest, AVerdictSurvivesAKill) {
  add_hosts("p", 120, "park.test");
  add_hosts("o", 60, "good.test");
  options_.is_killed = [&] { return web_.visited.size() > 60; };
  EXPECT_TRUE(run().was_killed);
  const std::size_t before = summary().parked.left_out;
  EXPECT_GT(before, 0u);
  options_.is_killed = [] { return false; };
  options_.seeds = {};
  EXPECT_TRUE(run().is_done);
  EXPECT_EQ(visited('o'), 60u);
  EXPECT_LE(visited('p'), 17 + probes("p", 120));
  EXPECT_GE(summary().parked.left_out, before);
}

TEST_F(ParkingRunTest, ARunThatDoesNotSkipVisitsWhatWasLeftOut) {
  add_hosts("p", 60, "park.test");
  run();
  ASSERT_GT(summary().parked.left_out, 0u);
  options_.plan.parking = ParkingMode::off;
  options_.seeds = {};
  run();
  EXPECT_EQ(visited('p'), 60u);
  EXPECT_EQ(summary().parked.left_out, 0u);
}

}  // namespace
}  // namespace freshet
