// Crawls of the practice web, served for real, judged by foreign programs: by a browser that
// replays what was kept, and by wget2, which crawls the same web.
#include <fmt/format.h>
#include <sys/wait.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <sstream>

#include "practice/page_body.h"
#include "practice/practice_thread.h"
#include "practice/requisites.h"
#include "program.h"
#include "testkit/oracle.h"
#include "url/url.h"
#include "warc/record.h"

namespace freshet {
namespace {

using nlohmann::json;

class PracticeCrawlTest : public ProgramTest {
 protected:
  std::unique_ptr<PracticeThread> serve(const WorldPlan& plan) {
    auto web = PracticeThread::open(plan);
    if (!web) ADD_FAILURE() << web.error().message;
    if (web) file("ca.pem", (*web)->authority_pem());
    return web ? *std::move(web) : nullptr;
  }

  void crawl(const PracticeThread& web) {
    const Ran ran =
        run({"crawl", "--archive", "web", "--scope", "everything", "--delay", "0s", "--allow-net",
             kPracticeNetworkV4, "--resolver", fmt::format("127.0.0.1:{}", web.dns_port()),
             "--ca-file", "ca.pem", web.world().first_url()});
    ASSERT_EQ(ran.exit_code, 0) << ran.err;
    EXPECT_NE(ran.out.find("nothing is left to do"), std::string::npos) << ran.out;
  }

