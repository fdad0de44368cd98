#include "store/archive/commit_witness.h"

#include <gtest/gtest.h>

#include "testkit/scratch.h"

namespace freshet {
namespace {

// Reads the witness; an empty mark if there is none.
CommitMark read_mark(const Scratch& scratch) {
  const auto mark = read_commit_mark(system_disk(), scratch.path());
  EXPECT_TRUE(mark) << mark.error().message;
  return mark && *mark ? **mark : CommitMark{};
}

const CommitMark kMark{.incarnation = "0123456789abcdef", .commits = 41};

TEST(CommitWitness, TellsWhatWasNotedLast) {
  const Scratch scratch;
  Disk& disk = system_disk();
  EXPECT_EQ(read_mark(scratch), CommitMark{});
  {
    auto witness = CommitWitness::open(disk, scratch.path(), kMark);
    ASSERT_TRUE(witness) << witness.error().message;
    EXPECT_EQ(read_mark(scratch), kMark);
    EXPECT_TRUE(witness->note(42));
  }
  EXPECT_EQ(read_mark(scratch).commits, 42);
  EXPECT_TRUE(forget_witness(disk, scratch.path()));
  EXPECT_EQ(read_mark(scratch), CommitMark{});
}

TEST(CommitWitness, SaysNothingWhenAnyByteIsMissing) {
  const Scratch scratch;
  Disk& disk = system_disk();
  ASSERT_TRUE(CommitWitness::open(disk, scratch.path(), kMark));
  const std::string whole = *read_whole(disk, scratch / "acknowledged", 4096);
  for (std::size_t bytes = 0; bytes < whole.size(); ++bytes) {
    ASSERT_TRUE(replace_file(disk, scratch / "acknowledged", whole.substr(0, bytes)));
    EXPECT_EQ(read_mark(scratch), CommitMark{}) << bytes;
  }
}

TEST(CommitWitness, JudgesTheCatalogBesideIt) {
  EXPECT_EQ(standing_of(kMark, std::nullopt), CatalogStanding::unknown);
  EXPECT_EQ(standing_of(kMark, kMark), CatalogStanding::current);
  const CommitMark behind{.incarnation = kMark.incarnation, .commits = 40};
  EXPECT_EQ(standing_of(kMark, behind), CatalogStanding::current);
  EXPECT_EQ(standing_of(behind, kMark), CatalogStanding::stale);
  const CommitMark other{.incarnation = "fedcba9876543210", .commits = 41};
  EXPECT_EQ(standing_of(other, kMark), CatalogStanding::foreign);
}

}  // namespace
}  // namespace freshet
