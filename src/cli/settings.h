// The settings of freshet. Each is declared once, in settings.cc: its key, type, default, meaning
// and the field it fills. The environment variable, the key in the file, the flag if it has one,
// `freshet config` and the table in README.md all follow from that declaration.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.h"

namespace freshet {

enum class ColorMode { automatic, always, never };
enum class RobotsCompat { rfc, google };

struct RobotsSettings {
  RobotsCompat compat = RobotsCompat::rfc;
};

struct HtmlSettings {
  bool scripting = false;  // read <noscript> as a browser that runs scripts does
};

struct UrlSettings {
  // Query parameters that only track the reader; a * at the end stands for any ending.
  std::vector<std::string> tracking_parameters = {"utm_*",  "gclid",   "fbclid", "mc_cid",
                                                  "mc_eid", "msclkid", "dclid",  "yclid",
                                                  "igshid", "_hsenc",  "_hsmi"};
};

struct LimitSettings {
  std::int64_t page_bytes = std::int64_t{64} << 20;  // of one page, as received
};

// The options of every module, with their defaults.
struct Settings {
  LogOptions log;
  ColorMode color = ColorMode::automatic;
  HtmlSettings html;
  LimitSettings limits;
  RobotsSettings robots;
  UrlSettings url;
};

// A value on its way into or out of the settings: a toggle, a number, a choice by its name, a list.
using Value = std::variant<bool, std::int64_t, std::string, std::vector<std::string>>;

// How a value is shown to a person: on, 12, info, "a, b".
std::string shown(const Value& value);

// One declared setting.
struct Setting {
  enum class Kind { toggle, integer, choice, list };

  std::string_view key;      // "log.level"
  std::string_view meaning;  // one sentence, without its full stop
  Kind kind;
  std::string expected;  // "one of text, json": what a value must be, for errors and for help
  std::function<bool(Settings&, const Value&)> write;  // false: not what is expected
  std::function<Value(const Settings&)> read;
  std::string_view flag = "";     // "--log-level"; empty: there is none
  std::string_view command = "";  // the command that has the flag; empty: all have it

  std::string environment_name() const;  // FRESHET_LOG_LEVEL
  std::string value_name() const;        // LEVEL: how help calls the flag's value

  // Reads a value as written in a flag or an environment variable; a list is separated by commas.
  std::optional<Value> from_text(std::string_view text) const;
};

// All settings, in the order in which they are shown.
const std::vector<Setting>& known_settings();

}  // namespace freshet
