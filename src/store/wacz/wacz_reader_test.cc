// Hostile files. Output of our own writer is tested in wacz_test.cc.
#include "store/wacz/wacz_reader.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <zip.h>

#include <algorithm>
#include <functional>
#include <map>

#include "store/wacz/zip_writer.h"
#include "testkit/scratch.h"

namespace freshet {
namespace {

// A file in memory that stores no zeros, so that it can be very large.
class SparseFile final : public File {
 public:
  struct Pieces {
    std::map<std::uint64_t, std::string> written;
    std::uint64_t size = 0;
  };
  explicit SparseFile(std::shared_ptr<Pieces> pieces) : pieces_(std::move(pieces)) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    const std::uint64_t end = std::min<std::uint64_t>(offset + into.size(), pieces_->size);
    if (end <= offset) return 0;
    std::ranges::fill(into, '\0');
    for (const auto& [begin, bytes] : pieces_->written)
      for (std::uint64_t at = std::max(begin, offset); at < std::min(begin + bytes.size(), end);
           ++at)
        into[at - offset] = bytes[at - begin];
    return end - offset;
  }
  Status write(std::uint64_t offset, std::string_view bytes) override {
    pieces_->size = std::max<std::uint64_t>(pieces_->size, offset + bytes.size());
    if (bytes.size() < kLarge) pieces_->written[offset] = bytes;
    return {};
  }
  Result<std::uint64_t> size() override { return pieces_->size; }
  Status truncate(std::uint64_t size) override {
    pieces_->size = size;
    return {};
  }
  Status sync() override { return {}; }

  static constexpr std::size_t kLarge = std::size_t{1} << 20;  // such writes are of zeros only

 private:
  std::shared_ptr<Pieces> pieces_;
};

class WaczReaderTest : public testing::Test {
 protected:
  struct Entry {
    std::string name;
    std::string bytes;
    zip_int32_t method = ZIP_CM_STORE;
    zip_uint32_t mode = 0100644;
    bool is_encrypted = false;
  };

  // Written by libzip, which checks little.
  void make(const std::vector<Entry>& entries) {
    int error = 0;
    zip_t* const zip = zip_open(path_.c_str(), ZIP_CREATE | ZIP_TRUNCATE, &error);
    ASSERT_NE(zip, nullptr);
    for (const Entry& entry : entries) {
      zip_source_t* const source =
          zip_source_buffer(zip, entry.bytes.data(), entry.bytes.size(), 0);
      const zip_int64_t index = zip_file_add(zip, entry.name.c_str(), source, ZIP_FL_ENC_UTF_8);
      ASSERT_GE(index, 0) << entry.name;
      const auto at = static_cast<zip_uint64_t>(index);
      zip_set_file_compression(zip, at, entry.method, 9);
      zip_file_set_external_attributes(zip, at, 0, ZIP_OPSYS_UNIX, entry.mode << 16);
      if (entry.is_encrypted) zip_file_set_encryption(zip, at, ZIP_EM_AES_128, "secret");
    }
    ASSERT_EQ(zip_close(zip), 0);
  }

  // Written by our own writer, which allows duplicate names.
  void make_stored(const std::vector<Entry>& entries) {
    auto file = disk_.open(path_, Access::write);
    ASSERT_TRUE(file && (*file)->truncate(0));
    ZipWriter zip(*std::move(file), Time());
    for (const Entry& entry : entries)
      ASSERT_TRUE(zip.begin(entry.name) && zip.append(entry.bytes) && zip.end());
    ASSERT_TRUE(zip.finish());
  }

  // Replaces one sequence of bytes by another of the same length, wherever it stands.
  void change(const std::string& from, const std::string& to) {
    std::string bytes = read_whole(disk_, path_, 10'000'000).value();
    std::size_t changes = 0;
    for (std::size_t at = 0; (at = bytes.find(from, at)) != bytes.npos;
         at += from.size(), ++changes)
      bytes.replace(at, from.size(), to);
    ASSERT_GT(changes, 0u);
    ASSERT_TRUE(replace_file(disk_, path_, bytes));
  }

  std::string complaint() {
    const auto reader = WaczReader::open(disk_, path_);
    if (reader) return "none";
    EXPECT_EQ(reader.error().code, Errc::invalid);
    const std::string& message = reader.error().message;
    const std::size_t path = message.find(path_);
    EXPECT_EQ(path, 1u) << message;
    return message.substr(std::min(path_.size() + 4, message.size()));
  }

