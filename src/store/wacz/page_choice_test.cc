#include "store/wacz/page_choice.h"

#include <gtest/gtest.h>

#include <string>

namespace freshet {
namespace {

class PageChoiceTest : public testing::Test {
 protected:
  // The URLs that are listed, in order.
  std::string listed(const std::vector<std::string>& urls, std::size_t most) {
    std::vector<PageStart> pages;
    for (const std::string& url : urls) pages.push_back(page_start("http://a.test" + url));
    const std::vector<bool> chosen = choose_listed(pages, most);
    std::string text;
    for (std::size_t i = 0; i < urls.size(); ++i)
      if (chosen[i]) text += (text.empty() ? "" : " ") + urls[i];
    return text;
  }
};

TEST_F(PageChoiceTest, DepthIsThatOfThePath) {
  EXPECT_EQ(page_start("http://a.test/").depth, 0u);
  EXPECT_EQ(page_start("http://a.test").depth, 0u);
  EXPECT_EQ(page_start("http://a.test/news").depth, 1u);
  EXPECT_EQ(page_start("http://a.test/news/").depth, 1u);
  EXPECT_EQ(page_start("http://a.test//news//2026").depth, 2u);
  EXPECT_EQ(page_start("http://a.test/news/2026?page=/2/").depth, 3u);
  EXPECT_EQ(page_start("http://a.test/?page=2").depth, 1u);
  EXPECT_EQ(page_start("").depth, 0u);
}

TEST_F(PageChoiceTest, ShortListsAreWhole) {
  EXPECT_EQ(listed({}, 0), "");
  EXPECT_EQ(listed({"/a/b/c", "/", "/"}, 3), "/a/b/c / /");
}

TEST_F(PageChoiceTest, LongListsBeginNearTheTop) {
  EXPECT_EQ(listed({"/a/b", "/", "/?q=1", "/news", "/a/b/c"}, 1), "/");
  EXPECT_EQ(listed({"/a/b", "/", "/longer", "/news", "/a/b/c"}, 2), "/ /news");
  EXPECT_EQ(listed({"/a/b", "/", "/longer", "/news", "/a/b/c"}, 4), "/a/b / /longer /news");
  EXPECT_EQ(listed({"/c", "/b", "/a"}, 2), "/c /b");
  EXPECT_EQ(listed({"/", "/a"}, 0), "");
}

// A home page with a version a day would fill the list.
TEST_F(PageChoiceTest, EveryPageHasItsLastVersionBeforeAnyHasAnother) {
  EXPECT_EQ(listed({"/", "/", "/", "/a/b", "/a/b/c"}, 3), "/ /a/b /a/b/c");
  EXPECT_EQ(listed({"/", "/", "/", "/a/b", "/a/b/c"}, 4), "/ / /a/b /a/b/c");
  const std::vector<bool> chosen = choose_listed(
      {page_start("http://a.test/"), page_start("http://a.test/"), page_start("http://a.test/a")},
      2);
  EXPECT_EQ(chosen, (std::vector<bool>{false, true, true}));
}

}  // namespace
}  // namespace freshet
