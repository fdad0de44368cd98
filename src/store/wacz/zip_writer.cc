#include "store/wacz/zip_writer.h"

#include <isa-l/crc.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/check.h"

namespace freshet {
namespace {

constexpr std::uint64_t kMax32 = 0xFFFFFFFF;
constexpr std::uint64_t kMax16 = 0xFFFF;
constexpr std::uint16_t kZipVersion = 45;      // version 4.5: ZIP64
constexpr std::uint16_t kMadeByUnix = 3 << 8;  // so that attributes are Unix file modes
constexpr std::uint32_t kPlainFile = 0100644u << 16;
constexpr std::uint16_t kNamesAreUtf8 = 1 << 11;
constexpr std::uint16_t kZip64Field = 0x0001;
constexpr std::uint16_t kUnusedField = 0x7246;  // our own: reserves the room of kZip64Field
constexpr std::uint16_t kFieldBytes = 16;

template <class T>
void put(std::string& out, T number) {
  for (std::size_t i = 0; i < sizeof number; ++i)
    out.push_back(static_cast<char>(static_cast<std::uint64_t>(number) >> (8 * i)));
}

void put32(std::string& out, std::uint64_t number) {
  put(out, static_cast<std::uint32_t>(std::min(number, kMax32)));
}

void put16(std::string& out, std::uint64_t number) {
  put(out, static_cast<std::uint16_t>(std::min(number, kMax16)));
}

// MS-DOS times cover the years 1980 to 2107.
std::uint32_t dos_time(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss clock(std::chrono::floor<std::chrono::seconds>(time - day));
  const int year = static_cast<int>(date.year());
  if (year < 1980 || year > 2107) return 1 << 21 | 1 << 16;  // 1980-01-01
  return static_cast<std::uint32_t>(year - 1980) << 25 |
         static_cast<std::uint32_t>(static_cast<unsigned>(date.month())) << 21 |
         static_cast<std::uint32_t>(static_cast<unsigned>(date.day())) << 16 |
         static_cast<std::uint32_t>(clock.hours().count()) << 11 |
         static_cast<std::uint32_t>(clock.minutes().count()) << 5 |
         static_cast<std::uint32_t>(clock.seconds().count() / 2);
}

}  // namespace

ZipWriter::ZipWriter(std::unique_ptr<File> file, Time modified)
    : file_(std::move(file)), dos_time_(dos_time(modified)) {}

Status ZipWriter::write(std::string_view bytes) {
  if (auto done = file_->write(at_, bytes); !done) return done;
  at_ += bytes.size();
  return {};
}

std::string ZipWriter::local_header() const {
  const bool is_large = entry_.bytes >= kMax32;
  const std::uint64_t shown_bytes = is_large ? kMax32 : entry_.bytes;
  std::string out = "PK\3\4";
  put(out, kZipVersion);
  put(out, kNamesAreUtf8);
  put(out, std::uint16_t{0});  // stored
  put(out, dos_time_);
  put(out, record_.crc);
  put32(out, shown_bytes);  // packed
  put32(out, shown_bytes);
  put16(out, entry_.name.size());
  put(out, static_cast<std::uint16_t>(4 + kFieldBytes));
  out += entry_.name;
  put(out, is_large ? kZip64Field : kUnusedField);
  put(out, kFieldBytes);
  put(out, is_large ? entry_.bytes : std::uint64_t{0});
  put(out, is_large ? entry_.bytes : std::uint64_t{0});
  return out;
}

Status ZipWriter::begin(const std::string& name) {
  require(!is_in_entry_ && name.size() <= kMax16, "one entry at a time, of a name that fits");
  entry_ = {.name = name, .bytes = 0, .sha256 = ""};
  record_ = {.header = at_, .crc = 0};
  is_in_entry_ = true;
  return write(local_header());
}

Status ZipWriter::append(std::string_view bytes) {
  require(is_in_entry_, "bytes belong to an entry");
  if (auto done = write(bytes); !done) return done;
  record_.crc = crc32_gzip_refl(record_.crc, reinterpret_cast<const unsigned char*>(bytes.data()),
                                bytes.size());
  sha256_.update(bytes);
  entry_.bytes += bytes.size();
  return {};
}

Status ZipWriter::end() {
  require(is_in_entry_, "an entry is ended once");
  is_in_entry_ = false;
  entry_.sha256 = sha256_.finish_hex();
  if (auto done = file_->write(record_.header, local_header()); !done) return done;
  entries_.push_back(std::move(entry_));
  records_.push_back(record_);
  return {};
}

std::string ZipWriter::directory_entry(std::size_t index) const {
  const ZipEntry& entry = entries_[index];
  const Record& record = records_[index];
  std::string large;  // the numbers that need more than 32 bits, in this order
  if (entry.bytes >= kMax32) put(large, entry.bytes), put(large, entry.bytes);
  if (record.header >= kMax32) put(large, record.header);

  std::string out = "PK\1\2";
  put(out, static_cast<std::uint16_t>(kMadeByUnix | kZipVersion));
  put(out, kZipVersion);
  put(out, kNamesAreUtf8);
  put(out, std::uint16_t{0});  // stored
  put(out, dos_time_);
  put(out, record.crc);
  put32(out, entry.bytes);  // packed
  put32(out, entry.bytes);
  put16(out, entry.name.size());
  put16(out, 4 + large.size());
  put(out, std::uint16_t{0});  // no comment
  put(out, std::uint16_t{0});  // on the first disk
  put(out, std::uint16_t{0});  // no text
  put(out, kPlainFile);
  put32(out, record.header);
  out += entry.name;
  // An extra field is always written: without one in the directory, replayweb.page assumes that the
  // local header has none either.
  put(out, large.empty() ? kUnusedField : kZip64Field);
  put16(out, large.size());
  out += large;
  return out;
}

// Returns the end records of a directory from `directory` to at_.
std::string ZipWriter::directory_end(std::uint64_t directory) const {
  const std::uint64_t count = entries_.size(), bytes = at_ - directory;
  std::string out;
  if (count >= kMax16 || bytes >= kMax32 || directory >= kMax32) {
    out += "PK\6\6";
    put(out, std::uint64_t{44});  // bytes that follow
    put(out, static_cast<std::uint16_t>(kMadeByUnix | kZipVersion));
    put(out, kZipVersion);
    put(out, std::uint64_t{0});  // both numbers of disks
    put(out, count);
    put(out, count);
    put(out, bytes);
    put(out, directory);
    out += "PK\6\7";
    put(out, std::uint32_t{0});
    put(out, at_);  // offset of the record above
    put(out, std::uint32_t{1});
  }
  out += "PK\5\6";
  put(out, std::uint32_t{0});  // both numbers of disks
  put16(out, count);
  put16(out, count);
  put32(out, bytes);
  put32(out, directory);
  put(out, std::uint16_t{0});  // no comment
  return out;
}

Result<std::uint64_t> ZipWriter::finish() {
  require(!is_in_entry_, "the last entry has been ended");
  const std::uint64_t directory = at_;
  for (std::size_t i = 0; i < entries_.size(); ++i)
    if (auto done = write(directory_entry(i)); !done) return std::unexpected(done.error());
  if (auto done = write(directory_end(directory)); !done) return std::unexpected(done.error());
  if (auto done = file_->sync(); !done) return std::unexpected(done.error());
  return at_;
}

}  // namespace freshet
