// Reads WACZ files of other programs, or any ZIP with WARCs in it. Such a file may be hostile:
// names that escape the directory, links, bombs, overlapping entries.
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
// The largest size of an entry, and the largest ratio to its compressed size.
inline constexpr std::uint64_t kWaczEntryBytesMax = std::uint64_t{1} << 40;
inline constexpr std::uint64_t kWaczRatioMax = 200;
inline constexpr std::uint64_t kDatapackageBytesMax = std::uint64_t{4} << 20;

struct WaczEntry {
  std::string name;  // "archive/data.warc.gz": relative, without "..", unique
  std::uint64_t bytes = 0;
  std::uint64_t packed_bytes = 0;
  std::uint64_t index = 0;  // in the ZIP

  bool is_warc() const;  // below archive/, ending in .warc or .warc.gz
};

// The result of comparing with datapackage.json.
struct WaczCheck {
  bool has_datapackage = false;
  std::uint64_t resources_right = 0;
  std::vector<std::string> wrong;  // a sentence for each resource that is missing or differs
};

class WaczReader {
 public:
  // Checks all names and sizes; one bad entry rejects the file, with Errc::invalid and the reason.
  static Result<WaczReader> open(Disk& disk, const std::string& path);
  // `name` is for messages.
  static Result<WaczReader> open(std::unique_ptr<File> file, const std::string& name);
  WaczReader(WaczReader&&) noexcept;
  WaczReader& operator=(WaczReader&&) noexcept;
  ~WaczReader();

  const std::vector<WaczEntry>& entries() const;
  std::vector<WaczEntry> warcs() const;  // sorted by name

  // Writes the entry to a new file at `path` and returns its size. Errc::limit past `bytes_max`,
  // Errc::invalid if it is damaged; no file is left then.
  Result<std::uint64_t> extract(const WaczEntry& entry, Disk& disk, const std::string& path,
                                std::uint64_t bytes_max);

  // Reads every resource that datapackage.json names and compares sizes and hashes. This detects
  // damage, not malice: the hashes come from the same file.
  Result<WaczCheck> check_hashes();

 private:
  struct Zip;
  explicit WaczReader(std::unique_ptr<Zip> zip);

  std::unique_ptr<Zip> zip_;
};

}  // namespace freshet