  Scratch scratch_;
  Disk& disk_ = system_disk();
  std::string path_ = scratch_ / "hostile.wacz";
};

TEST_F(WaczReaderTest, ReadsOtherPeoplesZips) {
  make({{.name = "archive/", .bytes = "", .mode = 040755},
        {.name = "archive/b.warc", .bytes = std::string(5000, 'x'), .method = ZIP_CM_DEFLATE},
        {.name = "archive/a.warc.gz", .bytes = "y"},
        {.name = "archive/readme.txt", .bytes = "z"},
        {.name = "other.warc", .bytes = "z"}});
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->entries().size(), 4u);
  const std::vector<WaczEntry> warcs = reader->warcs();
  ASSERT_EQ(warcs.size(), 2u);
  EXPECT_EQ(warcs[0].name, "archive/a.warc.gz");
  EXPECT_EQ(warcs[1].name, "archive/b.warc");
  EXPECT_EQ(reader->extract(warcs[1], disk_, scratch_ / "b", 5000).value(), 5000u);
  EXPECT_EQ(read_whole(disk_, scratch_ / "b", 10000).value(), std::string(5000, 'x'));
  EXPECT_EQ(reader->extract(warcs[1], disk_, scratch_ / "c", 4999).error().code, Errc::limit);
  EXPECT_FALSE(disk_.exists(scratch_ / "c"));
  EXPECT_FALSE(reader->check_hashes().value().has_datapackage);
}

TEST_F(WaczReaderTest, RefusesNamesThatLeadElsewhere) {
  for (const std::string name :
       {"../a", "a/../b", "a/..", "./a", "a//b", "..", "archive/../../a"}) {
    make_stored({{.name = name, .bytes = "x"}});
    EXPECT_EQ(complaint(),
              fmt::format("entry \"{}\": expected a name that stays where it is", name));
  }
  for (const std::string name : {"/a", "C:/a", "a\\b", "\\\\host\\a"}) {
    make_stored({{.name = name, .bytes = "x"}});
    EXPECT_EQ(complaint(), fmt::format("entry \"{}\": expected a relative name", name));
  }
  make_stored({{.name = "a\nb", .bytes = "x"}});
  EXPECT_EQ(complaint(), "entry \"a\\nb\": expected a name without control characters");
  make_stored({{.name = std::string(5000, 'a'), .bytes = "x"}});
  EXPECT_NE(complaint().find("expected a name of 1 to 4096 bytes"), std::string::npos);
  make_stored({{.name = "a..b/c", .bytes = "x"}});
  EXPECT_EQ(complaint(), "none");
}

TEST_F(WaczReaderTest, RefusesLinks) {
  make({{.name = "archive/a.warc", .bytes = "/etc/passwd", .mode = 0120777}});
  EXPECT_EQ(complaint(), "entry \"archive/a.warc\": expected a file, not a link");
}

TEST_F(WaczReaderTest, RefusesWhatIsEncryptedOrPackedOddly) {
  make({{.name = "a", .bytes = "x", .is_encrypted = true}});
  EXPECT_EQ(complaint(), "entry \"a\": expected a file stored or deflated, and not encrypted");
  make({{.name = "a", .bytes = std::string(1000, 'x'), .method = ZIP_CM_BZIP2}});
  EXPECT_EQ(complaint(), "entry \"a\": expected a file stored or deflated, and not encrypted");
}

TEST_F(WaczReaderTest, RefusesNamesThatComeTwice) {
  make_stored({{.name = "a", .bytes = "x"}, {.name = "a", .bytes = "y"}});
  EXPECT_EQ(complaint(), "entry \"a\": expected a unique name");
}

TEST_F(WaczReaderTest, RefusesBombs) {
  make({{.name = "archive/a.warc", .bytes = std::string(5 << 20, '\0'), .method = ZIP_CM_DEFLATE}});
  EXPECT_EQ(complaint(),
            "entry \"archive/a.warc\": expected at most 200 times its compressed size");
}

// The directory gives both entries the bytes of the first.
TEST_F(WaczReaderTest, RefusesEntriesThatLieOverEachOther) {
  make_stored({{.name = "a", .bytes = std::string(300, 'x')}, {.name = "b", .bytes = "y"}});
  std::string bytes = read_whole(disk_, path_, 10000).value();
  const std::size_t second = bytes.rfind("PK\1\2");
  for (const std::size_t field : {20u, 24u}) bytes.replace(second + field, 4, "\x2c\x01\0\0", 4);
  ASSERT_TRUE(replace_file(disk_, path_, bytes));
  EXPECT_EQ(complaint(), "entry \"b\": expected no more bytes than the file has");
}

