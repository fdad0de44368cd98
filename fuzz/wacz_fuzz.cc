// Reads: src/store/wacz/wacz_reader.cc src/store/wacz/zip_archive.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "memory_disk.h"
#include "store/wacz/wacz_reader.h"

using namespace freshet;

// Any bytes are refused, or give entries with harmless names that are extracted whole or not at
// all.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  constexpr std::uint64_t kExtractedMax = 1 << 20;
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  OneFileDisk disk(input);
  auto reader = WaczReader::open(disk, "input");
  if (!reader) {
    require(!reader.error().message.empty(), "a refusal is explained");
    return 0;
  }
  std::uint64_t packed_bytes = 0;
  for (const WaczEntry& entry : reader->entries()) {
    require(!entry.name.starts_with('/') && !entry.name.starts_with("../") &&
                entry.name.find("/../") == std::string::npos,
            "names stay where they are");
    packed_bytes += entry.packed_bytes;
    const auto got = reader->extract(entry, disk, "out", kExtractedMax);
    require(disk.exists("out") == got.has_value(), "what fails leaves nothing");
    if (!got) continue;
    require(*got == entry.bytes && *got <= kExtractedMax, "an entry is as long as it says");
    require(disk.remove("out").has_value(), "the file is there");
  }
  require(packed_bytes <= size, "entries do not lie over each other");
  static_cast<void>(reader->check_hashes());
  return 0;
}
