#include "app/replay_version.h"

#include <gtest/gtest.h>

#include <string>

#include "app/small_archive_test.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

class ReplayVersionTest : public testing::Test {
 protected:
  ReplayVersionTest() {
    archive.keep(kHome, "<title>One</title><a href='/news'>news</a><script>steal()</script>");
    archive.keep(kHome + "style.css", "body { background: url(/back.png) }", "text/css");
    archive.keep(kHome + "logo.png", "\x89PNG", "image/png");
    first_ = archive.clock.time;
    archive.wait(std::chrono::hours(1));
    archive.keep(kHome, "<title>Two</title>");
  }

  Result<ReplayedVersion> replay(const std::string& url, Time time) {
    ArchiveSession session = archive.open();
    return replay_version(session, {.time = time, .url = *Url::parse(url)}, "/replay/", {});
  }

  static std::string field(const ReplayedVersion& version, std::string_view name) {
    for (const ReplayHeader& header : version.headers)
      if (header.name == name) return header.value;
    return "none";
  }

  SmallArchive archive;
  Time first_;
};

TEST_F(ReplayVersionTest, ShowsTheVersionOfTheTimeWithLinksToThatTime) {
  const auto old = replay(kHome, first_);
  ASSERT_TRUE(old) << old.error().message;
  EXPECT_EQ(old->status, 200);
  EXPECT_EQ(old->body, "<title>One</title><a href=\"/replay/" + digits_time_14(first_) +
                           "/https://a.example/news\">news</a>");
  EXPECT_EQ(field(*old, "Memento-Datetime"), http_date(first_));
  EXPECT_TRUE(
      field(*old, "Content-Security-Policy").starts_with("sandbox allow-same-origin; default-src"));
  EXPECT_EQ(replay(kHome, kTimeMax)->body, "<title>Two</title>");
}

TEST_F(ReplayVersionTest, RewritesStylesAndLeavesImagesAsTheyAre) {
  EXPECT_NE(replay(kHome + "style.css", first_)->body.find("/https://a.example/back.png"),
            std::string::npos);
  const auto image = replay(kHome + "logo.png", first_);
  EXPECT_EQ(image->body, "\x89PNG");
  EXPECT_EQ(field(*image, "Content-Type"), "image/png");
}

TEST_F(ReplayVersionTest, KnowsNoPageThatIsNotInTheArchive) {
  const auto missing = replay(kHome + "missing", first_);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_EQ(missing.error().message, "https://a.example/missing is not in the archive");
}

}  // namespace
}  // namespace freshet
