// The checks of a page as the archive knows them: what each found, in order of time. Pure.
//
// A look is a snapshot, a row of the history of checks, or both of one time. That both are
// committed together is what makes watching durable: after a crash the looks that a watch has not
// seen yet are still there.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "catalog/rows.h"

namespace freshet {

struct CheckLook {
  Time at = {};
  int status = 0;             // 0: there was no answer
  std::string problem = {};   // why there is nothing to compare: one sentence
  bool is_unchanged = false;  // 304, or the same bytes as before
  // The content of the page at that time, if it had any: of this look or, if it is unchanged, of
  // an earlier one.
  std::optional<SnapshotRow> content = {};
  std::optional<SnapshotRow> answer = {};  // of this look, an error page too
  std::optional<PageCheck> check = {};     // the verdict of the visit; none: the first sight

  bool operator==(const CheckLook&) const = default;
};

// Returns the looks after a time; without one only the last look. Rows and checks are those of one
// page, each in order of time.
std::vector<CheckLook> looks_after(std::span<const SnapshotRow> rows,
                                   std::span<const PageCheck> checks, std::optional<Time> after);

// Returns the contents of the page before `time` that are good copies, the last `count` different
// ones, oldest first; those with the payload of one of `others` are left out.
std::vector<SnapshotRow> earlier_contents(std::span<const SnapshotRow> rows,
                                          std::span<const PageCheck> checks, Time time,
                                          std::span<const Sha1Digest> others, std::size_t count);

}  // namespace freshet
