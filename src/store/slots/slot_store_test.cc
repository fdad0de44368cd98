#include "store/slots/slot_store.h"

#include <gtest/gtest.h>
#include <isa-l/igzip_lib.h>

#include <set>

#include "store/slots/replica_test.h"
#include "store/slots/slot_table.h"
#include "testkit/memory_disk.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

std::size_t gzip_size(const std::string& bytes) {
  std::string out(bytes.size() + 1000, '\0');
  std::string work(ISAL_DEF_LVL1_DEFAULT, '\0');
  isal_zstream stream;
  isal_deflate_init(&stream);
  stream.level = 1;
  stream.level_buf = reinterpret_cast<std::uint8_t*>(work.data());
  stream.level_buf_size = static_cast<std::uint32_t>(work.size());
  stream.gzip_flag = IGZIP_GZIP;
  stream.end_of_stream = 1;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<std::uint32_t>(bytes.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  EXPECT_EQ(isal_deflate(&stream), COMP_OK);
  return stream.total_out;
}

// The system disk without waiting for syncs.
class LazyDisk final : public Disk {
 public:
  class LazyFile final : public File {
   public:
    explicit LazyFile(std::unique_ptr<File> file) : file_(std::move(file)) {}
    Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
      return file_->read(offset, into);
    }
    Status write(std::uint64_t offset, std::string_view bytes) override {
      return file_->write(offset, bytes);
    }
    Result<std::uint64_t> size() override { return file_->size(); }
    Status truncate(std::uint64_t size) override { return file_->truncate(size); }
    Status sync() override { return {}; }

   private:
    std::unique_ptr<File> file_;
  };

  Result<std::unique_ptr<File>> open(const std::string& path, Access access) override {
    auto file = disk_.open(path, access);
    if (!file) return file;
    return std::make_unique<LazyFile>(*std::move(file));
  }
  Status rename(const std::string& from, const std::string& to) override {
    return disk_.rename(from, to);
  }
  Status remove(const std::string& path) override { return disk_.remove(path); }
  Status make_directories(const std::string& path) override { return disk_.make_directories(path); }
  Status sync_directory(const std::string&) override { return {}; }
  Result<std::vector<std::string>> list(const std::string& path) override {
    return disk_.list(path);
  }
  bool exists(const std::string& path) override { return disk_.exists(path); }
  Result<std::uint64_t> free_bytes(const std::string& path) override {
    return disk_.free_bytes(path);
  }
  Result<std::unique_ptr<DiskLock>> lock(const std::string& path) override {
    return disk_.lock(path);
  }

 private:
  Disk& disk_ = system_disk();
};

const std::vector<std::size_t> kReplicaSizes = {300, 700, 1500, 1600, 4000, 9000, 300'000};

class SlotStoreTest : public testing::Test {
 protected:
  void SetUp() override { open(); }
  void open() {
    replica.store.reset();
    const auto done = replica.open();
    ASSERT_TRUE(done) << done.error().message;
  }
  void update(std::uint32_t first, std::uint32_t last) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t page = first; page <= last; ++page) numbers.push_back(page);
    const auto done = replica.update(numbers);
    ASSERT_TRUE(done) << done.error().message;
  }
  void close() {
    const auto done = replica.store->close();
    ASSERT_TRUE(done) << done.error().message;
  }
  std::vector<std::string> files() { return *disk.list("./slots"); }
  void flip(const std::string& name, std::uint64_t at) {
    auto file = *disk.open("./slots/" + name, Access::write);
    std::string byte(1, '\0');
    ASSERT_EQ(file->read(at, byte), 1u);
    byte[0] = static_cast<char>(byte[0] ^ 0x04);
    ASSERT_TRUE(file->write(at, byte));
  }

  MemoryDisk disk;
  Replica replica{disk, kReplicaSizes};
};

TEST_F(SlotStoreTest, ReadsBackWhatWasPut) {
  update(1, 100);
  replica.expect_pages_right();
  update(50, 120);
  replica.expect_pages_right();
  close();
  open();
  replica.expect_pages_right();
  EXPECT_EQ(replica.damage(), std::vector<std::string>{});
}

TEST_F(SlotStoreTest, KeepsOneVersionOfEachPage) {
  update(1, 100);
  const std::uint64_t first = replica.store->file_bytes();
  for (int i = 0; i < 30; ++i) update(1, 100);
  EXPECT_LT(replica.store->file_bytes(), first * 2) << "and not thirty times as much";
  EXPECT_EQ(replica.store->live_slots(), 100u);
  replica.expect_pages_right();
}

TEST_F(SlotStoreTest, DoesNotTouchALiveSlotBeforeItIsFreed) {
  auto& store = *replica.store;
  const SlotPlace old = *store.put("http://a/", Time(), "old");
  const SlotPlace now = *store.put("http://a/", Time(), "new");
  EXPECT_NE(old, now);
  EXPECT_EQ(store.read(old)->blob, "old");
  EXPECT_TRUE(store.free(old));
  EXPECT_EQ(store.read(old).error().code, Errc::corrupt);
  EXPECT_EQ(store.put("http://b/", Time(), "b")->offset, old.offset) << "the lowest free slot";
  EXPECT_EQ(store.read(now)->blob, "new");
}

