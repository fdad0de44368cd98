// Writes a ZIP of stored entries, one after another, as long as any of them turns out to be.
//
// The size and the checksum of an entry are known when it ends, so its header is filled in then; no
// data descriptors, which some readers of WACZ do not know. Each header keeps 20 bytes free for
// sizes of 64 bits. See APPNOTE.TXT 6.3.
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

// An entry that is whole.
struct ZipEntry {
  std::string name;
  std::uint64_t bytes = 0;
  std::string sha256;  // in hexadecimal, of what was written
};

class ZipWriter {
 public:
  // Writes into `file`, from its beginning. All entries bear the time `modified`.
  ZipWriter(std::unique_ptr<File> file, Time modified);

  // Entries do not overlap: one is ended before the next begins.
  Status begin(const std::string& name);
  Status append(std::string_view bytes);
  Status end();

  // How many bytes the entry has that is being written.
  std::uint64_t entry_bytes() const { return entry_.bytes; }
  const std::vector<ZipEntry>& entries() const { return entries_; }

  // Writes the directory and syncs. Returns the bytes of the file.
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
