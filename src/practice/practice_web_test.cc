#include "practice/practice_web.h"

#include <gtest/gtest.h>

#include <map>

#include "practice/site.h"
#include "web/virtual_events.h"

namespace freshet {
namespace {

using std::chrono::milliseconds;
using std::chrono::seconds;

class PracticeWebTest : public testing::Test {
 protected:
  // Creates the world anew, large enough for every fault to occur.
  void world(WorldFeatures features = {}) {
    world_ = std::make_unique<World>(
        WorldPlan{.seed = 5, .hosts = 200, .pages = 2000, .features = features});
    clock_ = std::make_unique<VirtualClock>(events_, world_->plan().began);
    web_ = std::make_unique<PracticeWeb>(*world_, events_, *clock_, options_);
    connection_ = web_->connect();
  }

  HostFacts host_with(HostFault fault) const {
    for (std::uint64_t n = 0; n < world_->hosts().count(); ++n) {
      const HostFacts host = world_->hosts().by_number(n);
      if (host.fault == fault) return host;
    }
    ADD_FAILURE() << "no host is " << name_of(fault);
    return world_->hosts().by_number(0);
  }

  WebAnswer get(const HostFacts& host, std::string_view path, FetchLimits limits = {}) {
    std::optional<WebAnswer> got;
    connection_->get({.url = *Url::parse(host.base + std::string(path)),
                      .addresses = host.addresses,
                      .headers = {{"User-Agent", "freshet"}},
                      .limits = limits},
                     [&](WebAnswer answer) { got = std::move(answer); });
    EXPECT_FALSE(got) << "answers never come from within the call";
    events_.run(Tick::max(), [&] { return got.has_value(); });
    return got.value_or(WebAnswer{});
  }

  // Returns the answer for a page of a host with this fault.
  WebAnswer page_of(HostFault fault, FetchLimits limits = {}) {
    const HostFacts host = host_with(fault);
    return get(host, Site(world_->plan(), host).page(1).path, limits);
  }

