#include "app/refresh_words.h"

#include <fmt/format.h>

#include "base/wording.h"
#include "report/words.h"

namespace freshet {

std::string outlook_words(const PageOutlook& outlook) {
  const std::string history =
      outlook.checks == 0 ? std::string("never checked")
                          : fmt::format("{}, {}", counted(outlook.checks, "check", "checks"),
                                        counted(outlook.changes, "change", "changes"));
  return fmt::format("changes about {}; {} likely to be stale; {}",
                     rate_words(outlook.changes_per_day, outlook.changes_per_day_low,
                                outlook.changes_per_day_high),
                     percent_words(outlook.stale_probability), history);
}

std::string check_words(const PlannedPage& check) {
  if (check.reason != CheckReason::gone) return outlook_words(check.outlook);
  return fmt::format("gone: not found by {} in a row",
                     counted(static_cast<std::uint64_t>(check.misses), "check", "checks"));
}

std::string_view reason_word(CheckReason reason) {
  switch (reason) {
    case CheckReason::worth:
      return "worth";
    case CheckReason::explored:
      return "explored";
    case CheckReason::appointed:
      return "baskets";
    case CheckReason::gone:
      return "gone";
  }
  return "";
}

}  // namespace freshet
