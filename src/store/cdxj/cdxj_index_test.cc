#include "store/cdxj/cdxj_index.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "base/random.h"
#include "store/cdxj/cdxj_reader.h"
#include "store/cdxj/cdxj_sorter.h"
#include "testkit/faulty_disk.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

CdxjLine index_line(const std::string& url, std::int64_t second, std::uint64_t offset = 0) {
  return {.key = cdxj_key(url),
          .time = Time(std::chrono::seconds(second)),
          .url = url,
          .mime = "text/html",
          .status = 200,
          .digest = sha1(url),
          .filename = "x.warc.gz",
          .offset = offset,
          .length = 100};
}

// Few hosts, paths and times, so that keys and whole lines collide.
CdxjLine any_capture(Random& random) {
  const std::string url =
      fmt::format("http://{}{}.example.com{}/p{}", random.below(2) ? "www." : "", random.below(5),
                  random.below(4) ? "" : ":8080", random.below(40));
  return index_line(url, static_cast<std::int64_t>(random.below(50)), random.below(3));
}

// Does what an archive does with an index: keeps the list of files, commits each step, then
// deletes.
class CdxjIndexTest : public testing::Test {
 protected:
  std::string next_path() { return scratch_ / fmt::format("{:05}", ++names_); }

  void add(const std::vector<CdxjLine>& lines) {
    auto tail = CdxjTail::open(disk_, tail_.path, tail_.bytes);
    ASSERT_TRUE(tail) << tail.error().message;
    ASSERT_TRUE(tail->append(lines));
    ASSERT_TRUE(tail->sync());
    tail_ = tail->file();
  }

  // A step that makes one run of `inputs`.
  void merge(const std::vector<CdxjFile>& inputs) {
    const auto run = merge_runs(disk_, inputs, next_path());
    ASSERT_TRUE(run) << run.error().message;
    for (const CdxjFile& input : inputs) {
      std::erase(runs_, input);
      if (input == tail_) tail_ = {.path = next_path()};
      ASSERT_TRUE(disk_.remove(input.path));
    }
    runs_.push_back(*run);
  }

  std::vector<CdxjFile> files() const {
    std::vector<CdxjFile> all = runs_;
    if (tail_.bytes > 0) all.push_back(tail_);
    return all;
  }

  std::vector<std::string> lines(const CdxjRange& range = cdxj_everything()) {
    std::vector<std::string> found;
    auto reader = CdxjReader::open(disk_, files());
    EXPECT_TRUE(reader) << reader.error().message;
    if (!reader) return found;
    const auto done = reader->each(range, [&](const CdxjLine& line) {
      found.push_back(write_line(line).value());
      return true;
    });
    EXPECT_TRUE(done) << done.error().message;
    return found;
  }

  Scratch scratch_;
  Disk& disk_ = system_disk();
  int names_ = 0;
  CdxjFile tail_ = {.path = scratch_ / "00000"};
  std::vector<CdxjFile> runs_;
};

std::vector<std::string> sorted(const std::set<std::string>& lines) {
  return {lines.begin(), lines.end()};
}

TEST_F(CdxjIndexTest, GivesLinesInOrderOfBytes) {
  // LC_ALL=C: ')' before ',' before '-' before '/' before digits before letters.
  const std::vector<std::string> urls = {
      "http://example.com/b",      "http://example.com/a",   "http://a.example.com/",
      "http://example-x.com/",     "http://example.com/a/b", "http://example.com/a-b",
      "http://example.com:8080/a", "http://example.com/A1",  "http://example.com/~"};
  std::vector<CdxjLine> batch;
  for (const std::string& url : urls) batch.push_back(index_line(url, 0));
  add(batch);
  std::vector<std::string> keys;
  for (const std::string& line : lines()) keys.push_back(line.substr(0, line.find(' ')));
  EXPECT_EQ(keys, (std::vector<std::string>{"com,example)/a", "com,example)/a-b",
                                            "com,example)/a/b", "com,example)/a1", "com,example)/b",
                                            "com,example)/~", "com,example,a)/", "com,example-x)/",
                                            "com,example:8080)/a"}));
}

TEST_F(CdxjIndexTest, HoldsWhatANaiveSetHolds) {
  Random random(61);
  std::set<std::string> naive;
  for (int step = 0; step < 200; ++step) {
    std::vector<CdxjLine> batch;
    for (std::uint64_t n = random.below(30); n > 0; --n) batch.push_back(any_capture(random));
    for (const CdxjLine& line : batch) naive.insert(write_line(line).value());
    add(batch);
    if (random.below(5) == 0 && tail_.bytes > 0) merge({tail_});
    if (const auto inputs = runs_to_merge(runs_); !inputs.empty()) merge(inputs);
    if (step % 10 != 9) continue;
    ASSERT_EQ(lines(), sorted(naive)) << step;
  }
  ASSERT_LT(runs_.size(), kRunsPerTier);
  ASSERT_GT(runs_.size(), 1u);
}

