// The settings of freshet. Each is declared once, in settings.cc: its key, type, default, meaning
// and the field it fills. The environment variable, the key in the file, the flag if it has one,
// `freshet config` and docs/settings.md all follow from that declaration.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/log.h"
#include "catalog/open_catalog.h"
#include "cli/crawl_settings.h"
#include "cli/refresh_settings.h"
#include "cli/serve_settings.h"
#include "html/tag_index.h"
#include "robots/robots_line.h"
#include "store/archive_files.h"
#include "url/normal_form.h"
#include "warc/gzip.h"

namespace freshet {

enum class ColorMode { automatic, always, never };
struct HtmlSettings {
  bool scripting = false;  // read <noscript> as a browser that runs scripts does

  Scripting mode() const { return scripting ? Scripting::on : Scripting::off; }
};

struct LimitSettings {
  std::int64_t page_bytes = std::int64_t{64} << 20;  // of one page, unpacked
};

struct ArchiveSettings {
  std::string directory;  // empty: none was named
  Layout layout = Layout::log;
  CatalogSync sync = CatalogSync::full;
  warc::MemberPacking packing = warc::MemberPacking::igzip;
  std::int64_t warc_bytes = std::int64_t{1} << 30;
  std::int64_t keep_versions = 0;
  std::int64_t keep_days = 0;
};

// The options of every module, with their defaults.
struct Settings {
  LogOptions log;
  ColorMode color = ColorMode::automatic;
  HtmlSettings html;
  LimitSettings limits;
  RobotsOptions robots;
  NormalFormOptions url;
  ArchiveSettings archive;
  CrawlSettings crawl;
  RefreshSettings refresh;
  ServeSettings serve;
};

// A value on its way into or out of the settings: a toggle, a number, a choice by its name, a list.
using Value = std::variant<bool, std::int64_t, std::string, std::vector<std::string>>;

// Returns a value as it is shown to people: on, 12, info, "a, b".
std::string shown(const Value& value);

// One declared setting.
struct Setting {
  enum class Kind { toggle, integer, choice, text, list };

  std::string_view key;      // "log.level"
  std::string_view meaning;  // one sentence, without its full stop
  Kind kind;
  std::string expected;  // "one of text, json": what a value must be, for errors and for help
  std::function<bool(Settings&, const Value&)> write;  // false: not what is expected
  std::function<Value(const Settings&)> read;
  std::string_view flag;                   // "--log-level"; empty: there is none
  std::vector<std::string_view> commands;  // those that have the flag; empty: all have it
  bool splits = true;  // a list: flag and variable have commas between elements; else they are one

  // Returns true if `command` has the flag; for an empty name, if every command has it.
  bool has_flag_of(std::string_view command) const;

  std::string environment_name() const;  // FRESHET_LOG_LEVEL, as below
  std::string value_name() const;        // LEVEL: how help calls the flag's value

  // Reads a value as written in a flag or an environment variable; a list is separated by commas,
  // if it splits.
  std::optional<Value> from_text(std::string_view text) const;
};

// Returns the environment variable of a key: FRESHET_LOG_LEVEL of "log.level".
std::string environment_name(std::string_view key);

// All settings, in the order in which they are shown.
const std::vector<Setting>& known_settings();

}  // namespace freshet
