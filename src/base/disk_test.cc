#include "base/disk.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

class DiskTest : public testing::Test {
 protected:
  std::unique_ptr<File> open(const std::string& name, Access access) {
    auto file = disk.open(dir / name, access);
    EXPECT_TRUE(file) << file.error().message;
    return *std::move(file);
  }

  Scratch dir;
  Disk& disk = system_disk();
};

TEST_F(DiskTest, ReadsBackWhatWasWritten) {
  auto file = open("a", Access::create);
  EXPECT_TRUE(file->write(0, "hello world"));
  EXPECT_TRUE(file->write(6, "there"));
  EXPECT_TRUE(file->sync());
  std::string got(8, '\0');
  EXPECT_EQ(file->read(6, got), 5u) << "the file ends there";
  EXPECT_EQ(got.substr(0, 5), "there");
  EXPECT_TRUE(file->truncate(5));
  EXPECT_EQ(file->size(), 5u);
  EXPECT_EQ(read_whole(disk, dir / "a", 100), "hello");
}

TEST_F(DiskTest, SaysWhatIsMissingOrThereAlready) {
  const auto missing = disk.open(dir / "b", Access::read);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, Errc::not_found);
  EXPECT_NE(missing.error().message.find("/b\": No such file"), std::string::npos);
  open("c", Access::create);
  EXPECT_FALSE(disk.open(dir / "c", Access::create));
}

TEST_F(DiskTest, RefusesToReadMoreThanItShould) {
  EXPECT_TRUE(open("a", Access::write)->write(0, "12345"));
  EXPECT_EQ(read_whole(disk, dir / "a", 4).error().code, Errc::limit);
}

TEST_F(DiskTest, ReplacesAFileWhole) {
  const std::string path = dir / "a";
  EXPECT_TRUE(replace_file(disk, path, "first, and long"));
  EXPECT_TRUE(replace_file(disk, path, "second"));
  EXPECT_EQ(read_whole(disk, path, 100), "second");
  EXPECT_EQ(disk.list(dir.path()), std::vector<std::string>{"a"});
}

TEST_F(DiskTest, MakesDirectoriesOnTheWay) {
  EXPECT_TRUE(disk.make_directories(dir / "x/y/z"));
  EXPECT_TRUE(disk.make_directories(dir / "x/y/z")) << "it is there already";
  open("x/file", Access::create);
  EXPECT_FALSE(disk.make_directories(dir / "x/file"));
  EXPECT_FALSE(disk.make_directories(dir / "x/file/under"));
  EXPECT_EQ(disk.list(dir / "x"), (std::vector<std::string>{"file", "y"}));
}

TEST_F(DiskTest, LetsOneHoldALock) {
  auto first = disk.lock(dir / "lock");
  ASSERT_TRUE(first);
  const auto second = disk.lock(dir / "lock");
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, Errc::unavailable);
  first->reset();
  EXPECT_TRUE(disk.lock(dir / "lock"));
}

TEST_F(DiskTest, KnowsTheDirectoryOfAPath) {
  EXPECT_EQ(parent_directory("a/b/c"), "a/b");
  EXPECT_EQ(parent_directory("/a"), "/");
  EXPECT_EQ(parent_directory("a"), ".");
}

}  // namespace
}  // namespace freshet