TEST_F(CdxjIndexTest, MergesRunsOfOneTierOnly) {
  const std::uint64_t small = kTailBytesMax, large = kTailBytesMax * kRunsPerTier;
  std::vector<CdxjFile> files = {{.path = "tail", .bytes = 10, .is_sorted = false}};
  for (int i = 0; i < 7; ++i) files.push_back({.path = "s", .bytes = small, .is_sorted = true});
  for (int i = 0; i < 7; ++i) files.push_back({.path = "l", .bytes = large, .is_sorted = true});
  EXPECT_TRUE(runs_to_merge(files).empty());
  files.push_back({.path = "l", .bytes = large + 5, .is_sorted = true});
  EXPECT_EQ(runs_to_merge(files), std::vector(files.begin() + 8, files.end()));
  files.push_back({.path = "s", .bytes = 0, .is_sorted = true});
  ASSERT_EQ(runs_to_merge(files).size(), 8u);
  EXPECT_EQ(runs_to_merge(files)[0].path, "s");
}

TEST_F(CdxjIndexTest, DropsAndChangesLinesInAMerge) {
  add({index_line("http://a.example/", 1), index_line("http://b.example/", 1)});
  merge({tail_});
  add({index_line("http://a.example/", 2), index_line("http://c.example/", 1, 7)});
  const auto run =
      merge_runs(disk_, files(), next_path(), [](CdxjLine line) -> std::optional<CdxjLine> {
        if (line.key == "example,a)/") return std::nullopt;
        if (line.offset == 7) line = index_line("http://0.example/", 3, 8);
        return line;
      });
  ASSERT_TRUE(run) << run.error().message;
  runs_ = {*run};
  tail_.bytes = 0;
  EXPECT_EQ(lines(), (std::vector{write_line(index_line("http://0.example/", 3, 8)).value(),
                                  write_line(index_line("http://b.example/", 1)).value()}));
}

TEST_F(CdxjIndexTest, AMergeOfNothingIsAnEmptyRun) {
  add({index_line("http://a.example/", 1)});
  const auto run = merge_runs(disk_, files(), next_path(),
                              [](const CdxjLine&) { return std::optional<CdxjLine>(); });
  ASSERT_TRUE(run) << run.error().message;
  EXPECT_EQ(run->bytes, 0u);
  runs_ = {*run};
  tail_.bytes = 0;
  EXPECT_TRUE(lines().empty());
}

TEST_F(CdxjIndexTest, ATailForgetsWhatWasNotCommitted) {
  add({index_line("http://a.example/", 1)});
  const CdxjFile committed = tail_;
  add({index_line("http://b.example/", 1), index_line("http://c.example/", 1)});
  tail_ = committed;  // a crash before the catalog heard of it
  EXPECT_EQ(lines().size(), 1u);
  add({index_line("http://d.example/", 1)});
  EXPECT_EQ(lines(), (std::vector{write_line(index_line("http://a.example/", 1)).value(),
                                  write_line(index_line("http://d.example/", 1)).value()}));
  EXPECT_EQ(disk_.open(tail_.path, Access::read).value()->size().value(), tail_.bytes);
}

TEST_F(CdxjIndexTest, ATailShorterThanCommittedIsDamaged) {
  add({index_line("http://a.example/", 1)});
  const auto tail = CdxjTail::open(disk_, tail_.path, tail_.bytes + 1);
  ASSERT_FALSE(tail);
  EXPECT_EQ(tail.error().code, Errc::corrupt);
  EXPECT_NE(tail.error().message.find(
                fmt::format("offset {}: expected {} bytes", tail_.bytes, tail_.bytes + 1)),
            std::string::npos)
      << tail.error().message;
}

TEST_F(CdxjIndexTest, ATailHasALimit) {
  auto tail = CdxjTail::open(disk_, tail_.path, 0);
  ASSERT_TRUE(tail);
  CdxjLine line = index_line("http://a.example/", 1);
  line.url.append(kCdxjLineBytesMax / 2, 'x');
  const std::vector<CdxjLine> batch(2 * kTailBytesLimit / kCdxjLineBytesMax, line);
  const auto appended = tail->append(batch);
  ASSERT_FALSE(appended);
  EXPECT_EQ(appended.error().code, Errc::limit);
  EXPECT_EQ(tail->bytes(), 0u);
  EXPECT_FALSE(tail->is_full());
  ASSERT_TRUE(tail->append(std::span(batch).first(20)));
  EXPECT_TRUE(tail->is_full());
}

