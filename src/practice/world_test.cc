#include "practice/world.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/digest.h"
#include "practice/change_process.h"
#include "practice/content_coding.h"
#include "practice/naive_crawler_test.h"
#include "practice/requisites.h"
#include "practice/site_files.h"
#include "practice/traps.h"

namespace freshet {
namespace {

constexpr Time kNow = std::chrono::sys_days{std::chrono::year{2026} / 1 / 11};

WorldPlan calm(std::uint64_t seed, std::uint64_t hosts, std::uint64_t pages) {
  WorldPlan plan{.seed = seed, .hosts = hosts, .pages = pages};
  plan.features.traps = plan.features.misbehaviour = false;
  return plan;
}

// Returns one digest of all answers of a world.
std::string digest_of(const World& world, Time now) {
  Sha256 digest;
  for (std::uint64_t n = 0; n < world.hosts().count(); ++n) {
    const HostFacts host = world.hosts().by_number(n);
    const Site site(world.plan(), host);
    std::vector<std::string> targets = {"/robots.txt", "/sitemap.xml",    "/no-such-page",
                                        "/",           "/style/main.css", "/img/3.png"};
    targets.push_back(std::string(trap_entrance(host.trap)));
    for (std::uint64_t k = 0; k < site.count(); ++k) targets.push_back(site.page(k).path);
    for (const std::string& target : targets) {
      PracticeAnswer answer =
          world.answer({.is_tls = host.is_tls, .host = host.name, .target = target}, now);
      digest.update(fmt::format("{} {}\n", answer.status, target));
      // Compressed bytes differ between versions of the library.
      const auto type = warc::find_field(answer.headers, "Content-Type");
      if (warc::find_field(answer.headers, "Content-Encoding") || type == "application/gzip")
        continue;
      digest.update(head_bytes(answer));
      digest.update(answer.body);
    }
  }
  return digest.finish_hex();
}

TEST(World, IsTheSameForTheSameSeedOnEveryMachine) {
  WorldPlan plan{.seed = 7, .hosts = 40, .pages = 600};
  const std::string digest = digest_of(World(plan), kNow);
  EXPECT_EQ(digest, digest_of(World(plan), kNow));
  EXPECT_EQ(digest, "c81027b0907b9cbefb16379fb67cb1642cb53a10852ac2cf1af661dda2233bbd");
  plan.seed = 8;
  EXPECT_NE(digest, digest_of(World(plan), kNow));
}

TEST(World, HasAsManyPagesAsThePlanSays) {
  for (const std::uint64_t hosts : {1u, 2u, 3u, 7u, 50u, 200u}) {
    const WorldPlan plan{.seed = hosts, .hosts = hosts, .pages = 20'000};
    const Hosts all(plan);
    std::uint64_t pages = 0;
    std::set<std::uint64_t> ranks;
    for (std::uint64_t n = 0; n < hosts; ++n) {
      const HostFacts host = all.by_number(n);
      pages += host.pages;
      ranks.insert(host.rank);
      EXPECT_EQ(all.by_rank(host.rank).number, n);
      EXPECT_EQ(all.by_name(host.name)->number, n);
    }
    EXPECT_EQ(pages, 20'000u) << hosts;
    EXPECT_EQ(ranks.size(), hosts);
  }
}

TEST(World, ComputesTheLastOfAMillionHostsAndOfManyPages) {
  const World many({.seed = 3, .hosts = 1'000'000, .pages = 5'000'000});
  const HostFacts last = many.hosts().by_number(999'999);
  EXPECT_TRUE(last.name.starts_with("site-999999.") || last.name.starts_with("www.site-999999."));
  const World large(calm(4, 1, 200'000));
  const Site site(large.plan(), large.hosts().by_number(0));
  const PracticePage page = site.page(199'999);
  EXPECT_LE(page.depth, kTreeDepthMax);
  EXPECT_EQ(site.find(page.path)->number, 199'999u);
}

// A crawl finds every page that the rules allow, and no other; robots/ reads the rules.
TEST(World, LeadsANaiveCrawlerToAllThatIsAllowed) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    const World world(calm(seed, 20, 600));
    NaiveCrawler crawler(world, kNow);
    const std::map<std::string, int> found = crawler.crawl({world.first_url()}, 100'000);
    std::size_t expected = 0;
    for (std::uint64_t n = 0; n < world.hosts().count(); ++n) {
      const Site site(world.plan(), world.hosts().by_number(n));
      for (std::uint64_t k = 0; k < site.count(); ++k) {
        const PracticePage page = site.page(k);
        const std::string url = site.host().base + page.path;
        EXPECT_EQ(found.contains(url), is_allowed(page.kind)) << url << " seed " << seed;
        expected += is_allowed(page.kind) ? 1 : 0;
        const auto depth = crawler.depths().find(url);
        if (depth != crawler.depths().end()) {
          EXPECT_LE(depth->second, kPracticeDepthMax) << url;
        }
      }
    }
    // Beyond the pages: redirects to a host from its other name, and home pages that redirect.
    EXPECT_LE(found.size(), expected + 3 * world.hosts().count());
    for (const auto& [url, status] : found) EXPECT_TRUE(status < 500 && status != 421) << url;
  }
}

TEST(World, AnswersConditionsByItsValidators) {
  const World world(calm(2, 5, 300));
  int known = 0;
  for (std::uint64_t n = 0; n < 5; ++n) {
    const Site site(world.plan(), world.hosts().by_number(n));
    for (std::uint64_t k = 0; k < site.count(); ++k) {
      PracticeRequest request{
          .is_tls = site.host().is_tls, .host = site.host().name, .target = site.page(k).path};
      const PracticeAnswer first = world.answer(request, kNow);
      const auto etag = warc::find_field(first.headers, "ETag");
      if (!etag || first.status != 200) continue;
      request.headers = {{"If-None-Match", std::string(*etag)}};
      const PracticeAnswer again = world.answer(request, kNow);
      EXPECT_EQ(again.status, 304);
      EXPECT_EQ(again.body, "");
      ++known;
    }
  }
  EXPECT_GT(known, 100);
}

TEST(World, PacksWhatIsAcceptedAndNothingElse) {
  const World world(calm(2, 5, 300));
  std::map<std::string, int> seen;
  for (std::uint64_t k = 0; k < 60; ++k) {
    const Site site(world.plan(), world.hosts().by_rank(0));
    PracticeRequest request{
        .is_tls = site.host().is_tls, .host = site.host().name, .target = site.page(k).path};
    const PracticeAnswer plain = world.answer(request, kNow);
    EXPECT_FALSE(warc::find_field(plain.headers, "Content-Encoding"));
    request.headers = {{"Accept-Encoding", "gzip, br;q=0.5, zstd"}};
    const PracticeAnswer answer = world.answer(request, kNow);
    const auto coding = warc::find_field(answer.headers, "Content-Encoding");
    if (!coding) continue;
    ++seen[std::string(*coding)];
    warc::HttpHead head;
    head.fields = {{"Content-Encoding", std::string(*coding)}};
    EXPECT_EQ(warc::decode_body(head, answer.body, 1 << 24).bytes, plain.body);
  }
  EXPECT_EQ(seen.size(), 3u);
}

TEST(World, ChangesPagesAtTheRateThatItTells) {
  WorldPlan plan = calm(11, 1, 2000);
  plan.changes_per_day_min = plan.changes_per_day_max = 2.0;
  std::uint64_t changes = 0;
  for (std::uint64_t k = 0; k < 200; ++k)
    changes += version_at(plan, 0, k, plan.began + std::chrono::days(10)).number;
  EXPECT_NEAR(static_cast<double>(changes), 4000, 200);

  const World world(plan);
  const Site site(plan, world.hosts().by_number(0));
  const PracticeRequest request{
      .is_tls = site.host().is_tls, .host = site.host().name, .target = site.page(0).path};
  const PageVersion at = version_at(plan, 0, 0, kNow);
  const auto body = [&](Time time) { return world.answer(request, time).body; };
  EXPECT_NE(body(at.since - std::chrono::seconds(1)), body(at.since + std::chrono::seconds(1)));
  EXPECT_EQ(body(at.since + std::chrono::seconds(1)), body(at.since + std::chrono::seconds(2)));
}

TEST(World, RefusesWhoeverComesByAnotherAddress) {
  const World world(calm(1, 5, 50));
  const HostFacts host = world.hosts().by_number(1);
  PracticeRequest request{.is_tls = host.is_tls, .host = host.name, .target = "/robots.txt"};
  request.address = host.addresses.front();
  EXPECT_NE(world.answer(request, kNow).status, 421);
  request.address = IpAddress::v4(0x7f000001);
  EXPECT_EQ(world.answer(request, kNow).status, 421);
}

TEST(World, HasTrapsThatDoNotEnd) {
  for (unsigned kind = 1; kind <= kTrapCount; ++kind) {
    HostFacts host;
    host.trap = static_cast<Trap>(kind);
    host.base = "http://trap.test";
    std::set<std::string> seen;
    std::deque<Url> queue = {
        *Url::parse(std::string(trap_entrance(host.trap)), *Url::parse(host.base))};
    while (!queue.empty() && seen.size() < 1000) {
      const Url url = queue.front();
      queue.pop_front();
      if (!seen.insert(std::string(url.href())).second) continue;
      std::string target(url.path());
      if (url.query()) target.append("?").append(*url.query());
      const auto page = trap_page(1, host, target);
      ASSERT_TRUE(page) << url.href();
      const Links links =
          extract_links(*page, index_tags(*page, Scripting::off), Scripting::off, url);
      for (const Link& link : links.all) queue.push_back(link.url);
    }
    EXPECT_EQ(seen.size(), 1000u) << name_of(host.trap);
  }
}

TEST(World, PacksBombs) {
  warc::HttpHead head;
  head.fields = {{"Content-Encoding", "gzip"}};
  EXPECT_LT(gzip_bomb().size(), std::size_t{4} << 20);
  EXPECT_GT(warc::decode_body(head, gzip_bomb(), std::size_t{8} << 20).bytes.size(), 7u << 20);
  head.fields = {{"Content-Encoding", "zstd"}};
  EXPECT_LT(zstd_bomb().size(), std::size_t{200} << 10);
  EXPECT_GT(warc::decode_body(head, zstd_bomb(), std::size_t{8} << 20).bytes.size(), 7u << 20);
}

TEST(World, PaintsImages) {
  // The bytes of another PNG writer: one red pixel, stored.
  EXPECT_EQ(sha256_hex(tiny_png(0xff0000)),
            "9ba3d63896d81dc3a55b80c1165fefa4523888b67fcbd4a95cabd3d0ab7e66e2");
}

}  // namespace
}  // namespace freshet
