#include "cli/settings.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "cli/setting_kinds.h"

namespace freshet {
namespace {

constexpr Names<LogLevel, 6> kLogLevels = {{{"trace", LogLevel::trace},
                                            {"debug", LogLevel::debug},
                                            {"info", LogLevel::info},
                                            {"warning", LogLevel::warning},
                                            {"error", LogLevel::error},
                                            {"off", LogLevel::off}}};
constexpr Names<LogFormat, 2> kLogFormats = {
    {{"text", LogFormat::text}, {"json", LogFormat::json}}};
constexpr Names<ColorMode, 3> kColorModes = {
    {{"auto", ColorMode::automatic}, {"always", ColorMode::always}, {"never", ColorMode::never}}};
constexpr Names<RobotsCompat, 2> kRobotsCompats = {
    {{"rfc", RobotsCompat::rfc}, {"google", RobotsCompat::google}}};

constexpr Names<warc::MemberPacking, 3> kPackings = {
    {{"gzip", warc::MemberPacking::igzip},
     {"none", warc::MemberPacking::stored},
     {"reference", warc::MemberPacking::reference}}};
constexpr Names<Layout, 2> kLayouts = {{{"log", Layout::log}, {"slots", Layout::slots}}};
constexpr Names<CatalogSync, 2> kCatalogSyncs = {
    {{"full", CatalogSync::full}, {"normal", CatalogSync::normal}}};

constexpr std::int64_t kWarcBytesLow = std::int64_t{1} << 20;
constexpr std::int64_t kWarcBytesHigh = std::int64_t{1} << 40;
constexpr std::int64_t kKeepMax = 1'000'000;

// A star only at the end, and nothing that could not stand in a query as it is.
bool is_parameter_pattern(std::string_view pattern) {
  if (pattern.empty() || pattern.find('*') < pattern.size() - 1) return false;
  return std::all_of(pattern.begin(), pattern.end(), [](char c) {
    return c > ' ' && c != '&' && c != '=' && c != '#' && c != '\x7F';
  });
}

bool is_path(std::string_view path) { return path.find('\0') == std::string_view::npos; }

std::vector<Setting> declare_archive_settings() {
  return {
      text({"archive.directory",
            "Directory of the archive; a relative path starts at the working directory",
            "--archive",
            {"crawl",      "status",  "explain",  "verify",    "reindex",  "import",  "show",
             "list",       "export",  "remove",   "compact",   "repack",   "changes", "refresh",
             "serve",      "plan",    "history",  "report",    "learn",    "diff",    "near",
             "spam",       "capture", "captures", "coherence", "simulate", "watch",   "channel",
             "deliveries", "person",  "token"}},
           "a path", is_path, [](auto& s) -> auto& { return s.archive.directory; }),
      choice({"archive.layout",
              "Layout of a new archive: log keeps every version of a page in WARC files, slots "
              "only the latest",
              "--layout",
              {"import", "crawl", "capture"}},
             kLayouts, [](auto& s) -> auto& { return s.archive.layout; }),
      choice({"archive.sync",
              "Durability of commits: full survives a loss of power; normal is faster and may lose "
              "the last commits"},
             kCatalogSyncs, [](auto& s) -> auto& { return s.archive.sync; }),
      choice({"archive.packing",
              "Compression of records: gzip, which every tool reads; none for less work and four "
              "times the size (records remain gzip members); reference for a fraction of the size, "
              "HTML packed against other pages of its host",
              "--packing",
              {"import", "crawl", "repack", "capture"}},
             kPackings, [](auto& s) -> auto& { return s.archive.packing; }),
      integer({"archive.warc_bytes",
               "Size at which a WARC file is closed and the next one started, in bytes"},
              kWarcBytesLow, kWarcBytesHigh, [](auto& s) -> auto& { return s.archive.warc_bytes; }),
      integer({"archive.keep_versions",
               "Versions of each page that `freshet compact` keeps; 0: no rule by number",
               "--keep-versions",
               {"compact"}},
              0, kKeepMax, [](auto& s) -> auto& { return s.archive.keep_versions; }),
      integer({"archive.keep_days",
               "Days for which `freshet compact` keeps each version; 0: no rule by age",
               "--keep-days",
               {"compact"}},
              0, kKeepMax, [](auto& s) -> auto& { return s.archive.keep_days; }),
  };
}

std::vector<Setting> declare_settings() {
  std::vector<Setting> settings = {
      choice({"log.level", "Lowest severity that is logged", "--log-level"}, kLogLevels,
             [](auto& s) -> auto& { return s.log.level; }),
      choice(
          {"log.format", "Format of log lines: text, or one JSON object per line", "--log-format"},
          kLogFormats, [](auto& s) -> auto& { return s.log.format; }),
      choice({"color", "Use of color; auto: on a terminal, unless NO_COLOR is set", "--color"},
             kColorModes, [](auto& s) -> auto& { return s.color; }),
      toggle({"html.scripting",
              "Parse noscript elements as a browser with scripting enabled does",
              "--scripting",
              {"inspect", "diff", "near", "import", "reindex", "crawl", "refresh"}},
             [](auto& s) -> auto& { return s.html.scripting; }),
      integer({"limits.page_bytes", "Longest page that is parsed, in bytes"}, 1,
              std::int64_t{1} << 30, [](auto& s) -> auto& { return s.limits.page_bytes; }),
      choice({"robots.compat",
              "Reading of robots.txt: rfc follows RFC 9309, google departs from it as Google's "
              "parser does"},
             kRobotsCompats, [](auto& s) -> auto& { return s.robots.compat; }),
      list({"url.tracking_parameters", "Query parameters that are removed from URLs"},
           "a list of parameter names, with * only at an end", is_parameter_pattern,
           [](auto& s) -> auto& { return s.url.tracking_parameters; }),
  };
  for (Setting& setting : declare_archive_settings()) settings.push_back(std::move(setting));
  for (Setting& setting : declare_crawl_settings()) settings.push_back(std::move(setting));
  for (Setting& setting : declare_refresh_settings()) settings.push_back(std::move(setting));
  for (Setting& setting : declare_serve_settings()) settings.push_back(std::move(setting));
  return settings;
}

}  // namespace

std::string shown(const Value& value) {
  if (const auto* claim = std::get_if<bool>(&value)) return *claim ? "on" : "off";
  if (const auto* number = std::get_if<std::int64_t>(&value)) return fmt::format("{}", *number);
  if (const auto* word = std::get_if<std::string>(&value))
    return word->empty() ? "(none)" : visible(*word);
  const auto& words = std::get<std::vector<std::string>>(value);
  return words.empty() ? "(none)" : visible(fmt::format("{}", fmt::join(words, ", ")));
}

std::string Setting::environment_name() const { return freshet::environment_name(key); }

std::string environment_name(std::string_view key) {
  std::string name = "FRESHET_";
  for (const char c : key) name += c == '.' ? '_' : to_ascii_upper(c);
  return name;
}

bool Setting::has_flag_of(std::string_view command) const {
  if (flag.empty() || command.empty()) return !flag.empty() && commands.empty();
  return std::find(commands.begin(), commands.end(), command) != commands.end();
}

std::string Setting::value_name() const {
  std::string name;
  for (const char c : key.substr(key.rfind('.') + 1)) name += to_ascii_upper(c);
  return name;
}

std::optional<Value> Setting::from_text(std::string_view text) const {
  switch (kind) {
    case Kind::toggle:
    case Kind::choice:
    case Kind::text:
      return std::string(text);
    case Kind::integer: {
      std::int64_t number = 0;
      const std::string digits(text);
      const char* end = digits.data() + digits.size();
      const auto [stop, error] = std::from_chars(digits.data(), end, number);
      if (error != std::errc() || stop != end) return std::nullopt;
      return number;
    }
    case Kind::list: {
      std::vector<std::string> words;
      if (!splits) return std::vector<std::string>{std::string(text)};
      while (!text.empty()) {
        const std::size_t comma = std::min(text.find(','), text.size());
        words.emplace_back(trim_ascii_whitespace(text.substr(0, comma)));
        text.remove_prefix(std::min(comma + 1, text.size()));
      }
      return words;
    }
  }
  return std::nullopt;
}

const std::vector<Setting>& known_settings() {
  static const std::vector<Setting> settings = declare_settings();
  return settings;
}

}  // namespace freshet
