// Reads reference members (reference_member.h). Total: any bytes give a record or an error, in
// memory bounded by the limits of the format and kReferenceCacheBytes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "warc/gzip.h"
#include "warc/reference_member.h"

namespace freshet::warc {

// Unpacked references that are kept for the next records of their hosts.
inline constexpr std::size_t kReferenceCacheBytes = std::size_t{32} << 20;

struct ReferenceRecord {
  std::string text;
  std::uint64_t length = 0;  // of the member in its file
  Seal seal = Seal::absent;
};

// Not thread-safe. Keeps the references of several files, which the caller numbers.
class ReferenceReader {
 public:
  ReferenceReader();
  ~ReferenceReader();
  ReferenceReader(ReferenceReader&&) noexcept;
  ReferenceReader& operator=(ReferenceReader&&) noexcept;

  // Reads the member at `offset`, which ends before `end`; its references may lie before any
  // `begin` of the caller. `number` tells files apart: a number always means the same bytes.
  // Errors of the disk are passed on; all others are Errc::corrupt.
  Result<ReferenceRecord> read(File& file, const std::string& name, std::uint64_t number,
                               std::uint64_t offset, std::uint64_t end);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

// A reader that others share, and the number of the file that is read.
struct SharedReferences {
  ReferenceReader* reader = nullptr;  // none: each reader keeps references of its own
  std::uint64_t number = 0;
};

}  // namespace freshet::warc
