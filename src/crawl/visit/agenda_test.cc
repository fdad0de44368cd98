#include "crawl/visit/agenda.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace freshet {
namespace {

using std::chrono::seconds;

Url url_of(const std::string& path) { return *Url::parse("https://a.example" + path); }

class AgendaTest : public testing::Test {
 protected:
  LinkNumber page(const std::string& path, KnownLink link = {.depth = 1}) {
    link.via = agenda.size();
    return *agenda.add_page(url_of(path), link, false);
  }
  LinkNumber of_use(const std::string& path, LinkUse use) {
    const Url url = url_of(path);
    return *agenda.add(url.href(), url.href(), {.use = use, .depth = 1, .via = agenda.size()});
  }
  // Returns the path of the next errand, "probe" or "none".
  std::string next(Tick now = {}) {
    last = agenda.next(now);
    if (!last.errand) return "none";
    if (last.errand->is_probe()) return "probe";
    return std::string(last.errand->url.path());
  }

  Agenda agenda{*Host::of(url_of("/")), {.grant = 2}};
  Agenda::Next last;
};

TEST_F(AgendaTest, TakesRedirectsThenRequisitesThenSitemapsThenPages) {
  page("/page");
  of_use("/sitemap.xml", LinkUse::sitemap);
  of_use("/style.css", LinkUse::requisite);
  agenda.add_page(url_of("/moved"), {.depth = 1, .redirects = 1}, true);
  EXPECT_EQ(next(), "/moved");
  EXPECT_EQ(next(), "/style.css");
  EXPECT_EQ(next(), "/sitemap.xml");
  EXPECT_EQ(next(), "/page");
  EXPECT_EQ(next(), "none");
}

// Takes the pages with the latest sitemap dates last; others in the order of numbers.
class DatedLast final : public PageOrder {
 public:
  void add(const WaitingPage& page) override {
    waiting_.emplace(page.sitemap.last_modified.value_or(Time::min()), page.number);
  }
  std::optional<LinkNumber> next() override {
    if (waiting_.empty()) return std::nullopt;
    return waiting_.extract(waiting_.begin()).value().second;
  }

