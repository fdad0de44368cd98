// The table of `freshet list`.
#pragma once

#include <string>

#include "app/list.h"
#include "cli/output.h"

namespace freshet {

// Columns that most values fit into; a longer one moves its line along, and the URL comes last. The
// header is written with the first row. Not thread-safe.
class ListTable {
 public:
  ListTable(bool of_versions, bool in_color, Output& out)
      : of_versions_(of_versions), in_color_(in_color), out_(out) {}

  void add(const ListedPage& listed);

 private:
  std::string third(const ListedPage& listed) const;
  int width() const { return of_versions_ ? 12 : 8; }
  void write_header();

  bool of_versions_;
  bool in_color_;
  Output& out_;
  bool has_header_ = false;
};

}  // namespace freshet
