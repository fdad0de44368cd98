#include "testkit/memory_disk.h"

#include <gtest/gtest.h>

#include <set>

namespace freshet {
namespace {

class MemoryDiskTest : public testing::Test {
 protected:
  void SetUp() override { EXPECT_TRUE(disk.make_directories("a")); }

  std::unique_ptr<File> open(const std::string& path, Access access = Access::write) {
    auto file = disk.open(path, access);
    EXPECT_TRUE(file) << file.error().message;
    return *std::move(file);
  }
  std::string content(const std::string& path) {
    const auto bytes = read_whole(disk, path, 1 << 20);
    return bytes ? *bytes : "none";
  }

  MemoryDisk disk;
};

TEST_F(MemoryDiskTest, ReadsBackWhatWasWritten) {
  auto file = open("a/x", Access::create);
  EXPECT_TRUE(file->write(3, "hello"));
  EXPECT_TRUE(file->write(0, "abc"));
  EXPECT_EQ(content("a/x"), "abchello");
  EXPECT_TRUE(file->truncate(4));
  std::string some(10, '\0');
  EXPECT_EQ(file->read(2, some), 2u);
  EXPECT_EQ(file->read(9, some), 0u);
  EXPECT_FALSE(disk.open("a/x", Access::create));
  EXPECT_EQ(disk.open("a/y", Access::read).error().code, Errc::not_found);
  EXPECT_EQ(disk.open("b/y", Access::write).error().code, Errc::not_found);
  EXPECT_EQ(open("a/x", Access::read)->write(0, "x").error().code, Errc::denied);
}

TEST_F(MemoryDiskTest, ListsRenamesRemovesAndLocks) {
  open("a/x");
  EXPECT_TRUE(disk.make_directories("a/b/c"));
  EXPECT_TRUE(disk.rename("a/x", "a/b/y"));
  EXPECT_EQ(disk.list("a"), std::vector<std::string>{"b"});
  EXPECT_EQ(disk.list("a/b"), (std::vector<std::string>{"c", "y"}));
  EXPECT_TRUE(disk.remove("a/b/y"));
  EXPECT_FALSE(disk.remove("a/b/y"));
  auto lock = disk.lock("a/lock");
  EXPECT_EQ(disk.lock("a/lock").error().code, Errc::unavailable);
  lock->reset();
  EXPECT_TRUE(disk.lock("a/lock"));
}

TEST_F(MemoryDiskTest, KeepsWhatWasSynced) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    EXPECT_TRUE(replace_file(disk, "a/x", std::string(2000, 'a')));
    disk.lose_power(seed);
    EXPECT_EQ(content("a/x"), std::string(2000, 'a'));
  }
}

TEST_F(MemoryDiskTest, ReplacesAFileWholeOrNot) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_TRUE(replace_file(disk, "a/x", "old"));
    {
      auto file = open("a/x.new");
      EXPECT_TRUE(file->write(0, "new"));
      EXPECT_TRUE(file->sync());
      EXPECT_TRUE(disk.rename("a/x.new", "a/x"));
    }
    disk.lose_power(seed);
    seen.insert(content("a/x"));
  }
  EXPECT_EQ(seen, (std::set<std::string>{"new", "old"}));
}

TEST_F(MemoryDiskTest, TearsWhatWasNotSyncedBetweenSectors) {
  std::set<std::string> seen;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_TRUE(replace_file(disk, "a/x", std::string(1536, 'o')));
    auto file = open("a/x");
    EXPECT_TRUE(file->write(100, std::string(1000, 'n')));
    disk.lose_power(seed);
    EXPECT_EQ(file->write(0, "x").error().code, Errc::unavailable) << "a file of the life before";
    const std::string got = content("a/x");
    ASSERT_EQ(got.size(), 1536u);
    seen.insert({got[0], got[100], got[512], got[1024], got[1099], got[1100]});
  }
  // Each of the three sectors is old or new as a unit.
  EXPECT_EQ(seen, (std::set<std::string>{"ooo"
                                         "ooo",
                                         "ooo"
                                         "nno",
                                         "oon"
                                         "ooo",
                                         "oon"
                                         "nno",
                                         "ono"
                                         "ooo",
                                         "ono"
                                         "nno",
                                         "onn"
                                         "ooo",
                                         "onn"
                                         "nno"}));
}

TEST_F(MemoryDiskTest, LosesLengthsThatWereNotSynced) {
  std::set<std::size_t> grown, cut;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_TRUE(replace_file(disk, "a/x", std::string(10, 'o')));
    EXPECT_TRUE(open("a/x")->write(10, std::string(3000, 'n')));
    disk.lose_power(seed);
    grown.insert(content("a/x").size());
    EXPECT_EQ(content("a/x").substr(0, 10), std::string(10, 'o'));
    EXPECT_TRUE(replace_file(disk, "a/x", std::string(20, 'o')));
    EXPECT_TRUE(open("a/x")->truncate(5));
    disk.lose_power(seed);
    cut.insert(content("a/x").size());
  }
  EXPECT_EQ(*grown.begin(), 10u);
  EXPECT_EQ(*grown.rbegin(), 3010u);
  EXPECT_GT(grown.size(), 3u);
  EXPECT_EQ(*cut.begin(), 5u);
  EXPECT_EQ(*cut.rbegin(), 20u);
}

TEST_F(MemoryDiskTest, ForgetsNamesWhoseDirectoryWasNotSynced) {
  int created = 0, reappeared = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    EXPECT_TRUE(replace_file(disk, "a/old", "old"));
    auto file = open("a/new");
    EXPECT_TRUE(file->write(0, "new"));
    EXPECT_TRUE(file->sync());
    EXPECT_TRUE(disk.remove("a/old"));
    disk.lose_power(seed);
    created += disk.exists("a/new");
    reappeared += disk.exists("a/old");
    EXPECT_TRUE(disk.exists("a/new") || disk.exists("a/old")) << "names change in order";
    static_cast<void>(disk.remove("a/new"));
    EXPECT_TRUE(disk.sync_directory("a"));
  }
  EXPECT_GT(created, 50);
  EXPECT_LT(created, 199);
  EXPECT_GT(reappeared, 50);
  EXPECT_LT(reappeared, 199);
}

TEST_F(MemoryDiskTest, DoesTheSameForTheSameSeed) {
  const auto run = [](std::uint64_t seed) {
    MemoryDisk other;
    auto file = other.open("x", Access::write);
    EXPECT_TRUE(other.sync_directory("."));
    for (int i = 0; i < 20; ++i)
      EXPECT_TRUE((*file)->write(static_cast<std::uint64_t>(i) * 700, std::string(900, 'n')));
    other.lose_power(seed);
    return *read_whole(other, "x", 1 << 20);
  };
  EXPECT_EQ(run(3), run(3));
  EXPECT_NE(run(3), run(4));
}

}  // namespace
}  // namespace freshet