TEST_F(SlotStoreTest, RefusesWhatIsTooLarge) {
  const std::string url(3u << 20, 'u');
  EXPECT_EQ(replica.store->put(url, Time(), "").error().code, Errc::limit);
}

TEST_F(SlotStoreTest, GivesALargeBlobAFileOfItsOwn) {
  auto& store = *replica.store;
  const SlotPlace place = *store.put("http://a/", Time(), std::string(3u << 20, 'x'));
  ASSERT_EQ(store.files().size(), 1u);
  EXPECT_TRUE(store.files()[0].single);
  EXPECT_EQ(store.read(place)->blob, std::string(3u << 20, 'x'));
  EXPECT_TRUE(store.free(place));
  EXPECT_EQ(files(), std::vector<std::string>{"table"});
}

TEST_F(SlotStoreTest, ErasesWhatMustNotStay) {
  update(1, 5);
  auto& store = *replica.store;
  const SlotPlace kept = *store.put("http://secret/", Time(), "a secret");
  const SlotPlace gone = *store.put("http://secret/2", Time(), "a secret");
  EXPECT_TRUE(store.free(kept));
  EXPECT_TRUE(store.free(gone, Erase::yes));
  int secrets = 0;
  for (const SlotsFileName& name : store.files()) {
    const std::string bytes = *read_whole(disk, "./slots/" + name.text(), 1 << 24);
    for (std::size_t at = 0; (at = bytes.find("a secret", at)) != std::string::npos; ++at)
      ++secrets;
  }
  EXPECT_EQ(secrets, 1) << "freed is not erased";
}

TEST_F(SlotStoreTest, CutsFilesWhoseEndIsFree) {
  update(1, 400);
  const std::uint64_t full = replica.store->file_bytes();
  for (std::uint32_t page = 1; page <= 400; ++page)
    EXPECT_TRUE(page % 10 == 0 || replica.remove(page, Erase::no));
  for (int i = 0; i < 50; ++i) update(10, 10);
  EXPECT_LT(replica.store->file_bytes(), full / 5) << "a tenth of the pages is left";
  EXPECT_GT(replica.moved, 0u);
  replica.expect_pages_right();
  EXPECT_EQ(replica.damage(), std::vector<std::string>{});
}

TEST_F(SlotStoreTest, LearnsClassesAndEmptiesTheFilesOfOldOnes) {
  Replica learner(disk, {2100, 4200}, {.relearn_after = 100});
  learner.home = "other";
  ASSERT_TRUE(disk.make_directories("other"));
  ASSERT_TRUE(learner.open());
  const SlotClasses before = learner.store->classes();
  std::vector<std::uint32_t> numbers;
  for (std::uint32_t page = 1; page <= 300; ++page) numbers.push_back(page);
  for (int i = 0; i < 12; ++i) ASSERT_TRUE(learner.update(numbers));
  EXPECT_NE(learner.store->classes(), before);
  for (const SlotsFileName& name : learner.store->files())
    EXPECT_TRUE(slot_class_of(learner.store->classes(), name.slot_bytes) == name.slot_bytes);
  learner.expect_pages_right();
  const SlotClasses learned = learner.store->classes();
  ASSERT_TRUE(learner.store->close());
  learner.store.reset();
  ASSERT_TRUE(learner.open());
  EXPECT_EQ(learner.store->classes(), learned);
  learner.expect_pages_right();
}

TEST_F(SlotStoreTest, FindsThePagesAgainFromTheFilesAlone) {
  for (int i = 0; i < 3; ++i) update(1, 60);
  ASSERT_TRUE(replica.remove(7, Erase::no));
  close();
  std::vector<SlotPlace> live;
  for (const auto& [page, kept] : replica.pages) live.push_back(kept.place);
  std::sort(live.begin(), live.end());
  EXPECT_EQ(*newest_slots(disk, "./slots"), live);
  // Without the table the store numbers on from the highest number found.
  ASSERT_TRUE(disk.remove("./slots/table"));
  open();
  update(1, 60);
  replica.expect_pages_right();
  close();
  live.clear();
  for (const auto& [page, kept] : replica.pages) live.push_back(kept.place);
  std::sort(live.begin(), live.end());
  EXPECT_EQ(*newest_slots(disk, "./slots"), live);
}

TEST_F(SlotStoreTest, TakesTheNewestOfTwoVersionsThatWereNotFreed) {
  auto& store = *replica.store;
  static_cast<void>(store.put("http://a/", Time(), "one"));
  const SlotPlace two =
      *store.put("http://a/", Time(), "two, of another size" + std::string(999, ' '));
  EXPECT_EQ(*newest_slots(disk, "./slots"), std::vector<SlotPlace>{two});
}

