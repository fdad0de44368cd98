// Cron expressions of five fields: minute, hour, day of month, month, day of week.
//
// Fields take "*", numbers, names of months and days (three letters), ranges, lists and steps
// ("*/15", "8-18/2"). Sunday is 0 or 7. The rule for days is that of Vixie cron (crontab(5)): if
// both day fields are restricted, that is neither begins with "*", a day matches if one of them
// does; else both must.
#pragma once

#include <bitset>
#include <chrono>
#include <string_view>

#include "base/error.h"

namespace freshet {

class CronExpression {
 public:
  static constexpr std::size_t kTextMax = 512;

  // Errc::invalid with the field and the problem; also for days that never come, like 30 February.
  static Result<CronExpression> parse(std::string_view text);

  bool has_day(std::chrono::year_month_day day) const;
  bool has_minute(int minute_of_day) const {
    return minutes_.test(static_cast<std::size_t>(minute_of_day % 60)) &&
           hours_.test(static_cast<std::size_t>(minute_of_day / 60));
  }

  // Returns true if minute or hour begins with "*": such an expression means a rhythm, not a time
  // of the day. The difference matters when clocks are changed.
  bool is_rhythm() const { return is_rhythm_; }

  // Returns true if the expression has a minute of this day of the week (0 is Sunday).
  bool may_have_weekday(unsigned weekday) const;

 private:
  std::bitset<60> minutes_;
  std::bitset<24> hours_;
  std::bitset<32> days_;
  std::bitset<13> months_;
  std::bitset<7> weekdays_;
  bool needs_both_days_ = false;
  bool is_rhythm_ = false;
};

}  // namespace freshet
