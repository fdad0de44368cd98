// Ways in which a page leads to others, besides links in its text.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "base/hash.h"
#include "base/random.h"
#include "simulation/crawl_run.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

class FoundPagesTest : public testing::Test {
 protected:
  using Answers = std::function<std::optional<PracticeAnswer>(const PracticeRequest&)>;

  static PracticeAnswer says(std::string body, std::vector<warc::Field> headers) {
    return {.status = 200, .headers = std::move(headers), .body = std::move(body)};
  }
  static PracticeAnswer page(std::string body) {
    return says(std::move(body), {{"Content-Type", "text/html"}});
  }

  // Returns the paths with queries that were answered with 200.
  std::set<std::string> crawl(const Answers& answers) {
    const WorldFeatures plain{.robots = false,
                              .sitemaps = false,
                              .requisites = false,
                              .redirects = false,
                              .tls = false,
                              .missing_pages = false,
                              .traps = false,
                              .misbehaviour = false};
    SimulatedWeb web({.seed = 1, .hosts = 1, .pages = 1, .features = plain},
                     {.bend = [&](const PracticeRequest& request, Time, PracticeAnswer& answer) {
                       if (auto own = answers(request)) answer = *std::move(own);
                     }});
    CrawlRunOptions options;
    options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
    options.plan.pace.delay = std::chrono::milliseconds(10);
    options.plan.probe_soft_404 = false;
    options.seeds = {web.world.first_url()};
    const Scratch scratch;
    const CrawlRunResult done = run_crawl(web, system_disk(), scratch / "a", options);
    EXPECT_TRUE(done.status) << done.status.error().message;
    std::set<std::string> found;
    for (const PracticeLogLine& line : web.web.log()) {
      const auto url = Url::parse(line.url);
      if (line.status == 200 && url)
        found.insert(std::string(url->href()).substr(url->origin().size()));
    }
    return found;
  }
};

TEST_F(FoundPagesTest, ItemsOfAFeedAreFollowed) {
  const auto found = crawl([](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    if (request.target == "/")
      return page("<link rel=alternate type=application/rss+xml href=/feed><p>A diary.");
    if (request.target == "/feed")
      return says(
          "<?xml version=\"1.0\"?><rss version=\"2.0\"><channel><item><link>/one</link>"
          "</item></channel></rss>",
          {{"Content-Type", "text/xml"}});
    if (request.target == "/one") return page("<p>The first entry of the diary.");
    return std::nullopt;
  });
  EXPECT_TRUE(found.contains("/one"));
}

// Returns the word of a number, in letters.
std::string word(std::uint64_t number) {
  std::string text;
  for (number = number * 6364136223846793005U + 1442695040888963407U; text.size() < 8; number /= 26)
    text += static_cast<char>('a' + (number >> 8) % 26);
  return text;
}

// A manual in several languages: in most of them nothing is translated.
TEST_F(FoundPagesTest, PagesOfAFolderAreFoundThoughOtherFoldersHoldCopies) {
  constexpr int kPages = 60;
  const std::string languages[] = {"en", "da", "es", "ko", "pt", "ru", "fr"};
  const auto found = crawl([&](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    if (request.target == "/") {
      std::string links;
      for (const std::string& language : languages)
        for (std::uint64_t i = 0; i < kPages; ++i)
          links +=
              "<a href=/" + language + (i % 2 == 0 ? "/mod/" : "/how/") + word(i) + ".html>x</a> ";
      return page(links);
    }
    if (!request.target.ends_with(".html")) return std::nullopt;
    const bool is_translated = request.target.starts_with("/fr/");
    const std::uint64_t seed = hash64(request.target.substr(request.target.rfind('/')));
    std::string text;
    for (std::uint64_t i = 0; i < 40; ++i)
      text += word(seed + i + (is_translated ? 1000 : 0)) + ' ';
    return page("<p>" + text);
  });
  for (const char* language : {"/en/", "/fr/"})
    EXPECT_EQ(std::ranges::count_if(
                  found, [&](const std::string& path) { return path.starts_with(language); }),
              kPages)
        << language;
  EXPECT_LT(found.size(), 300u) << "most copies are left";
}

