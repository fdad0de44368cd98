// The news of a visit are committed in the transaction that names its pages.
#include <gtest/gtest.h>

#include "store/archive_writer.h"
#include "testkit/faulty_disk.h"
#include "testkit/hand_clock.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

class ArchiveNews : public testing::TestWithParam<Layout> {
 protected:
  std::unique_ptr<ArchiveWriter> open() {
    auto writer = ArchiveWriter::open(disk, directory, clock, Random(1), {.layout = GetParam()});
    EXPECT_TRUE(writer) << writer.error().message;
    return writer ? *std::move(writer) : nullptr;
  }
  warc::Exchange exchange(const std::string& url) {
    warc::Exchange made;
    made.url = url;
    made.time = clock.time;
    made.status = 200;
    made.headers = {{"Content-Type", "text/html"}};
    made.body = "<p>" + url;
    return made;
  }
  // A note on a URL of a.example.
  FrontierNews failed(const std::string& path) {
    return {.notes = {{.page = {Host::from_key("a.example").value(), "https://a.example" + path},
                       .time = clock.time,
                       .outcome = "timeout",
                       .detail = "",
                       .tries = 1}}};
  }
  // The paths that have notes, then those that have pages.
  std::string state() {
    auto archive = Archive::open(system_disk(), directory);
    if (!archive) return archive.error().message;
    std::string text;
    EXPECT_TRUE(archive->catalog().notes(*Host::from_key("a.example"), [&](const UrlNote& note) {
      text += note.page.url.substr(17) + " ";
      return true;
    }));
    EXPECT_TRUE(archive->catalog().each_page(std::nullopt, [&](const PageRow& page) {
      text += "page " + page.key.url.substr(17) + " ";
      return true;
    }));
    return text;
  }

  Scratch scratch;
  const std::string directory = scratch / "archive";
  FaultyDisk disk{system_disk()};
  HandClock clock;
};

INSTANTIATE_TEST_SUITE_P(Layouts, ArchiveNews, testing::Values(Layout::log, Layout::slots),
                         [](const auto& at) { return std::string(layout_name(at.param)); });

TEST_P(ArchiveNews, AreCommittedWithTheirPages) {
  auto writer = open();
  ASSERT_TRUE(writer->append(exchange("https://a.example/1")));
  writer->add(failed("/2"));
  EXPECT_EQ(state(), "");
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(state(), "/2 page /1 ");
  ASSERT_TRUE(writer->append(exchange("https://a.example/3")));
  writer->add(failed("/4"));
  writer.reset();  // as a crash would leave it
  EXPECT_EQ(state(), "/2 page /1 ");
}

TEST_P(ArchiveNews, AloneDoNotTouchTheFiles) {
  auto writer = open();
  ASSERT_TRUE(writer->append(exchange("https://a.example/1")));
  ASSERT_TRUE(writer->commit());
  const std::uint64_t before = disk.calls();
  writer->add(failed("/2"));
  writer->add(FrontierNews{});
  writer->add(PageNews{});
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(disk.calls(), before);
  EXPECT_EQ(state(), "/2 page /1 ");
  writer->add(failed("/3"));
  ASSERT_TRUE(writer->append(exchange("https://a.example/4")));
  ASSERT_TRUE(writer->commit());
  EXPECT_GT(disk.calls(), before);
  writer->add(failed("/5"));
  ASSERT_TRUE(writer->close());
  EXPECT_EQ(state(), "/2 /3 /5 page /1 page /4 ");
}

TEST_P(ArchiveNews, TellHowPagesChange) {
  const PageKey page{Host::from_key("a.example").value(), "https://a.example/1"};
  const auto told = [&] {
    auto archive = Archive::open(system_disk(), directory);
    Catalog& catalog = archive->catalog();
    return std::to_string(*catalog.last_event()) + " events, " +
           std::to_string(catalog.checks(page, 9)->size()) + " checks, " +
           (*catalog.find_belief(page) ? "believed" : "unknown");
  };
  auto writer = open();
  ASSERT_TRUE(writer->append(exchange(page.url)));
  writer->add(PageNews{
      .checks = {}, .beliefs = {{.page = page}}, .marks = {}, .events = {{.url = page.url}}});
  EXPECT_EQ(told(), "0 events, 0 checks, unknown");
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(told(), "1 events, 0 checks, believed");
  const std::uint64_t before = disk.calls();
  writer->add(PageNews{.checks = {{.page = page, .time = clock.time}}});
  writer->add(PageNews{.checks = {}, .beliefs = {}, .marks = {}, .events = {{.url = page.url}}});
  ASSERT_TRUE(writer->commit());
  EXPECT_EQ(disk.calls(), before) << "the files are not touched";
  EXPECT_EQ(told(), "2 events, 1 checks, believed");
  writer->add(PageNews{.checks = {}, .beliefs = {}, .marks = {}, .events = {{.url = page.url}}});
  writer.reset();  // as a crash would leave it
  EXPECT_EQ(told(), "2 events, 1 checks, believed");
}

TEST_P(ArchiveNews, EndTheWritingIfTheyContradictThemselves) {
  auto writer = open();
  ASSERT_TRUE(writer->append(exchange("https://a.example/1")));
  writer->add(failed("/2"));
  ASSERT_TRUE(writer->commit());
  FrontierNews bad;
  bad.links.push_back({.host = *Host::from_key("b.example"), .links = 0});
  writer->add(bad);
  EXPECT_EQ(writer->commit().error().code, Errc::invalid);
  EXPECT_TRUE(writer->has_failed());
  writer->add(failed("/3"));
  EXPECT_FALSE(writer->commit());
  EXPECT_FALSE(writer->append(exchange("https://a.example/4")));
  EXPECT_EQ(state(), "/2 page /1 ");
}

}  // namespace
}  // namespace freshet
