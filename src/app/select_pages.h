// Selection of snapshots by hosts, domains, pages and times as people write them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "store/archive.h"
#include "store/selection.h"

namespace freshet {

// As given by the user; none given: everything.
struct SelectionWords {
  std::vector<std::string> hosts = {};
  std::vector<std::string> domains = {};
  std::optional<std::string> from = {};
  std::optional<std::string> to = {};
};

// Errc::invalid if a word is not what it should be, or if they contradict each other. `prefix`
// stands before the names of fields in errors: "--" on the command line.
Result<Selection> parse_selection(const SelectionWords& words, std::string_view prefix = "--");

// Adds the pages that `urls` name to the selection, and returns those that are not in the archive.
// Errc::invalid if hosts or domains are selected already, Errc::not_found if no page is there.
Result<std::vector<std::string>> select_pages(Archive& archive,
                                              const std::vector<std::string>& urls,
                                              Selection& selection);

}  // namespace freshet
