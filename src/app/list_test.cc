#include "app/list.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

class ListTest : public testing::Test {
 protected:
  ListTest() {
    archive.keep("https://a.example/", "<p>home");
    archive.keep("https://a.example/logo.png", "image", "image/png");
    archive.keep("https://a.example/old", "gone", "text/html", 404);
    archive.wait(std::chrono::hours(1));
    archive.keep("https://a.example/", "<p>home 2");
  }

  // Paths, statuses and versions.
  std::string listed(ListRequest request) {
    std::string lines;
    ArchiveSession session = archive.open();
    EXPECT_TRUE(list_pages(session, std::move(request), [&](const ListedPage& page) -> Status {
      lines += page.found.page.key.url.substr(17) + " " +
               std::to_string(page.found.snapshot.status) + " " + std::to_string(page.versions) +
               "\n";
      return {};
    }));
    return lines;
  }

  SmallArchive archive;
};

TEST_F(ListTest, ListsEachPageOnceWithItsVersions) {
  EXPECT_EQ(listed({}), "/ 200 2\n/logo.png 200 1\n/old 404 0\n");
  EXPECT_EQ(listed({.every_snapshot = true}), "/ 200 2\n/ 200 2\n/logo.png 200 1\n/old 404 0\n");
}

TEST_F(ListTest, FiltersByStatusAndType) {
  EXPECT_EQ(listed({.statuses = {{400, 499}}}), "/old 404 0\n");
  EXPECT_EQ(listed({.mimes = {"image/"}}), "/logo.png 200 1\n");
  EXPECT_EQ(listed({.statuses = {{200, 200}}, .mimes = {"text/html"}}), "/ 200 2\n");
  EXPECT_EQ(listed({.statuses = {{500, 599}}}), "");
}

TEST_F(ListTest, StopsWithTheErrorOfTheVisitor) {
  ArchiveSession session = archive.open();
  int visits = 0;
  const Status done = list_pages(session, {}, [&](const ListedPage&) -> Status {
    ++visits;
    return std::unexpected(Error{Errc::unavailable, "enough"});
  });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "enough");
  EXPECT_EQ(visits, 1);
}

TEST_F(ListTest, JsonHasNoStatusWhereThereWasNoAnswer) {
  ListedPage page;
  page.found.page.key = page_key_of("https://a.example/");
  EXPECT_TRUE(nlohmann::json::parse(to_json(page)).at("status").is_null());
  page.found.snapshot.status = 200;
  EXPECT_EQ(nlohmann::json::parse(to_json(page)).at("status"), 200);
}

TEST(StatusRange, IsReadInThreeForms) {
  EXPECT_TRUE(parse_status_range("404")->contains(404));
  EXPECT_FALSE(parse_status_range("404")->contains(403));
  EXPECT_TRUE(parse_status_range("4xx")->contains(499));
  EXPECT_TRUE(parse_status_range("200-299")->contains(204));
  for (const char* bad : {"", "4x", "xx", "40", "299-200", "200-", "0xx", "2000"})
    EXPECT_FALSE(parse_status_range(bad)) << bad;
}

}  // namespace
}  // namespace freshet
