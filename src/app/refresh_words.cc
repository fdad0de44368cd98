#include "app/refresh_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/wording.h"

namespace freshet {
namespace {

// "3 days", "5 hours", "2 years": a time with one or two digits.
std::string span_words(double days) {
  struct Unit {
    double days;
    std::string_view name;
  };
  constexpr Unit kUnits[] = {{365.25, "year"}, {30.4, "month"},    {7, "week"},
                             {1, "day"},       {1.0 / 24, "hour"}, {1.0 / 1440, "minute"}};
  for (const Unit& unit : kUnits) {
    if (days < unit.days * 1.95 && unit.name != "minute") continue;
    const auto count = std::max<long>(1, std::lround(days / unit.days));
    return fmt::format("{} {}{}", count, unit.name, count == 1 ? "" : "s");
  }
  return "";
}

}  // namespace

std::string rate_words(double changes_per_day) {
  if (!(changes_per_day > 0)) return "never";
  return fmt::format("every {}", span_words(1 / changes_per_day));
}

std::string outlook_words(const PageOutlook& outlook) {
  std::string words = fmt::format("changes about {}", rate_words(outlook.changes_per_day));
  if (outlook.changes_per_day_high > outlook.changes_per_day_low)
    words += fmt::format(" (likely between {} and {})",
                         span_words(1 / std::max(outlook.changes_per_day_high, 1e-6)),
                         span_words(1 / std::max(outlook.changes_per_day_low, 1e-6)));
  words += fmt::format("; our copy is old with {:.0f} %", 100 * outlook.stale_probability);
  words += outlook.checks == 0 ? std::string("; never checked")
                               : fmt::format("; {}, {}", counted(outlook.checks, "check", "checks"),
                                             counted(outlook.changes, "change", "changes"));
  return words;
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

std::string_view name_of(PageState state) {
  switch (state) {
    case PageState::watched:
      return "watched";
    case PageState::gone:
      return "gone";
    case PageState::faded:
      return "faded";
  }
  return "";
}

}  // namespace freshet
