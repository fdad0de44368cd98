// Opens other people's WACZ files, or any ZIP with WARCs in it. Such a file may be made to harm:
// with names that lead out of a directory, links, bombs, entries that lie over each other.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kWaczEntriesMax = 100'000;
inline constexpr std::uint64_t kWaczDirectoryBytesMax = std::uint64_t{64} << 20;
inline constexpr std::size_t kWaczNameBytesMax = 4096;
// The largest entry, and how many times its packed size an entry may have: beyond is no archive.
inline constexpr std::uint64_t kWaczEntryBytesMax = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kWaczRatioMax = 200;
inline constexpr std::uint64_t kDatapackageBytesMax = std::uint64_t{4} << 20;

struct WaczEntry {
  std::string name;  // "archive/data.warc.gz": relative, without "..", seen once
  std::uint64_t bytes = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t index = 0;  // in the ZIP

  bool is_warc() const;  // below archive/, ending in .warc or .warc.gz
};

// What the comparison with datapackage.json gave.
struct WaczCheck {
  bool has_datapackage = false;
  std::uint64_t resources_right = 0;
  std::vector<std::string> wrong;  // a sentence for each resource that is missing or differs
};

class WaczReader {
 public:
  // Checks all names and sizes; one bad entry refuses the file. Errc::invalid says which and why.
  static Result<WaczReader> open(Disk& disk, const std::string& path);
  // `name` is for messages.
  static Result<WaczReader> open(std::unique_ptr<File> file, const std::string& name);
  WaczReader(WaczReader&&) noexcept;
  WaczReader& operator=(WaczReader&&) noexcept;
  ~WaczReader();

  const std::vector<WaczEntry>& entries() const;
  std::vector<WaczEntry> warcs() const;  // in order of their names

  // Writes the entry to a new file at `path` and returns its bytes. Errc::limit past `bytes_max`,
  // Errc::invalid if it is damaged; then there is no file.
  Result<std::uint64_t> extract(const WaczEntry& entry, Disk& disk, const std::string& path,
                                std::uint64_t bytes_max);

  // Reads every resource that datapackage.json names and compares sizes and hashes. The file's own
  // word is all this is: it finds damage, not malice.
  Result<WaczCheck> check_hashes();

 private:
  struct Zip;
  explicit WaczReader(std::unique_ptr<Zip> zip);

  std::unique_ptr<Zip> zip_;
};

}  // namespace freshet
