// Adds up the links of one batch: those with the same host, `wakes` and `url_hash` become one row,
// from whatever page they come.
#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/error.h"
#include "catalog/frontier_rows.h"
#include "sqlite/sqlite.h"

namespace freshet {

class LinkSum {
 public:
  // Returns Errc::invalid if the number of links is out of range.
  Status add(const LinkCount& link);

  // Appends the sums, in the order in which they were first added, for the merge of their
  // partitions. `db` is in a transaction.
  Status append_to(Sqlite& db) const;

 private:
  std::vector<LinkCount> sums_;
  std::unordered_map<std::string, std::size_t> places_;  // in sums_, by host, wakes and hash
};

}  // namespace freshet
