// A ZIP of unknown origin, read by libzip, which stays hidden here. The caller decides which
// entries are acceptable.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

struct ZipListing {
  std::string name;
  std::uint64_t bytes = 0;
  std::uint64_t packed_bytes = 0;
  bool is_plain = true;  // stored or deflated, and not encrypted
  bool is_link = false;
};

class ZipArchive {
 public:
  // Reads at most `directory_bytes_max` bytes to find the directory; rejects more than
  // `entries_max` entries. `name` is for messages.
  static Result<ZipArchive> open(std::unique_ptr<File> file, const std::string& name,
                                 std::uint64_t directory_bytes_max, std::uint64_t entries_max);
  ZipArchive(ZipArchive&&) noexcept;
  ZipArchive& operator=(ZipArchive&&) noexcept;
  ~ZipArchive();

  const std::string& name() const;
  std::uint64_t file_bytes() const;
  std::uint64_t size() const;  // number of entries

  // Returns the entry `index`. Errc::invalid if the directory lacks its name or sizes.
  Result<ZipListing> listing(std::uint64_t index);

  // Decompresses the entry piece by piece, until `take` fails or `bytes_max` is exceeded.
  // Errc::invalid if it is damaged, or its length differs from the directory.
  Status read(std::uint64_t index, std::uint64_t bytes_max,
              const std::function<Status(std::string_view)>& take);

 private:
  struct Open;
  explicit ZipArchive(std::unique_ptr<Open> open);

  std::unique_ptr<Open> open_;
};

}  // namespace freshet
