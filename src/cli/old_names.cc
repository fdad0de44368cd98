#include "cli/old_names.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>

#include "base/escape.h"

namespace freshet {
namespace {

using enum OldName::Fate;

constexpr std::array kOldNames = {
    // It is a wait of ours, not the Retry-After of a server.
    OldName{"crawl.retry_after", "crawl.down_wait", renamed},
    // Traps are told from content by what a kind of URL brings, no longer by fixed counts.
    OldName{"traps.query_variants", "traps.grant", retired},
    OldName{"traps.calendar_pages", "traps.grant", retired},
    OldName{"traps.similar_pages", "traps.grant", retired},
};

}  // namespace

std::span<const OldName> old_names() { return kOldNames; }

const OldName* find_old_name(std::string_view name, std::span<const OldName> table) {
  const auto found = std::ranges::find(table, name, &OldName::old_name);
  return found == table.end() ? nullptr : &*found;
}

std::string old_name_warning(const OldName& name, std::string_view where) {
  const std::string place = where.empty() ? "" : fmt::format("{}: ", visible(where));
  return name.fate == OldName::Fate::renamed
             ? fmt::format("{}{} is now called {}", place, name.old_name, name.new_name)
             : fmt::format("{}{} has no effect any more; use {} instead", place, name.old_name,
                           name.new_name);
}

std::vector<std::string> replace_old_flags(std::vector<std::string>& words,
                                           std::span<const OldName> table) {
  std::vector<std::string> warnings;
  for (std::size_t i = 0; i < words.size() && words[i] != "--";) {
    const std::size_t equals = std::min(words[i].find('='), words[i].size());
    const OldName* const old =
        words[i].starts_with("--") ? find_old_name(words[i].substr(0, equals), table) : nullptr;
    if (old == nullptr) {
      ++i;
      continue;
    }
    warnings.push_back(old_name_warning(*old, ""));
    if (old->fate == OldName::Fate::renamed) {
      words[i].replace(0, equals, old->new_name);
      ++i;
      continue;
    }
    const bool has_own_value = equals < words[i].size();
    const auto at = words.begin() + static_cast<std::ptrdiff_t>(i);
    const bool drops_next = old->takes_value && !has_own_value && i + 1 < words.size();
    words.erase(at, at + (drops_next ? 2 : 1));
  }
  return warnings;
}

}  // namespace freshet