TEST_F(FoundPagesTest, LinksInTheHeaderAreFollowed) {
  const auto found = crawl([](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    if (request.target == "/")
      return says("no page", {{"Content-Type", "text/plain"},
                              {"Link", "</two>; rel=\"next\", </three>; rel=preload"},
                              {"Link", "</four>; rel=canonical"}});
    if (request.target == "/robots.txt") return std::nullopt;
    return page("<p>A page.");
  });
  EXPECT_TRUE(found.contains("/two"));
  EXPECT_TRUE(found.contains("/four"));
  EXPECT_FALSE(found.contains("/three"));
}

TEST_F(FoundPagesTest, APageWithoutATypeIsReadIfItBeginsAsHtmlDoes) {
  const auto found = crawl([](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    if (request.target == "/") return says("\n<!DOCTYPE html><a href=/one>x</a>", {});
    if (request.target == "/one") return says("plain words <a href=/two>x</a>", {});
    if (request.target == "/two") return page("<p>Nobody links here.");
    return std::nullopt;
  });
  EXPECT_TRUE(found.contains("/one"));
  EXPECT_FALSE(found.contains("/two"));
}

// A cookie wall sets a cookie and redirects, to the same URL or by way of another.
TEST_F(FoundPagesTest, ACookieWallIsPassed) {
  int asked = 0;
  const auto found = crawl([&](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    const auto cookie = warc::find_field(request.headers, "Cookie").value_or("");
    const auto redirect = [](std::string to, std::string set) {
      PracticeAnswer answer{.status = 302};
      answer.headers = {{"Location", std::move(to)}, {"Set-Cookie", std::move(set)}};
      return answer;
    };
    if (request.target == "/")
      return page("<a href=/wall>x</a><a href=/round>x</a><a href=/never>x</a>");
    if (request.target == "/wall")
      return cookie.find("wall=1") != cookie.npos ? page("<a href=/behind>x</a>")
                                                  : redirect("/wall", "wall=1; Path=/");
    if (request.target == "/round")
      return cookie.find("round=1") != cookie.npos ? page("<a href=/beyond>x</a>")
                                                   : redirect("/check", "");
    if (request.target == "/check") return redirect("/round", "round=1; Path=/");
    if (request.target == "/never") {
      ++asked;
      return redirect("/never", fmt::format("count={}; Path=/", asked));
    }
    if (request.target == "/behind" || request.target == "/beyond") return page("<p>Welcome.");
    return std::nullopt;
  });
  EXPECT_TRUE(found.contains("/behind"));
  EXPECT_TRUE(found.contains("/beyond"));
  EXPECT_EQ(asked, 2);
}

TEST_F(FoundPagesTest, ALongChainOfOlderPostsIsFollowedToItsEnd) {
  const auto found = crawl([](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    if (request.target == "/") return page("<a href=/diary?page=1>diary</a>");
    const std::string_view target = request.target;
    if (!target.starts_with("/diary?page=")) return std::nullopt;
    const int number = std::stoi(request.target.substr(12));
    Random random(static_cast<std::uint64_t>(number));
    std::string words;
    for (int i = 0; i < 90; ++i)
      words += i % 6 == 5 ? ' ' : static_cast<char>('a' + static_cast<char>(random.below(26)));
    return page(fmt::format("<p>{}</p><a href=/diary?page={}>older</a>", words,
                            number < 300 ? number + 1 : 1));
  });
  EXPECT_TRUE(found.contains("/diary?page=300"));
}

// Part numbers, function names, keys: a digit may be the only difference between two words.
TEST_F(FoundPagesTest, PagesWhoseWordsDifferInDigitsAreNotAlike) {
  const auto found = crawl([](const PracticeRequest& request) -> std::optional<PracticeAnswer> {
    std::string links;
    for (int i = 0; i < 150; ++i) links += fmt::format("<a href=/part{}.html>part</a> ", i);
    if (request.target == "/") return page(links);
    if (!request.target.starts_with("/part")) return std::nullopt;
    Random random(static_cast<std::uint64_t>(std::stoi(request.target.substr(5))));
    std::string words;
    for (int i = 0; i < 100; ++i) words += fmt::format("w{} ", random.below(3000));
    return page("<p>" + words);
  });
  EXPECT_EQ(std::ranges::count_if(
                found, [](const std::string& path) { return path.starts_with("/part"); }),
            150);
}

}  // namespace
}  // namespace freshet