// The disk fails at each call of a session in turn; committed lines stay readable.
TEST_F(CdxjIndexTest, LosesNothingWhateverCallFails) {
  add({index_line("http://a.example/", 1)});
  merge({tail_});
  add({index_line("http://b.example/", 1)});
  const auto before = lines();
  const CdxjLine added = index_line("http://c.example/", 1);
  std::uint64_t calls = FaultyDisk::kNever;
  for (std::uint64_t failing = 0; failing < calls; ++failing) {
    FaultyDisk faulty(disk_);
    faulty.fail_from(failing);
    CdxjFile tail_now = tail_;
    const auto session = [&]() -> Status {
      auto tail = CdxjTail::open(faulty, tail_.path, tail_.bytes);
      if (!tail) return std::unexpected(tail.error());
      if (auto done = tail->append(std::span(&added, 1)); !done)
        return std::unexpected(done.error());
      if (auto done = tail->sync(); !done) return done;
      tail_now = tail->file();
      std::vector<CdxjFile> inputs = runs_;
      inputs.push_back(tail_now);
      auto run = merge_runs(faulty, inputs, scratch_ / "merged");
      if (!run) return std::unexpected(run.error());
      calls = failing;
      return {};
    };
    const Status done = session();
    EXPECT_EQ(done.has_value(), calls == failing);
    ASSERT_EQ(lines(), before) << failing;
    ASSERT_LT(failing, 100u);
  }
  EXPECT_GE(calls, 7u);
}

TEST_F(CdxjIndexTest, EveryTruncationOfARunIsSeen) {
  add({index_line("http://a.example/", 1), index_line("http://b.example/", 1),
       index_line("http://c.example/", 1)});
  merge({tail_});
  const std::string bytes = read_whole(disk_, runs_[0].path, 10000).value();
  for (std::uint64_t size = 0; size < bytes.size(); ++size) {
    ASSERT_TRUE(replace_file(disk_, runs_[0].path, bytes.substr(0, size)));
    const auto reader = CdxjReader::open(disk_, files());
    ASSERT_FALSE(reader) << size;
    EXPECT_EQ(reader.error().message,
              fmt::format("index file \"{}\", offset {}: expected {} bytes, as were committed, but "
                          "the file ends here",
                          runs_[0].path, size, bytes.size()));
    EXPECT_EQ(merge_runs(disk_, runs_, next_path()).error().code, Errc::corrupt);
  }
}

TEST_F(CdxjIndexTest, EveryCommitInTheMiddleOfALineIsSeen) {
  add({index_line("http://a.example/", 1), index_line("http://b.example/", 1)});
  const std::uint64_t whole = tail_.bytes;
  const std::string bytes = read_whole(disk_, tail_.path, 10000).value();
  for (const bool is_sorted : {false, true}) {
    for (std::uint64_t size = 1; size < whole; ++size) {
      if (bytes[size - 1] == '\n') continue;
      const std::vector<CdxjFile> cut = {
          {.path = tail_.path, .bytes = size, .is_sorted = is_sorted}};
      EXPECT_EQ(merge_runs(disk_, cut, next_path()).error().code, Errc::corrupt) << size;
    }
  }
}

TEST(CdxjSorter, SortsWhatDoesNotFitIntoMemory) {
  const Scratch scratch;
  Random random(62);
  std::set<std::string> naive;
  {
    CdxjSorter sorter(system_disk(), scratch / "sorted", 1000);
    for (int i = 0; i < 3000; ++i) {
      const CdxjLine line = any_capture(random);
      naive.insert(write_line(line).value());
      ASSERT_TRUE(sorter.add(line));
    }
    EXPECT_GT(system_disk().list(scratch.path()).value().size(), 1u);
    const auto run = sorter.finish();
    ASSERT_TRUE(run) << run.error().message;
    std::string expected;
    for (const std::string& line : naive) expected += line + '\n';
    EXPECT_EQ(read_whole(system_disk(), run->path, 10'000'000).value(), expected);
    EXPECT_EQ(run->bytes, expected.size());
  }
  EXPECT_EQ(system_disk().list(scratch.path()).value(), std::vector<std::string>{"sorted"});
}

TEST(CdxjSorter, LeavesNothingBehindIfItIsGivenUp) {
  const Scratch scratch;
  {
    CdxjSorter sorter(system_disk(), scratch / "sorted", 1000);
    Random random(63);
    for (int i = 0; i < 300; ++i) ASSERT_TRUE(sorter.add(any_capture(random)));
  }
  EXPECT_TRUE(system_disk().list(scratch.path()).value().empty());
}

TEST(CdxjSorter, SortsNothingToo) {
  const Scratch scratch;
  CdxjSorter sorter(system_disk(), scratch / "sorted");
  EXPECT_EQ(sorter.finish().value().bytes, 0u);
  EXPECT_TRUE(system_disk().exists(scratch / "sorted"));
}

}  // namespace
}  // namespace freshet
