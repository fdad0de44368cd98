// Links of one batch, added up: a page that links to a host many times, and many pages that do,
// become one row.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "catalog/frontier_rows.h"
#include "catalog/sqlite.h"

namespace freshet {

class LinkSum {
 public:
  // Errc::invalid if it cannot be counted.
  Status add(const LinkCount& link);

  // Appends the sums, in the order in which they were first added, for the merge of their
  // partitions. `db` is in a transaction.
  Status append_to(Sqlite& db) const;

 private:
  std::vector<LinkCount> sums_;
  std::unordered_map<std::string, std::size_t> places_;  // in sums_, by what is one row
};

}  // namespace freshet
