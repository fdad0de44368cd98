#include "app/export.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "app/small_archive_test.h"

namespace freshet {
namespace {

const ExportFormat* format_named(std::string_view name) {
  const auto formats = export_formats();
  const auto found = std::ranges::find(formats, name, &ExportFormat::name);
  return found == formats.end() ? nullptr : &*found;
}

class ExportTest : public testing::Test {
 protected:
  ExportTest() { archive.keep("https://a.example/", "<title>Home</title><p>Hello."); }

  std::string exported(const ExportRequest& request) {
    std::string bytes;
    ArchiveSession session = archive.open();
    const auto done = export_to(session, request, [&](std::string_view piece) -> Status {
      bytes += piece;
      return {};
    });
    EXPECT_TRUE(done) << done.error().message;
    return bytes;
  }

  SmallArchive archive;
};

TEST_F(ExportTest, WritesEveryFormatThatNeedsNoFile) {
  std::set<std::string_view> names;
  for (const ExportFormat& one : export_formats()) {
    EXPECT_TRUE(names.insert(one.name).second) << one.name;
    EXPECT_EQ(one.write == nullptr, one.shape == ExportShape::wacz) << one.name;
    if (one.write == nullptr) continue;
    EXPECT_FALSE(exported({.format = &one}).empty()) << one.name;
  }
  EXPECT_NE(exported({.format = format_named("jsonl")}).find("\"title\":\"Home\""),
            std::string::npos);
}

TEST_F(ExportTest, AFileAppearsWhenItIsComplete) {
  ArchiveSession session = archive.open();
  const std::string path = archive.scratch / "out.csv";
  const auto done = export_to_file(session, {.format = format_named("csv")}, path);
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(done->snapshots, 1u);
  EXPECT_TRUE(system_disk().exists(path));
  EXPECT_FALSE(system_disk().exists(path + ".part"));
  const std::string wacz = archive.scratch / "out.wacz";
  EXPECT_TRUE(export_to_file(session, {.format = format_named("wacz"), .title = "Test"}, wacz));
  EXPECT_TRUE(system_disk().exists(wacz));
}

TEST_F(ExportTest, ALinkStaysALinkAndItsTargetIsWritten) {
  ArchiveSession session = archive.open();
  for (const std::string_view name : {"csv", "wacz"}) {
    const std::string target = archive.scratch / "target";
    const std::string link = archive.scratch / "link";
    ASSERT_TRUE(replace_file(system_disk(), target, "old"));
    std::filesystem::create_symlink("target", link);
    const auto done = export_to_file(session, {.format = format_named(name)}, link);
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_TRUE(std::filesystem::is_symlink(link)) << name;
    EXPECT_GT(std::filesystem::file_size(target), 3u) << name;
    EXPECT_NE(read_whole(system_disk(), target, 1 << 20).value().substr(0, 3), "old") << name;
    std::filesystem::remove(link);
  }
}

TEST_F(ExportTest, ADeviceIsWrittenInPlace) {
  ArchiveSession session = archive.open();
  const std::string link = archive.scratch / "full";  // the device itself must not be replaced
  std::filesystem::create_symlink("/dev/full", link);
  const auto full = export_to_file(session, {.format = format_named("csv")}, link);
  ASSERT_FALSE(full);
  EXPECT_NE(full.error().message.find("No space left on device"), std::string::npos)
      << full.error().message;
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_FALSE(system_disk().exists(link + ".part"));
  const auto wacz = export_to_file(session, {.format = format_named("wacz")}, link);
  ASSERT_FALSE(wacz);
  EXPECT_NE(wacz.error().message.find("it is not a regular file"), std::string::npos);
  EXPECT_TRUE(std::filesystem::is_symlink(link));
}

TEST_F(ExportTest, TheErrorOfTheSinkEndsIt) {
  ArchiveSession session = archive.open();
  const auto done =
      export_to(session, {.format = format_named("csv")}, [](std::string_view) -> Status {
        return std::unexpected(Error{Errc::unavailable, "the reader left"});
      });
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "the reader left");
}

}  // namespace
}  // namespace freshet
