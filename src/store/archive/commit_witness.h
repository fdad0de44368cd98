// A witness, outside the catalog, of its last commit. A catalog can lose its log or be restored
// from an older copy. It is consistent then, but does not know the newest records. The file
// `acknowledged` holds the incarnation of the catalog and the number of its last commit, so a
// writer detects this before it cuts anything off.
//
// The file is written after each commit and not synced: it may lag behind the catalog but is never
// ahead.
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

// The result of comparing the catalog with the witness.
enum class CatalogStanding {
  current,  // the catalog knows every acknowledged commit
  unknown,  // there is no witness, or it is unreadable
  stale,    // the catalog has lost commits
  foreign,  // the witness belongs to another catalog
};

// Returns the mark in the archive's witness; nothing if it is missing or unreadable.
Result<std::optional<CommitMark>> read_commit_mark(Disk& disk, const std::string& directory);

Result<CommitMark> commit_mark_of(Catalog& catalog);

CatalogStanding standing_of(const CommitMark& catalog, const std::optional<CommitMark>& witness);

// Errc::corrupt if the catalog is stale or foreign; the message names `reindex`.
Status check_standing(CatalogStanding standing, const std::string& directory);

// Owned by the archive's writer.
class CommitWitness {
 public:
  // Creates the file if needed and writes `mark`, durably.
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

// Removes the witness before another catalog replaces the one it belongs to.
Status forget_witness(Disk& disk, const std::string& directory);

}  // namespace freshet