  VirtualEvents events_;
  PracticeWebOptions options_;
  std::unique_ptr<World> world_;
  std::unique_ptr<VirtualClock> clock_;
  std::unique_ptr<PracticeWeb> web_;
  std::unique_ptr<WebConnection> connection_;
};

TEST_F(PracticeWebTest, AnswersAfterAWhileAndFasterOnAKeptConnection) {
  world();
  const HostFacts host = world_->hosts().by_rank(0);
  const WebAnswer first = get(host, "/robots.txt");
  EXPECT_EQ(first.failure, WebFailure::none);
  EXPECT_EQ(first.ip, host.addresses.front().text());
  EXPECT_TRUE(first.request_head.starts_with("GET /robots.txt HTTP/1.1\r\nHost: " + host.name));
  EXPECT_TRUE(first.request_head.ends_with("User-Agent: freshet\r\n\r\n"));
  const WebAnswer second = get(host, "/robots.txt");
  EXPECT_EQ(second.body, first.body);
  EXPECT_LT(second.took, first.took);
  ASSERT_EQ(web_->log().size(), 2u);
  EXPECT_EQ(web_->log()[1].host, host.name);
  EXPECT_EQ(web_->log()[1].start, web_->log()[0].end);
  EXPECT_EQ(web_->log()[1].end - web_->log()[1].start, second.took);
}

TEST_F(PracticeWebTest, SaysWhatTheWorldSays) {
  world();
  const HostFacts host = world_->hosts().by_rank(1);
  const WebAnswer got = get(host, "/style/main.css");
  const PracticeAnswer said =
      world_->answer({.is_tls = host.is_tls, .host = host.name, .target = "/style/main.css"},
                     clock_->now() - got.took);
  EXPECT_EQ(got.status, said.status);
  EXPECT_EQ(got.headers, said.headers);
  EXPECT_EQ(got.body, said.body);
}

TEST_F(PracticeWebTest, GivesUpOnThoseWhoDoNotAnswer) {
  world();
  for (const HostFault fault : {HostFault::slow_head, HostFault::never_answers}) {
    const WebAnswer got = page_of(fault);
    EXPECT_EQ(got.failure, WebFailure::timeout);
    EXPECT_EQ(got.status, 0);
    EXPECT_GE(got.took, seconds(30));
    EXPECT_LT(got.took, seconds(31));
  }
  const WebAnswer robots = get(host_with(HostFault::robots_silent), "/robots.txt");
  EXPECT_EQ(robots.failure, WebFailure::timeout);
}

TEST_F(PracticeWebTest, CutsWhatComesTooSlowly) {
  world();
  const WebAnswer got = page_of(HostFault::drip);
  EXPECT_EQ(got.status, 200);
  EXPECT_EQ(got.truncated, warc::Truncation::time);
  EXPECT_EQ(got.body.size(), 400u);  // 20 bytes a second for 20 seconds
  FetchLimits patient;
  patient.lowest_rate = 10;
  EXPECT_NEAR(static_cast<double>(page_of(HostFault::drip, patient).body.size()), 2400, 5);
}

TEST_F(PracticeWebTest, CutsWhatDoesNotEnd) {
  world();
  const WebAnswer got = page_of(HostFault::endless);
  EXPECT_EQ(got.truncated, warc::Truncation::length);
  EXPECT_EQ(got.body.size(), FetchLimits{}.body_bytes);
}

TEST_F(PracticeWebTest, SeesConnectionsEnd) {
  world();
  EXPECT_EQ(page_of(HostFault::reset_before_head).failure, WebFailure::reset);
  const WebAnswer half = page_of(HostFault::reset_in_body);
  EXPECT_EQ(half.status, 200);
  EXPECT_EQ(half.truncated, warc::Truncation::disconnect);
  const WebAnswer more = page_of(HostFault::says_more);
  EXPECT_EQ(more.truncated, warc::Truncation::disconnect);
  EXPECT_TRUE(more.body.ends_with("</html>\n"));
  const WebAnswer less = page_of(HostFault::says_less);
  EXPECT_EQ(less.truncated, warc::Truncation::none);
  EXPECT_FALSE(less.body.ends_with("</html>\n"));
  EXPECT_EQ(page_of(HostFault::bad_chunks).truncated, warc::Truncation::unspecified);
}

TEST_F(PracticeWebTest, RefusesBadHeads) {
  world();
  for (const HostFault fault :
       {HostFault::header_flood, HostFault::long_header, HostFault::no_http})
    EXPECT_EQ(page_of(fault).failure, WebFailure::bad_answer) << name_of(fault);
  EXPECT_EQ(get(host_with(HostFault::wrong_certificate), "/").failure, WebFailure::tls);
}

TEST_F(PracticeWebTest, PassesOnWhatOnlyTheReaderNotices) {
  world();
  for (const HostFault fault : {HostFault::gzip_bomb, HostFault::zstd_bomb, HostFault::garbage_html,
                                HostFault::huge_tags}) {
    const WebAnswer got = page_of(fault);
    EXPECT_EQ(got.status, 200) << name_of(fault);
    EXPECT_GT(got.body.size(), 10'000u) << name_of(fault);
  }
  EXPECT_EQ(page_of(HostFault::redirect_loop).status, 302);
  EXPECT_EQ(get(host_with(HostFault::robots_unavailable), "/robots.txt").status, 503);
  EXPECT_EQ(get(host_with(HostFault::robots_too_many), "/robots.txt").status, 429);
  EXPECT_EQ(page_of(HostFault::too_many_requests).status, 429);
}

TEST_F(PracticeWebTest, HasAHostThatIsBusyOnlyForAWhile) {
  world();
  const HostFacts host = host_with(HostFault::busy);
  const WebAnswer busy = get(host, "/");
  EXPECT_EQ(busy.status, 503);
  EXPECT_EQ(warc::find_field(busy.headers, "Retry-After"), "20");
  events_.run(events_.tick() + seconds(20), [] { return false; });
  EXPECT_EQ(get(host, "/").status, 200);
}

TEST_F(PracticeWebTest, ReachesOnlyThePracticeNetworkAtItsPorts) {
  world();
  EXPECT_EQ(get(host_with(HostFault::name_private), "/").failure, WebFailure::unreachable);
  HostFacts host = world_->hosts().by_rank(0);
  host.base = "http://" + host.name + ":81";
  EXPECT_EQ(get(host, "/").failure, WebFailure::refused);
}

TEST_F(PracticeWebTest, FailsWhenItIsTold) {
  options_.fault = [](const WebRequest& request) -> std::optional<WebFailure> {
    if (request.url.path() == "/robots.txt") return WebFailure::timeout;
    return std::nullopt;
  };
  world();
  const HostFacts host = world_->hosts().by_rank(0);
  const WebAnswer got = get(host, "/robots.txt");
  EXPECT_EQ(got.failure, WebFailure::timeout);
  EXPECT_EQ(got.took, FetchLimits{}.first_byte);
  EXPECT_EQ(web_->log().front().status, 0);
  EXPECT_EQ(get(host, "/style/main.css").status, 200);
}

TEST_F(PracticeWebTest, NeverAnswersToAConnectionThatIsGone) {
  world();
  const HostFacts host = world_->hosts().by_rank(0);
  bool answered = false;
  connection_->get({.url = *Url::parse(host.base + "/"),
                    .addresses = host.addresses,
                    .headers = {},
                    .limits = {}},
                   [&](const WebAnswer&) { answered = true; });
  connection_.reset();
  events_.run(Tick::max(), [] { return false; });
  EXPECT_FALSE(answered);
  EXPECT_GT(web_->log().front().end, Tick{});
}

class PracticeResolverTest : public PracticeWebTest {
 protected:
  Resolved resolve(const std::string& name, bool wants_name_servers = false) {
    PracticeResolver resolver(*world_, events_, resolver_options_);
    std::optional<Resolved> got;
    resolver.resolve(name, wants_name_servers, [&](Resolved found) { got = std::move(found); });
    EXPECT_FALSE(got);
    events_.run(Tick::max(), [&] { return got.has_value(); });
    return got.value_or(Resolved{});
  }
  PracticeResolverOptions resolver_options_;
};

TEST_F(PracticeResolverTest, KnowsTheHostsAndTheirFaults) {
  world();
  const HostFacts host = world_->hosts().by_rank(0);
  const Resolved found = resolve(host.name, true);
  EXPECT_EQ(found.addresses, host.addresses);
  EXPECT_EQ(found.name_servers.size(), 2u);
  EXPECT_TRUE(resolve(host.name).name_servers.empty());
  EXPECT_EQ(resolve("127.0.0.9").addresses.front().text(), "127.0.0.9");
  EXPECT_EQ(resolve("www.example.com").failure, ResolveFailure::no_such_name);
  EXPECT_EQ(resolve(host_with(HostFault::name_missing).name).failure, ResolveFailure::no_such_name);
  EXPECT_EQ(resolve(host_with(HostFault::name_fails).name).failure, ResolveFailure::unavailable);
  const Tick before = events_.tick();
  EXPECT_EQ(resolve(host_with(HostFault::name_silent).name).failure, ResolveFailure::unavailable);
  EXPECT_GE(events_.tick() - before, seconds(10));
  EXPECT_EQ(resolve(host_with(HostFault::name_private).name).addresses.front().text(), "10.0.0.1");
}

TEST_F(PracticeResolverTest, FailsWhenItIsTold) {
  resolver_options_.fault = [](const std::string&) { return ResolveFailure::unavailable; };
  world();
  EXPECT_EQ(resolve(world_->hosts().by_rank(0).name).failure, ResolveFailure::unavailable);
}

TEST_F(PracticeResolverTest, GivesAddressesOfBothKinds) {
  WorldFeatures features;
  features.ipv6 = true;
  world(features);
  std::map<std::string, int> kinds;
  for (std::uint64_t n = 0; n < 200; ++n) {
    const Resolved found = resolve(world_->hosts().by_number(n).name);
    std::string kind;
    for (const IpAddress& address : found.addresses) kind += address.is_v4() ? "4" : "6";
    ++kinds[kind];
  }
  EXPECT_GT(kinds["4"], 100);
  EXPECT_GT(kinds["6"], 10);
  EXPECT_GT(kinds["46"], 10);
}

}  // namespace
}  // namespace freshet
