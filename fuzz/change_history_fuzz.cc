// Reads: src/predict/change_history.cc, src/base/csv.cc
#include <cstdint>

#include "base/check.h"
#include "predict/change_history.h"
#include "predict/day_history.h"

using namespace freshet;

// The input is both files, with a line "---" between them.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const std::size_t border = input.find("\n---\n");
  const std::string_view pages = input.substr(0, border);
  const std::string_view changes =
      border == std::string_view::npos ? std::string_view{} : input.substr(border + 5);
  const auto history = parse_change_history(pages, changes);
  if (!history) {
    require(history.error().message.find("line ") != std::string::npos, "an error names its line");
    return 0;
  }
  for (const CountedChanges counted : {CountedChanges::any, CountedChanges::content}) {
    const DayHistory days = count_in_days(*history, counted);
    require(days.pages.size() == history->pages.size(), "every page is counted");
    for (const DayPage& page : days.pages) {
      require(page.first_day >= 0 && page.first_day < kHistoryDays, "a page begins in the history");
      require(page.end_day >= 1 && page.end_day <= kHistoryDays, "a page ends in the history");
      require(true_rate(page) > 0, "a rate is above 0");
      for (const std::int16_t day : page.changes)
        require(day > page.first_day && day < page.end_day, "changes are within a page's life");
    }
  }
  return 0;
}
