#include "warc/http_date.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <vector>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 12> kMonths = {"jan", "feb", "mar", "apr", "may", "jun",
                                                      "jul", "aug", "sep", "oct", "nov", "dec"};
constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::size_t kDateBytesMax = 64;

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc() || end != text.data() + text.size() || value < 0)
    return std::nullopt;
  return value;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  for (const char c : text) {
    if (is_ascii_alnum(c) || c == ':') {
      word += to_ascii_lower(c);
    } else if (!word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

std::optional<Duration> time_of_day(std::string_view text) {
  if (text.size() != 8 || text[2] != ':' || text[5] != ':') return std::nullopt;
  const auto h = number(text.substr(0, 2));
  const auto m = number(text.substr(3, 2));
  const auto s = number(text.substr(6, 2));
  if (!h || !m || !s || *h > 23 || *m > 59 || *s > 60) return std::nullopt;
  return std::chrono::hours(*h) + std::chrono::minutes(*m) + std::chrono::seconds(*s);
}

}  // namespace

std::optional<Time> parse_http_date(std::string_view text) {
  if (text.size() > kDateBytesMax) return std::nullopt;
  // "sun 06 nov 1994 08:49:37 gmt", "sunday 06 nov 94 08:49:37 gmt", "sun nov 6 08:49:37 1994"
  const std::vector<std::string> words = words_of(text);
  if (words.size() < 5) return std::nullopt;
  const bool is_asctime = !number(words[1]);
  const auto day = number(is_asctime ? words[2] : words[1]);
  const std::string& month_name = is_asctime ? words[1] : words[2];
  const auto year = number(is_asctime ? words[4] : words[3]);
  const auto clock = time_of_day(is_asctime ? words[3] : words[4]);
  unsigned month = 0;
  for (unsigned i = 0; i < kMonths.size(); ++i)
    if (month_name == kMonths[i]) month = i + 1;
  if (!day || !year || !clock || month == 0 || *year > 9999) return std::nullopt;
  const int full_year = *year < 70 ? *year + 2000 : *year < 100 ? *year + 1900 : *year;
  const std::chrono::year_month_day date{std::chrono::year{full_year}, std::chrono::month{month},
                                         std::chrono::day{static_cast<unsigned>(*day)}};
  if (!date.ok()) return std::nullopt;
  return Time{std::chrono::sys_days{date}} + *clock;
}

std::string http_date(Time time) {
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{std::chrono::floor<std::chrono::seconds>(time - day)};
  std::string month(kMonths[static_cast<unsigned>(date.month()) - 1]);
  month[0] = static_cast<char>(month[0] - 'a' + 'A');
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT",
                     kDays[std::chrono::weekday{day}.c_encoding()],
                     static_cast<unsigned>(date.day()), month, static_cast<int>(date.year()),
                     clock.hours().count(), clock.minutes().count(), clock.seconds().count());
}

}  // namespace freshet
