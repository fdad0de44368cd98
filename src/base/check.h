// Contracts. A broken contract is a bug of ours, never of the web: the program stops, in every
// build.
#pragma once

#include <source_location>

namespace freshet {

[[noreturn]] void contract_broken(const char* what, std::source_location where);

constexpr void require(bool holds, const char* what,
                       std::source_location where = std::source_location::current()) {
  if (!holds) contract_broken(what, where);
}

}  // namespace freshet