TEST_F(SlotStoreTest, NamesEveryFlippedByte) {
  for (int i = 0; i < 3; ++i) update(1, 40);
  ASSERT_TRUE(replica.remove(3, Erase::yes));
  ASSERT_TRUE(replica.remove(4, Erase::no));
  ASSERT_TRUE(replica.remove(5, Erase::no));
  close();
  ASSERT_EQ(replica.damage(), std::vector<std::string>{});
  std::vector<std::pair<std::string, std::uint64_t>> sizes;
  std::uint64_t total = 0;
  for (const std::string& name : files()) {
    sizes.emplace_back(name, *(*disk.open("./slots/" + name, Access::read))->size());
    total += sizes.back().second;
  }
  Random random(11);
  for (int i = 0; i < 300; ++i) {
    // Every third byte is in the small files, which chance would miss.
    std::uint64_t at = random.below(total);
    std::size_t which = i % 3 == 0 ? random.below(sizes.size()) : 0;
    if (i % 3 == 0) {
      at = random.below(sizes[which].second);
    } else {
      while (at >= sizes[which].second) at -= sizes[which++].second;
    }
    flip(sizes[which].first, at);
    EXPECT_EQ(replica.damage().size(), 1u) << sizes[which].first << " at " << at;
    flip(sizes[which].first, at);
  }
}

TEST_F(SlotStoreTest, NamesEveryTruncation) {
  auto& store = *replica.store;
  for (int i = 0; i < 3; ++i)
    static_cast<void>(store.put("http://a/", Time(), std::string(20, 'a')));
  close();
  const std::string name = store.files().at(0).text();
  auto file = *disk.open("./slots/" + name, Access::write);
  const std::uint64_t slot = store.files().at(0).slot_bytes;
  for (std::uint64_t size = *file->size(); size-- > 0;) {
    ASSERT_TRUE(file->truncate(size));
    const bool whole = size > 0 && (size - 64) % slot == 0 && size >= 64;
    // A file that ends between slots is whole in itself: the catalog tells what it lacks.
    EXPECT_EQ(replica.damage().empty(), whole) << size;
  }
  const auto lost = SlotStore::open(disk, "./slots",
                                    [](const auto& visit) { return visit({1'000'000, 64, 20}); });
  ASSERT_FALSE(lost);
  EXPECT_EQ(lost.error().code, Errc::corrupt);
}

TEST_F(SlotStoreTest, RefusesAStoreOfANewerVersion) {
  close();
  ASSERT_TRUE(replace_file(disk, "./slots/table", "freshet slots 2\nmore\n"));
  const auto newer = SlotStore::open(disk, "./slots", [](const auto&) { return Status(); });
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, Errc::denied);
}

TEST_F(SlotStoreTest, RefusesACatalogThatNamesASlotTwice) {
  const SlotPlace place = *replica.store->put("http://a/", Time(), "a");
  const auto twice = SlotStore::open(disk, "./slots", [&](const auto& visit) {
    static_cast<void>(visit(place));
    return visit(place);
  });
  ASSERT_FALSE(twice);
  EXPECT_EQ(twice.error().code, Errc::corrupt);
}

// The files take at most 1.35 times the bytes of the live pages, at all times.
TEST(SlotStore, StaysSmallUnderManyUpdates) {
  if (!testkit::has_test_data("real-pages.tar.zst")) return;
  std::vector<std::size_t> sizes;
  for (const auto& path : testkit::real_pages())
    sizes.push_back(gzip_size(testkit::read_file(path)));
  const Scratch scratch;
  LazyDisk disk;
  Replica replica(disk, sizes);
  replica.home = scratch.path();
  replica.lasting_catalog = false;
  ASSERT_TRUE(replica.open());
  constexpr std::uint32_t kPages = 8'000, kUpdates = 40'000, kBatch = 100;
  constexpr std::uint64_t kTidyBytes = 8 << 20;
  for (std::uint32_t first = 0; first < kPages; first += kBatch) {
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t page = first; page < first + kBatch; ++page) numbers.push_back(page);
    ASSERT_TRUE(replica.update(numbers, kTidyBytes));
  }
  Random random(3);
  double worst = 0;
  for (std::uint32_t done = 0; done <= kUpdates; done += kBatch) {
    if (done % 4'000 == 0) {
      const double ratio = static_cast<double>(replica.store->file_bytes()) /
                           static_cast<double>(replica.live_bytes());
      worst = std::max(worst, ratio);
      EXPECT_LE(ratio, 1.35) << "after " << done << " updates";
      std::printf("%u updates: %.3f of %.1f MB, %zu moved, %zu files\n", done, ratio,
                  static_cast<double>(replica.live_bytes()) / 1e6, replica.moved,
                  replica.store->files().size());
    }
    std::vector<std::uint32_t> numbers;
    for (std::uint32_t i = 0; i < kBatch; ++i)
      numbers.push_back(static_cast<std::uint32_t>(random.below(kPages)));
    ASSERT_TRUE(replica.update(numbers, kTidyBytes));
  }
  RecordProperty("worst_ratio_of_1000", static_cast<int>(1000 * worst));
  replica.expect_pages_right();
  ASSERT_TRUE(replica.store->close());
  EXPECT_EQ(replica.damage(), std::vector<std::string>{});
}

}  // namespace
}  // namespace freshet
