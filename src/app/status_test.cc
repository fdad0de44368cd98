#include "app/status.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

TEST(Status, AnArchiveMayHaveNoCrawl) {
  SmallArchive archive;
  archive.keep("https://a.example/", "<p>home");
  ArchiveSession session = archive.open();
  const auto status = crawl_status(session, 10);
  ASSERT_TRUE(status);
  EXPECT_FALSE(status->is_running);
  const auto object = nlohmann::json::parse(to_json(*status));
  EXPECT_TRUE(object.at("crawl").is_null());
  EXPECT_EQ(object.at("running"), false);
  EXPECT_EQ(object.at("last_visits").at("pages"), 0);
}

}  // namespace
}  // namespace freshet
