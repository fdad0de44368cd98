#include "app/compare_captures.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/sighted_archive_test.h"
#include "catalog/open_catalog.h"

namespace freshet {
namespace {

using nlohmann::json;
using std::chrono::hours;

class CompareCapturesTest : public testing::Test {
 protected:
  CompareCapturesTest() {
    visit("/", hours(1), "the home page of the site");
    visit("/a", hours(1), "apples are sold by the pound");
    visit("/old", hours(1), "a page that goes away");
    for (const char* path : {"/old", "/a", "/"}) visit_again(path, hours(2));
    visit("/", hours(11), "the home page of the site");
    visit("/a", hours(11), "melons are given away in summer");
    visit("/new", hours(11), "a page that was not there before");
    archive.keep({.path = "/old", .time = kMorning + hours(11), .body = "no", .status = 404});
    archive.keep({.path = "/old", .time = kMorning + hours(12), .body = "no", .status = 404});
    for (const char* path : {"/new", "/a", "/"}) visit_again(path, hours(12));
    begin("first", hours(0), hours(5));
    begin("second", hours(10), hours(15));
  }

  void visit(const std::string& path, Duration after, const std::string& text) {
    bodies_[path] = "<p>" + text + ", which is a sentence of some length.</p>";
    visit_again(path, after);
  }
  void visit_again(const std::string& path, Duration after) {
    archive.keep({.path = path, .time = kMorning + after, .body = bodies_[path]});
  }
  void begin(const std::string& name, Duration from, Duration until) {
    auto catalog = open_catalog(system_disk(), catalog_address(archive.directory), {});
    ASSERT_TRUE(catalog) << catalog.error().message;
    CaptureRow row{.name = name, .hosts = {archive.host()}, .began = kMorning + from};
    const auto id = (*catalog)->begin_capture(row);
    ASSERT_TRUE(id) << id.error().message;
    row.id = *id;
    row.ended = kMorning + until;
    row.stage = CaptureStage::ended;
    ASSERT_TRUE((*catalog)->change_capture(row));
  }

  SightedArchive archive;
  std::map<std::string, std::string> bodies_;
};

TEST_F(CompareCapturesTest, TellsWhatBecameOfThePages) {
  ArchiveSession session = archive.open();
  const auto found = compare_captures(session, "first", "second", ContentRule::judged);
  ASSERT_TRUE(found) << found.error().message;
  const HostComparison& host = found->at(0);
  EXPECT_EQ(host.first.count(Verdict::proven), 3u);
  EXPECT_EQ(host.second.count(Verdict::proven), 3u);
  EXPECT_EQ(host.same, 1u);
  EXPECT_EQ(host.same_proven, 1u);
  EXPECT_EQ(host.changed, std::vector<std::string>{kSite + "/a"});
  EXPECT_EQ(host.only_first, std::vector<std::string>{kSite + "/old"});
  EXPECT_EQ(host.only_second, std::vector<std::string>{kSite + "/new"});
  EXPECT_EQ(json::parse(to_json(host)).at("second").at("capture"), "second");
  EXPECT_NE(comparison_text(host, PagesShown::yes).find("+ " + kSite + "/new"), std::string::npos);
}

TEST_F(CompareCapturesTest, ACaptureThatIsNotThereIsTold) {
  ArchiveSession session = archive.open();
  const auto found = compare_captures(session, "first", "third", ContentRule::judged);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, Errc::not_found);
}

}  // namespace
}  // namespace freshet
