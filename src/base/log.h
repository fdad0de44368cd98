// The log on stderr, as text for people or as JSON, one object per line, for machines. For any
// bytes in a message or value, a line stays one line and has no escape sequences except our own
// colors.
//
//   log(LogLevel::info, "page fetched", {{"url", url}, {"ms", 12}});
//   2026-11-15T21:48:40.123Z info    page fetched url=https://a.example/ ms=12
//   {"time":"2026-11-15T21:48:40.123Z","level":"info","message":"page fetched","url":...,"ms":12}
#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <string_view>
#include <variant>

#include "base/ascii.h"
#include "base/check.h"

namespace freshet {

enum class LogLevel { trace, debug, info, warning, error, off };  // off: no output
enum class LogFormat { text, json };

struct LogOptions {
  LogLevel level = LogLevel::info;  // this level and all more severe ones
  LogFormat format = LogFormat::text;
};

// The name of a field: a literal in lower_snake_case, checked at compile time, so that it needs no
// escape and cannot shadow the standard names of a JSON line.
class LogName {
 public:
  consteval LogName(const char* name) : text_(name) {
    require(!text_.empty() && text_ != "time" && text_ != "level" && text_ != "message",
            "a name that is not that of a part which every line has");
    for (const char c : text_)
      require(is_ascii_lower(c) || is_ascii_digit(c) || c == '_', "lower_snake_case");
  }
  constexpr std::string_view text() const { return text_; }

 private:
  std::string_view text_;  // a literal with static lifetime
};

// The value of a field. Text is borrowed: a LogValue must not outlive the call of log().
class LogValue {
 public:
  using Kinds = std::variant<bool, std::int64_t, std::uint64_t, double, std::string_view>;

  LogValue(bool claim) : kinds_(claim) {}
  LogValue(double number) : kinds_(number) {}
  LogValue(std::signed_integral auto number) : kinds_(static_cast<std::int64_t>(number)) {}
  LogValue(std::unsigned_integral auto number) : kinds_(static_cast<std::uint64_t>(number)) {}
  LogValue(std::convertible_to<std::string_view> auto const& text)
      : kinds_(static_cast<std::string_view>(text)) {}
  const Kinds& kinds() const { return kinds_; }

 private:
  Kinds kinds_;
};

struct LogField {
  LogName name;
  LogValue value;
};

// Sets level, format and colors (text only). Call it before other threads start; until then lines
// are plain text from LogLevel::info on.
void start_log(const LogOptions& options, bool in_color);

// Thread-safe.
void change_log_level(LogLevel level);

// Writes one line if `level` is at least the level set. Thread-safe.
void log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields = {});

}  // namespace freshet