 private:
  std::set<std::pair<Time, LinkNumber>> waiting_;
};

TEST_F(AgendaTest, TakesPagesInTheOrderThatIsSetAfterTheSitemaps) {
  DatedLast order;
  std::string dated;
  agenda.set_order(order, [&](std::string_view url) {
    return url.ends_with(dated) ? SitemapWord{.last_modified = Time{}} : SitemapWord{};
  });
  page("/a");
  of_use("/sitemap.xml", LinkUse::sitemap);
  page("/b");
  page("/c");
  EXPECT_EQ(next(), "/sitemap.xml");
  dated = "/a";
  EXPECT_EQ(next(), "/b");
  page("/d");
  EXPECT_TRUE(agenda.put_other_first());
  EXPECT_EQ(next(), "/c") << "out of turn";
  EXPECT_EQ(next(), "/d");
  EXPECT_EQ(next(), "/a");
  EXPECT_EQ(next(), "none");
}

TEST_F(AgendaTest, TakesAUrlOnce) {
  page("/a");
  EXPECT_FALSE(agenda.add_page(url_of("/a"), {.depth = 1}, false));
  EXPECT_EQ(next(), "/a");
  EXPECT_FALSE(agenda.add_page(url_of("/a"), {.depth = 1}, false));
  EXPECT_EQ(next(), "none");
}

TEST_F(AgendaTest, RetriesWhenTheirTimeHasComeAndWaitsForThemAtTheEnd) {
  const LinkNumber a = page("/a");
  page("/b");
  page("/c");
  EXPECT_EQ(next(), "/a");
  agenda.retry(a, seconds(30));
  EXPECT_EQ(next(seconds(10)), "/b");
  EXPECT_EQ(next(seconds(31)), "/a");
  agenda.retry(a, seconds(90));
  EXPECT_EQ(next(seconds(40)), "/c");
  EXPECT_EQ(next(seconds(50)), "/a");
  EXPECT_EQ(last.not_before, seconds(90));
}

TEST_F(AgendaTest, PutsAUrlFromTheMiddleFirstAndLosesNone) {
  EXPECT_FALSE(agenda.put_other_first());
  of_use("/image", LinkUse::requisite);
  for (const char* path : {"/a", "/b", "/c", "/d", "/e"}) page(path);
  EXPECT_TRUE(agenda.put_other_first());
  EXPECT_EQ(next(), "/c") << "a page, before requisites";
  EXPECT_TRUE(agenda.put_other_first());
  EXPECT_EQ(next(), "/d");
  for (const char* path : {"/image", "/a", "/b", "/e", "none"}) EXPECT_EQ(next(), path);
}

TEST_F(AgendaTest, ProbesBeforeAnythingElse) {
  page("/a");
  agenda.want_missing_probe("https://a.example");
  EXPECT_EQ(next(), "probe");
  EXPECT_TRUE(agenda.has_probed_missing());
  EXPECT_EQ(next(), "/a");
}

// A probe that has to wait for robots.txt used to be lost.
TEST_F(AgendaTest, KeepsAProbeThatIsPutBack) {
  page("/a");
  agenda.want_missing_probe("https://a.example");
  EXPECT_EQ(next(), "probe");
  agenda.put_back(*last.errand);
  EXPECT_EQ(next(), "probe");
  agenda.want_not_modified_probe("https://a.example");
  EXPECT_EQ(next(), "probe");
  agenda.put_back(*last.errand);
  EXPECT_EQ(next(), "probe");
  EXPECT_TRUE(std::holds_alternative<ProbeNotModified>(last.errand->task));
  EXPECT_EQ(next(), "/a");
}

TEST_F(AgendaTest, ParksKindsThatBringNothingNew) {
  for (int i = 0; i < 12; ++i) page("/trap/" + std::to_string(i));
  page("/good");
  std::vector<std::string> asked;
  for (std::string path = next(); path != "none"; path = next()) {
    asked.push_back(path);
    if (path.starts_with("/trap/"))
      agenda.observe_yield(last.errand->link()->number, last.errand->url, nullptr);
  }
  const auto good = std::ranges::find(asked, "/good");
  ASSERT_NE(good, asked.end());
  EXPECT_LE(good - asked.begin(), 3);  // the grant, and no more
  EXPECT_LT(asked.size(), 13U);
  EXPECT_FALSE(last.dropped.empty());
}

TEST_F(AgendaTest, FetchesWhateverSomebodyVouchesFor) {
  for (int i = 0; i < 6; ++i) page("/trap/" + std::to_string(i));
  for (std::string path = next(); path != "none"; path = next())
    agenda.observe_yield(last.errand->link()->number, last.errand->url, nullptr);
  page("/trap/100", {.depth = 1, .is_seed = true});
  EXPECT_EQ(next(), "/trap/100");
  page("/trap/101", {.depth = 1, .is_wanted = true});
  EXPECT_EQ(next(), "/trap/101");
}

TEST_F(AgendaTest, LeavesPendingUrlsToTheNextVisit) {
  const LinkNumber a = page("/a");
  page("/b");
  page("/c");
  EXPECT_EQ(next(), "/a");
  agenda.fail(a);
  EXPECT_EQ(next(), "/b");
  Continuation left;
  agenda.leave(left, &*last.errand);
  std::string text = left.text();
  // The URL that is out and the one that waits. One that failed waits for the next run.
  EXPECT_EQ(agenda.append_pending(text, false, &*last.errand), 2);
  const Continuation read = Continuation::parse(text);
  std::vector<std::string> urls;
  for (const auto& pending : read.pending) urls.push_back(pending.url);
  EXPECT_EQ(urls, (std::vector<std::string>{"https://a.example/a", "https://a.example/b",
                                            "https://a.example/c"}));
  EXPECT_TRUE(read.pending[0].link.has_failed);
}

TEST_F(AgendaTest, ChecksAreNotLeftButReported) {
  const CheckOrder order{.page = {.host = Host::of(url_of("/")), .url = "https://a.example/known"}};
  ASSERT_TRUE(agenda.add_check(url_of("/known"), 1, order));
  std::string text = Continuation{}.text();
  EXPECT_EQ(agenda.append_pending(text, false, nullptr), 0);
  EXPECT_EQ(agenda.orders().size(), 1U);
  EXPECT_EQ(next(), "/known");
  EXPECT_TRUE(agenda.take_order(last.errand->link()->number));
  EXPECT_TRUE(agenda.orders().empty());
}

TEST_F(AgendaTest, CountsPagesByDepth) {
  page("/a", {.depth = 2});
  page("/b", {.depth = 2});
  EXPECT_EQ(agenda.pages_at(2), 2U);
  EXPECT_EQ(agenda.pages_at(7), 0U);
}

}  // namespace
}  // namespace freshet