TEST_F(WaczReaderTest, RefusesALieAboutTheLength) {
  make({{.name = "archive/a.warc", .bytes = std::string(1000, 'x'), .method = ZIP_CM_DEFLATE}});
  change(std::string("\xe8\x03\0\0", 4), std::string("\xe7\x03\0\0", 4));
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  const auto done = reader->extract(reader->warcs()[0], disk_, scratch_ / "a", 10000);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, Errc::invalid) << done.error().message;
  EXPECT_FALSE(disk_.exists(scratch_ / "a"));
}

TEST_F(WaczReaderTest, RefusesWhatIsNoZip) {
  ASSERT_TRUE(replace_file(disk_, path_, "WARC/1.1\r\n"));
  EXPECT_NE(complaint().find("expected a ZIP file"), std::string::npos);
  ASSERT_TRUE(replace_file(disk_, path_, ""));
  EXPECT_NE(complaint().find("expected a ZIP file"), std::string::npos);
  EXPECT_EQ(WaczReader::open(disk_, scratch_ / "none").error().code, Errc::not_found);
}

TEST_F(WaczReaderTest, EveryTruncationIsRefusedOrNoticed) {
  make_stored({{.name = "archive/a.warc", .bytes = "xyz"}, {.name = "b", .bytes = "y"}});
  const std::string whole = read_whole(disk_, path_, 10000).value();
  for (std::size_t size = 0; size < whole.size(); ++size) {
    ASSERT_TRUE(replace_file(disk_, path_, whole.substr(0, size)));
    EXPECT_NE(complaint(), "none") << size;
  }
}

TEST_F(WaczReaderTest, SaysWhatDiffersFromTheDatapackage) {
  const std::string hash = sha256_hex("x");
  make_stored(
      {{.name = "a", .bytes = "x"},
       {.name = "b", .bytes = "y"},
       {.name = "c", .bytes = "zz"},
       {.name = "datapackage.json",
        .bytes = fmt::format(
            R"({{"resources":[{{"path":"a","hash":"sha256:{0}","bytes":1}},{{"path":"b","hash":"sha256:{0}"}},)"
            R"({{"path":"c","bytes":1}},{{"path":"d\n"}},{{"path":"a"}}]}})",
            hash)}});
  auto reader = WaczReader::open(disk_, path_);
  ASSERT_TRUE(reader) << reader.error().message;
  const auto check = reader->check_hashes();
  ASSERT_TRUE(check) << check.error().message;
  EXPECT_EQ(check->resources_right, 1u);
  EXPECT_EQ(check->wrong,
            (std::vector<std::string>{"\"b\": expected the hash in datapackage.json",
                                      "\"c\": expected 1 bytes by datapackage.json, found 2",
                                      "\"d\\n\" is listed in datapackage.json, but missing"}));
  make_stored({{.name = "datapackage.json", .bytes = "[[["}});
  EXPECT_EQ(WaczReader::open(disk_, path_)->check_hashes()->wrong.size(), 1u);
}

// ZIP64: an entry of more than 4 GiB, and one that begins behind it.
TEST_F(WaczReaderTest, ReadsWhatOurWriterMakesBeyond32Bits) {
  const auto pieces = std::make_shared<SparseFile::Pieces>();
  ZipWriter zip(std::make_unique<SparseFile>(pieces), Time());
  const std::string zeros(std::size_t{64} << 20, '\0');
  ASSERT_TRUE(zip.begin("archive/large.warc"));
  for (int i = 0; i < 65; ++i) ASSERT_TRUE(zip.append(zeros));
  ASSERT_TRUE(zip.end());
  ASSERT_TRUE(zip.begin("archive/small.warc") && zip.append("behind") && zip.end());
  ASSERT_TRUE(zip.finish());
  auto reader = WaczReader::open(std::make_unique<SparseFile>(pieces), "sparse");
  ASSERT_TRUE(reader) << reader.error().message;
  ASSERT_EQ(reader->warcs().size(), 2u);
  EXPECT_EQ(reader->warcs()[0].bytes, 65 * zeros.size());
  EXPECT_EQ(reader->extract(reader->warcs()[1], disk_, scratch_ / "small", 10).value(), 6u);
  EXPECT_EQ(read_whole(disk_, scratch_ / "small", 10).value(), "behind");
}

TEST_F(WaczReaderTest, RefusesADirectoryThatIsTooLarge) {
  auto file = disk_.open(path_, Access::write);
  ASSERT_TRUE(file);
  ZipWriter zip(*std::move(file), Time());
  for (std::size_t i = 0; i <= kWaczEntriesMax; ++i)
    ASSERT_TRUE(zip.begin(std::to_string(i)) && zip.end());
  ASSERT_TRUE(zip.finish());
  EXPECT_EQ(complaint(), "expected at most 100000 entries, not 100001");
}

}  // namespace
}  // namespace freshet
