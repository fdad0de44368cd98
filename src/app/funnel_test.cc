#include "app/funnel.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "app/small_archive_test.h"
#include "base/random.h"

namespace freshet {
namespace {

std::string article(std::uint64_t seed) {
  Random random(seed);
  std::string html = "<html><body><nav><a href=/>Menu of the site</a></nav><article>";
  for (int i = 0; i < 300; ++i) html += fmt::format("word{} ", random.below(4000));
  return html + "</article></body></html>";
}

TEST(FunnelTest, CountsWhatIsLeftAtEachStep) {
  SmallArchive archive;
  archive.keep("https://a.example/one", article(1));
  archive.keep("https://a.example/two", article(2));
  archive.keep("https://b.example/copy", article(1));
  archive.keep("https://b.example/missing", "<h1>404 not found</h1>");
  archive.keep("https://b.example/image", "png", "image/png");
  ArchiveSession session = archive.open();
  const auto funnel = make_funnel(session);
  ASSERT_TRUE(funnel) << funnel.error().message;
  ASSERT_EQ(funnel->steps.size(), 4u);
  EXPECT_EQ(funnel->read, 4u);
  EXPECT_EQ(funnel->steps[0].pages, 4u);
  EXPECT_EQ(funnel->steps[1].pages, 3u);
  EXPECT_EQ(funnel->steps[1].dropped, std::vector<std::string>{"https://b.example/missing"});
  EXPECT_EQ(funnel->steps[2].pages, 2u);
  EXPECT_EQ(funnel->steps[3].pages, 2u);
  EXPECT_LT(funnel->steps[3].bytes, funnel->steps[2].bytes);
  EXPECT_NE(funnel_text(*funnel).find("main text"), std::string::npos);
}

TEST(FunnelTest, ReadsASampleOfALargeArchive) {
  SmallArchive archive;
  for (std::uint64_t i = 0; i < 30; ++i)
    archive.keep(fmt::format("https://a.example/{}", i), article(i));
  ArchiveSession session = archive.open();
  const auto funnel = make_funnel(session, 10);
  ASSERT_TRUE(funnel);
  EXPECT_EQ(funnel->pages, 30u);
  EXPECT_EQ(funnel->read, 10u);
  EXPECT_NE(funnel_text(*funnel).find("a sample of 10 of about 30 pages"), std::string::npos);
}

TEST(FunnelTest, HasNothingToShowOfAnEmptyArchive) {
  SmallArchive archive;
  archive.keep("https://b.example/image", "png", "image/png");
  ArchiveSession session = archive.open();
  const auto funnel = make_funnel(session);
  ASSERT_TRUE(funnel);
  EXPECT_EQ(funnel_text(*funnel), "");
  EXPECT_EQ(funnel_html(*funnel), "");
}

}  // namespace
}  // namespace freshet
