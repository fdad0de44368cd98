#include "report/calendar.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>

namespace freshet {
namespace {

using std::chrono::sys_days;
using std::chrono::year_month_day;

constexpr std::array<std::string_view, 7> kDayNames = {"Mon", "Tue", "Wed", "Thu",
                                                       "Fri", "Sat", "Sun"};
constexpr std::array<std::string_view, 12> kMonthNames = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                          "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
constexpr std::size_t kMargin = 6;       // "  Mon "
constexpr std::size_t kColumnWidth = 2;  // of a week

struct MarkLook {
  char sign;
  std::string_view color;  // of SGR
  std::string_view meaning;
};

const MarkLook& look_of(DayMark mark) {
  static constexpr std::array<MarkLook, 7> kLooks = {{{'.', "2", "not checked"},
                                                      {'!', "33", "no answer"},
                                                      {'-', "36", "unchanged"},
                                                      {'*', "1", "first seen"},
                                                      {'#', "1;32", "changed"},
                                                      {'+', "1;34", "back"},
                                                      {'x', "1;31", "gone"}}};
  return kLooks[static_cast<std::size_t>(mark)];
}

std::string painted(DayMark mark, bool in_color) {
  const MarkLook& look = look_of(mark);
  return in_color ? fmt::format("\x1b[{}m{}\x1b[0m", look.color, look.sign)
                  : std::string(1, look.sign);
}

sys_days monday_of(sys_days day) { return day - (std::chrono::weekday(day) - std::chrono::Monday); }

void append_line(std::string& out, std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

// Names each month above the week that holds its first day, where there is room.
std::string month_line(sys_days monday, std::size_t weeks) {
  std::string line(kMargin, ' ');
  for (std::size_t week = 0; week < weeks; ++week) {
    const sys_days sunday = monday + std::chrono::days(7 * week + 6);
    const year_month_day date(sunday);
    const std::size_t column = kMargin + kColumnWidth * week;
    const bool has_first = static_cast<unsigned>(date.day()) <= 7;
    if ((!has_first && week > 0) || line.size() > column) continue;
    line.resize(column, ' ');
    line += kMonthNames[static_cast<unsigned>(date.month()) - 1];
    line += ' ';
  }
  return line;
}

}  // namespace

DayMarks day_marks(std::span<const PageCheck> checks) {
  DayMarks marks;
  for (const PageCheck& check : checks) {
    DayMark mark = DayMark::failed;
    if (check.outcome == CheckOutcome::same) mark = DayMark::same;
    if (check.outcome == CheckOutcome::changed) mark = DayMark::changed;
    if (check.outcome == CheckOutcome::back) mark = DayMark::back;
    if (check.outcome == CheckOutcome::gone) mark = DayMark::gone;
    DayMark& day = marks[std::chrono::floor<std::chrono::days>(check.time)];
    day = std::max(day, mark);
  }
  return marks;
}

std::string calendar_text(const DayMarks& marks, sys_days first, sys_days last, bool in_color) {
  const sys_days last_monday = monday_of(last);
  first = std::clamp(first, last_monday - std::chrono::days(7 * (kCalendarWeeksMax - 1)), last);
  const sys_days monday = monday_of(first);
  const auto weeks = static_cast<std::size_t>((last_monday - monday).count() / 7 + 1);
  std::string out;
  std::set<DayMark> used;
  append_line(out, month_line(monday, weeks));
  for (std::size_t row = 0; row < kDayNames.size(); ++row) {
    std::string line = fmt::format("  {} ", kDayNames[row]);
    for (std::size_t week = 0; week < weeks; ++week) {
      const sys_days day = monday + std::chrono::days(7 * week + row);
      if (day < first || day > last) {
        line += "  ";
        continue;
      }
      const auto found = marks.find(day);
      const DayMark mark = found == marks.end() ? DayMark::unchecked : found->second;
      used.insert(mark);
      line += painted(mark, in_color) + " ";
    }
    append_line(out, line);
  }
  std::string legend = " ";
  for (const DayMark mark : used)
    legend += fmt::format(" {} {} ", painted(mark, in_color), look_of(mark).meaning);
  append_line(out, legend);
  return out;
}

}  // namespace freshet
