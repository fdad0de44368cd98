#include "crawl/yield_guard.h"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "html/tag_index.h"

namespace freshet {
namespace {

constexpr std::size_t kGrant = 10;
constexpr std::string_view kFrame =
    "<nav><a href=/>Home</a><a href=/about>About us</a></nav><p>Welcome to a small site about "
    "boats and their makers, on the river since long ago.</p>";

// Returns words that no other number has.
std::string prose(int number, int words) {
  std::string text;
  for (int i = 0; i < words; ++i) {
    std::uint64_t state = static_cast<std::uint64_t>(number) * 1009 + static_cast<std::uint64_t>(i);
    for (int k = 0; k < 6; ++k) {
      state = state * 6364136223846793005u + 1442695040888963407u;
      text += static_cast<char>('a' + (state >> 33) % 26);
    }
    text += ' ';
  }
  return text;
}

std::string letters(int number) { return prose(number + 500'000, 1).substr(0, 6); }

class Site {
 public:
  YieldGuard::Verdict verdict(const std::string& target) const {
    return guard_.verdict(kinds_of(url_of(target)));
  }

  bool read(const std::string& target, const std::string& body) {
    const std::string html = std::string(kFrame) + body;
    const Url url = url_of(target);
    return guard_.observe(kinds_of(url), page_blocks(url, html, index_tags(html, Scripting::off)));
  }

  // Returns how many of `count` URLs are requested.
  int crawl(int count, const std::function<std::string(int)>& target,
            const std::function<std::string(int)>& body) {
    int asked = 0;
    for (int i = 0; i < count; ++i) {
      if (verdict(target(i)) != YieldGuard::Verdict::go) continue;
      ++asked;
      read(target(i), body(i));
    }
    return asked;
  }

  YieldGuard& guard() { return guard_; }

 private:
  static Url url_of(const std::string& target) {
    return Url::parse("http://h.example" + target).value();
  }

  YieldGuard guard_{kGrant};
};

TEST(YieldGuardTest, AnArgumentThatBringsNewTextIsFollowedWithoutEnd) {
  Site site;
  EXPECT_EQ(site.crawl(
                500, [](int i) { return "/view?doc=" + std::to_string(i); },
                [](int i) { return "<p>" + prose(i, 20) + "</p>"; }),
            500);
}

TEST(YieldGuardTest, ATrapCostsItsGrantWhateverItsUrlsLookLike) {
  const std::function<std::string(int)> shapes[] = {
      [](int i) { return "/s-" + letters(i) + "/page"; },
      [](int i) { return "/page/" + letters(i) + "/"; },
      [](int i) { return "/p;" + letters(i) + "=1"; },
      [](int i) { return "/f/red+" + letters(i); },
      [](int i) { return "/w/" + letters(i) + "?action=edit"; },
      [](int i) { return "/copy/" + std::to_string(i); },
      [](int i) { return "/" + letters(i) + "/" + letters(i + 7) + "/" + letters(i + 9); },
  };
  for (const auto& shape : shapes) {
    Site site;
    const int asked = site.crawl(1000, shape, [](int i) {
      return "<h1>Offer " + letters(i) + "</h1><p>The same words for everybody who comes.</p>";
    });
    EXPECT_LE(asked, static_cast<int>(kGrant) + 4) << shape(1);
  }
}

TEST(YieldGuardTest, OfASiteWithSessionIdsEachPageIsReadOnce) {
  Site site;
  int wasted = 0;
  int found = 0;
  for (int i = 0; i < 1000; ++i) {
    const int page = i < 50 ? i : (i * 7) % 100;  // half of the pages come late
    const std::string target =
        "/story?no=" + std::to_string(page) + "&zz=" + letters(i) + std::to_string(i);
    if (site.verdict(target) != YieldGuard::Verdict::go) continue;
    ++(site.read(target, "<p>" + prose(page, 30) + "</p>") ? found : wasted);
  }
  EXPECT_EQ(found, 100);
  EXPECT_LE(wasted, static_cast<int>(kGrant));
}

TEST(YieldGuardTest, ViewsOfAPageAreNoise) {
  Site site;
  int views = 0;
  for (int i = 0; i < 200; ++i) {
    const std::string page = "/doc?id=" + letters(i);
    ASSERT_EQ(site.verdict(page), YieldGuard::Verdict::go);
    EXPECT_TRUE(site.read(page, "<h1>" + letters(i) + "</h1><p>" + prose(i, 40) + "</p>"));
    for (const char* view : {"&do=edit", "&do=print", "&rev=17"}) {
      if (site.verdict(page + view) != YieldGuard::Verdict::go) continue;
      ++views;
      site.read(page + view, "<form><textarea>" + prose(i, 40) + "</textarea></form>");
    }
  }
  EXPECT_LE(views, 3 * static_cast<int>(kGrant));
}

TEST(YieldGuardTest, PostsThatALongListQuotedAreNew) {
  Site site;
  for (int list = 0; list < 20; ++list) {
    std::string body;
    for (int i = 0; i < 10; ++i) body += "<p>" + prose(list * 10 + i, 30) + "</p>";
    EXPECT_TRUE(site.read("/?page=" + std::to_string(list), body));
    for (int i = 0; i < 10; ++i)
      EXPECT_TRUE(
          site.read("/blog/" + letters(list * 10 + i), "<p>" + prose(list * 10 + i, 30) + "</p>"));
  }
}

// Syntax diagrams, for example.
TEST(YieldGuardTest, DrawingsThatArrangeTheSameLabelsInOtherWaysAreNew) {
  Site site;
  EXPECT_EQ(site.crawl(
                100, [](int i) { return "/syntax/" + letters(i) + ".html"; },
                [](int i) {
                  std::string labels;
                  std::uint32_t state = static_cast<std::uint32_t>(i) * 7919 + 1;
                  for (int k = 0; k < 10; ++k) {
                    state = state * 1664525 + 1013904223;
                    labels += "<text>" + letters(static_cast<int>((state >> 16) % 12)) + "</text>";
                  }
                  return "<svg><path d='M0'/>" + labels + "</svg>";
                }),
            100);
}

TEST(YieldGuardTest, AListEarnsByWhatItLeadsTo) {
  Site site;
  const auto list = [](int i) { return "/list?start=" + std::to_string(i * 10); };
  int asked = 0;
  for (int i = 0; i < 100; ++i) {
    if (site.verdict(list(i)) != YieldGuard::Verdict::go) continue;
    ++asked;
    if (!site.read(list(i), "<p>Entry " + std::to_string(i) + "</p>"))
      site.guard().observe_use(kinds_of(Url::parse("http://h.example" + list(i)).value()));
  }
  EXPECT_EQ(asked, 100);
}

TEST(YieldGuardTest, AKindWithoutCreditIsTriedAFewTimesAndThenClosed) {
  Site site;
  const auto target = [](int i) { return "/t/" + letters(i); };
  const auto same = [](int) { return std::string("<p>The same.</p>"); };
  site.crawl(100, target, same);
  ASSERT_EQ(site.verdict(target(200)), YieldGuard::Verdict::wait);
  int trials = 0;
  while (site.guard().take_trial(kinds_of(Url::parse("http://h.example" + target(200)).value())))
    ++trials;
  EXPECT_GE(trials, 1);
  EXPECT_LE(trials, static_cast<int>(kGrant));
  EXPECT_EQ(site.verdict(target(201)), YieldGuard::Verdict::closed);
}

TEST(YieldGuardTest, ABrokenFolderDoesNotCloseAFolderThatHasProvenItself) {
  Site site;
  const auto target = [](const std::string& folder, int i) {
    return folder + letters(i) + ".html";
  };
  const auto kinds = [](const std::string& path) {
    return kinds_of(Url::parse("http://h.example" + path).value());
  };
  for (int i = 0; i < 5; ++i) site.read(target("/syntax/", i), "<p>" + prose(i, 30) + "</p>");
  for (int i = 0; i < 50; ++i) site.guard().observe_nothing(kinds(target("/broken/", i)));
  EXPECT_EQ(site.verdict(target("/syntax/", 60)), YieldGuard::Verdict::go);
  EXPECT_EQ(site.verdict(target("/other/", 61)), YieldGuard::Verdict::wait);
  EXPECT_EQ(site.verdict(target("/broken/", 62)), YieldGuard::Verdict::wait);

  const auto promise = [&](const std::string& path) {
    return site.guard().promise(kinds(path).folders);
  };
  EXPECT_GT(promise("/syntax/a.html"), promise("/other/a.html"));
  EXPECT_GT(promise("/other/a.html"), promise("/broken/a.html"));
  EXPECT_GT(promise("/syntax/more/a.html"), promise("/other/more/a.html"));

  // And its own credit still ends it.
  EXPECT_LE(site.crawl(
                100, [&](int i) { return target("/syntax/", i + 100); },
                [](int) { return std::string("<p>The same.</p>"); }),
            static_cast<int>(kGrant));
}

TEST(YieldGuardTest, TheNextVisitKnowsWhatThisOneLearned) {
  Site site;
  const auto target = [](int i) { return "/copy/" + std::to_string(i); };
  site.crawl(100, target, [](int) { return std::string("<p>The same.</p>"); });
  YieldGuard next(kGrant);
  for (const YieldGuard::Record& record : site.guard().records()) next.restore(record);
  EXPECT_EQ(next.verdict(kinds_of(Url::parse("http://h.example/copy/777").value())),
            YieldGuard::Verdict::wait);
  EXPECT_EQ(next.verdict(kinds_of(Url::parse("http://h.example/a/b/c").value())),
            YieldGuard::Verdict::go);
}

TEST(ContentIndexTest, IsBoundedAndStillTellsCopiesOfManyPages) {
  ContentIndex index;
  int fresh = 0;
  int repeated = 0;
  for (int i = 0; i < 20'000; ++i) {
    const Url url = Url::parse("http://h.example/p").value();
    const std::string html = "<p>" + prose(i, 30) + "</p><p>" + prose(i + 100'000, 30) + "</p>";
    const PageBlocks page = page_blocks(url, html, index_tags(html, Scripting::off));
    fresh += index.add(page, 1).verdict != ContentIndex::Verdict::repeated;
    repeated += index.add(page, 2).verdict != ContentIndex::Verdict::fresh;
  }
  EXPECT_GT(fresh, 19'900);
  EXPECT_GT(repeated, 19'900);
  EXPECT_LT(index.bytes(), std::size_t{3} << 20);
}

}  // namespace
}  // namespace freshet
