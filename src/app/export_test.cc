#include "app/export.h"

#include <gtest/gtest.h>

#include <algorithm>
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
    EXPECT_EQ(one.write == nullptr, one.shape == ExportShape::file_only) << one.name;
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