  // Asks the server as a proxy, so that nobody has to resolve its names; keeps nothing.
  void crawl_with_wget2(const PracticeThread& web) {
    const World& world = web.world();
    const std::string command = fmt::format(
        "cd '{}' && env -i PATH=\"$PATH\" HOME=. wget2 --no-config --recursive --level=0 "
        "--robots=on --span-hosts --domains=practice.test,harbour.test --delete-after "
        "--http-proxy=http://127.0.0.1:{} --output-file=wget2.log '{}'",
        folder().string(), world.plan().http_port, world.first_url());
    const int status = std::system(command.c_str());
    // 8: a server answered with an error, as some of these do.
    ASSERT_TRUE(WIFEXITED(status) && (WEXITSTATUS(status) == 0 || WEXITSTATUS(status) == 8))
        << "is wget2 installed? this failed: " << command;
  }
};

// --- by a browser
// What must be seen of the page: its headline, the color that the style sheet gives, an image.
json expectation(const World& world, const Site& site, const PracticePage& page) {
  const std::string html = page_text(world.plan(), world.hosts(), site, page, 0).html;
  const std::size_t begin = html.find("<h1>") + 4;
  json expected = {
      {"url", site.host().base + page.path},
      {"text", html.substr(begin, html.find("</h1>") - begin)},
      {"styles", {{{"selector", "nav a"}, {"property", "color"}, {"value", "rgb(0, 51, 102)"}}}}};
  const auto images = page_images(world.plan(), world.hosts(), site, page);
  if (!images.empty()) expected["images"] = {{{"selector", "img"}, {"naturalWidth", 1}}};
  return expected;
}

// How the body of the page is packed for freshet; empty: not at all.
std::string coding_of(const World& world, const Site& site, const PracticePage& page) {
  const PracticeAnswer answer = world.answer({.is_tls = site.host().is_tls,
                                              .host = site.host().name,
                                              .target = page.path,
                                              .headers = {{"Accept-Encoding", "gzip, br, zstd"}}},
                                             world.plan().began);
  return std::string(warc::find_field(answer.headers, "Content-Encoding").value_or(""));
}

TEST_F(PracticeCrawlTest, AKeptSiteReplaysInABrowser) {
  WorldPlan plan{.seed = 3, .hosts = 3, .pages = 90};
  plan.features.misbehaviour = plan.features.traps = plan.features.changes = false;
  const auto web = serve(plan);
  ASSERT_TRUE(web);
  crawl(*web);
  ASSERT_TRUE(web->stop());  // nothing is left that could answer in place of the file

  const World& world = web->world();
  const Site site(world.plan(), world.hosts().by_rank(0));
  // One page of each packing with images of its own. Not of zstd: replayweb.page 2.5.3 does not
  // unpack it, and shows the packed bytes.
  std::set<std::string> codings = {"", "gzip", "br"};
  json pages = json::array();
  for (std::uint64_t number = 0; number < site.count(); ++number) {
    const PracticePage page = site.page(number);
    const auto images = page_images(world.plan(), world.hosts(), site, page);
    const bool is_here =
        std::ranges::all_of(images, [](const auto& image) { return image.starts_with('/'); });
    if (page.kind != SitePageKind::plain || images.empty() || !is_here) continue;
    if (codings.erase(coding_of(world, site, page)) > 0)
      pages.push_back(expectation(world, site, page));
  }
  ASSERT_EQ(pages.size(), 3u);
  json expected = pages.front();
  expected["also"] = json(pages.begin() + 1, pages.end());
  file("expected.json", expected.dump());

  const std::string host = site.host().base.substr(site.host().base.find("//") + 2);
  const Ran exported = run(
      {"export", "--archive", "web", "--format", "wacz", "--output", "site.wacz", "--host", host});
  ASSERT_EQ(exported.exit_code, 0) << exported.err;
  const json report = json::parse(
      testkit::run_oracle(
          "replay.mjs", {folder() / "site.wacz", pages.front()["url"], folder() / "expected.json"},
          ""),
      nullptr, false);
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(report["pages"].size(), 3u);
  EXPECT_EQ(report["liveRequests"], json::array());
}

// --- by another crawler
// The paths of the world that were asked for, as "host/path", whatever the port.
std::set<std::string> asked(PracticeThread& web) {
  std::set<std::string> paths;
  const auto log = web.stop();
  EXPECT_TRUE(log);
  for (const PracticeLogLine& line : *log) {
    const auto url = Url::parse(line.url);
    if (!url) continue;
    std::string path(url->hostname());
    path += url->path();
    if (url->query()) path += fmt::format("?{}", *url->query());
    paths.insert(path);
  }
  return paths;
}

// Of all pages those that robots.txt allows, written in the same way.
std::set<std::string> allowed_pages(const World& world) {
  std::set<std::string> paths;
  for (std::uint64_t number = 0; number < world.hosts().count(); ++number) {
    const Site site(world.plan(), world.hosts().by_number(number));
    for (std::uint64_t k = 0; k < site.count(); ++k) {
      const PracticePage page = site.page(k);
      if (is_allowed(page.kind)) paths.insert(site.host().name + page.path);
    }
  }
  return paths;
}

std::string lines(const std::set<std::string>& paths) {
  std::string text;
  for (const std::string& path : paths) text += path + "\n";
  return text;
}

std::set<std::string> without(const std::set<std::string>& all, const std::set<std::string>& some) {
  std::set<std::string> rest;
  std::ranges::set_difference(all, some, std::inserter(rest, rest.end()));
  return rest;
}

// Whether a path was asked for by freshet to learn how the host says that there is no page.
bool is_probe(const std::string& path) { return path.ends_with("-is-not-here.html"); }

TEST_F(PracticeCrawlTest, FindsWhatWget2Finds) {
  WorldPlan plan{.seed = 1, .hosts = 10, .pages = 2500};
  WorldFeatures& features = plan.features;
  features.traps = features.misbehaviour = features.tls = features.changes = false;
  features.fine_rules = features.split_sitemaps = false;

  auto web = serve(plan);
  ASSERT_TRUE(web);
  crawl_with_wget2(*web);
  const std::set<std::string> by_wget2 = asked(*web);
  web = serve(plan);
  ASSERT_TRUE(web);
  crawl(*web);
  const std::set<std::string> by_freshet = asked(*web);

  const std::set<std::string> allowed = allowed_pages(web->world());
  EXPECT_EQ(lines(without(allowed, by_freshet)), "") << "these pages freshet did not find";
  EXPECT_EQ(lines(without(allowed, by_wget2)), "") << "these pages wget2 did not find";
  // Beyond the pages: what they need, doors, sitemaps, robots.txt.
  EXPECT_EQ(lines(without(by_wget2, by_freshet)), "") << "only wget2 asked for these";
  std::set<std::string> rest = without(by_freshet, by_wget2);
  const std::size_t probes = std::erase_if(rest, is_probe);
  EXPECT_EQ(lines(rest), "") << "only freshet asked for these";
  EXPECT_LE(probes, plan.hosts);
}

}  // namespace
}  // namespace freshet
