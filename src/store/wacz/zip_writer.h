// Writes a ZIP of stored (uncompressed) entries of any length, one after another.
//
// The size and checksum of an entry are known at its end, so its header is completed then. Data
// descriptors are not used, because some WACZ readers do not support them. Each header reserves 20
// bytes for 64-bit sizes. See APPNOTE.TXT 6.3.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"

namespace freshet {

// A completed entry.
struct ZipEntry {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;  // in hexadecimal, of what was written
};

class ZipWriter {
 public:
  // Writes to `file` from its start. All entries get the time `modified`.
  ZipWriter(std::unique_ptr<File> file, Time modified);

  // One entry at a time: end it before the next begins.
  Status begin(const std::string& name);
  Status append(std::string_view bytes);
  Status end();

  // The bytes written to the current entry.
  std::uint64_t entry_bytes() const { return entry_.bytes; }
  const std::vector<ZipEntry>& entries() const { return entries_; }

  // Writes the directory, syncs, and returns the size of the file.
  Result<std::uint64_t> finish();

 private:
  struct Record {
    std::uint64_t header = 0;  // its offset
    std::uint32_t crc = 0;
  };
  std::string local_header() const;
  std::string directory_entry(std::size_t index) const;
  std::string directory_end(std::uint64_t directory) const;
  Status write(std::string_view bytes);

  std::unique_ptr<File> file_;
  std::uint32_t dos_time_;
  std::uint64_t at_ = 0;  // where the next byte goes
  bool is_in_entry_ = false;
  ZipEntry entry_;
  Record record_;
  Sha256 sha256_;
  std::vector<ZipEntry> entries_;
  std::vector<Record> records_;  // of the entries
};

}  // namespace freshet
