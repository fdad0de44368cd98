// A witness, beside the catalog, of what the catalog has acknowledged. A catalog can lose its log,
// or be put back from an older copy; it is whole then and does not know the newest records. The
// file `acknowledged` holds the catalog's incarnation and the number of its last commit, so a
// writer finds out before it cuts anything off.
//
// The file is written after each commit and not synced: it may be behind the catalog, never ahead.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/catalog.h"

namespace freshet {

struct CommitMark {
  std::string incarnation;  // of the catalog: 16 hexadecimal digits
  std::int64_t commits = 0;

  friend bool operator==(const CommitMark&, const CommitMark&) = default;
};

// How far the catalog can be trusted about what lies in the files.
enum class CatalogStanding {
  current,  // it knows all that was acknowledged
  unknown,  // nobody can tell: there is no witness, or it cannot be read
  stale,    // more was acknowledged than it knows
  foreign,  // another catalog acknowledged what is here
};

// Returns the mark in the archive's witness; nothing if there is none or it cannot be read.
Result<std::optional<CommitMark>> read_commit_mark(Disk& disk, const std::string& directory);

Result<CommitMark> commit_mark_of(Catalog& catalog);

CatalogStanding standing_of(const CommitMark& catalog, const std::optional<CommitMark>& witness);

// Errc::corrupt, with a sentence that names `reindex`, if the catalog is stale or foreign.
Status check_standing(CatalogStanding standing, const std::string& directory);

// Belongs to the archive's writer.
class CommitWitness {
 public:
  // Makes the file if it is not there, and writes `mark`; that lasts when this returns.
  static Result<CommitWitness> open(Disk& disk, const std::string& directory,
                                    const CommitMark& mark);

  // Writes the number of the last commit.
  Status note(std::int64_t commits);

 private:
  CommitWitness(std::unique_ptr<File> file, std::string incarnation)
      : file_(std::move(file)), incarnation_(std::move(incarnation)) {}

  std::unique_ptr<File> file_;
  std::string incarnation_;
};

// Removes the witness, before another catalog takes the place of the one it speaks of.
Status forget_witness(Disk& disk, const std::string& directory);

}  // namespace freshet
