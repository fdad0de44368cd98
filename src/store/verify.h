// Checks that an archive is consistent: every record, digest, length, index line, tags entry, slot
// and row. Changes nothing.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "base/disk.h"
#include "base/error.h"

namespace freshet {

struct VerifyOptions {
  std::function<void(const std::string& fault)> fault = nullptr;  // for each, a sentence
  std::function<void(const std::string& file, std::uint64_t records)> progress =
      nullptr;  // now and then
};

struct Verified {
  std::uint64_t files = 0;
  std::uint64_t records = 0;
  std::uint64_t snapshots = 0;
  std::uint64_t tags = 0;
  std::uint64_t index_lines = 0;
  std::uint64_t faults = 0;
};

// Fails only if the archive cannot be opened or the disk fails; damage is reported to `fault`.
// Takes the lock, if it can, so that no writer starts meanwhile. Errc::unavailable if a writer is
// at work. In a read-only archive no lock is taken.
Result<Verified> verify_archive(Disk& disk, const std::string& directory,
                                const VerifyOptions& options);

}  // namespace freshet
