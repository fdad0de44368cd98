#include "base/log.h"

#include <fmt/format.h>
#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/ansicolor_sink.h>

#include <iterator>
#include <memory>
#include <string>

#include "base/check.h"
#include "base/escape.h"
#include "base/json.h"

namespace freshet {
namespace {

// spdlog adds the time in UTC, the level and the line end.
constexpr const char* kTextPattern = "%Y-%m-%dT%H:%M:%S.%eZ %^%-7l%$ %v";
constexpr const char* kJsonPattern = R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v})";

struct Log {
  LogFormat format = LogFormat::text;
  std::unique_ptr<spdlog::logger> logger;
};

spdlog::level::level_enum spdlog_level(LogLevel level) {
  switch (level) {
    case LogLevel::trace:
      return spdlog::level::trace;
    case LogLevel::debug:
      return spdlog::level::debug;
    case LogLevel::info:
      return spdlog::level::info;
    case LogLevel::warning:
      return spdlog::level::warn;
    case LogLevel::error:
      return spdlog::level::err;
    case LogLevel::off:
      return spdlog::level::off;
  }
  return spdlog::level::off;
}

Log make_log(const LogOptions& options, bool in_color) {
  const bool json = options.format == LogFormat::json;
  const auto sink = std::make_shared<spdlog::sinks::ansicolor_stderr_sink_mt>(
      in_color && !json ? spdlog::color_mode::always : spdlog::color_mode::never);
  Log made{options.format, std::make_unique<spdlog::logger>("freshet", sink)};
  made.logger->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      json ? kJsonPattern : kTextPattern, spdlog::pattern_time_type::utc));
  made.logger->set_level(spdlog_level(options.level));
  made.logger->flush_on(spdlog::level::trace);
  return made;
}

// Never destroyed, so that a thread that outlives main may still log.
Log& the_log() {
  static Log& log = *new Log(make_log({}, false));
  return log;
}

bool needs_quotes(std::string_view value) {
  return value.empty() || value.find_first_of(" \"=\\") != std::string_view::npos;
}

void append_text_value(std::string& out, const LogValue& value) {
  if (const auto* text = std::get_if<std::string_view>(&value.kinds())) {
    const std::string shown = visible(*text);
    if (!needs_quotes(shown)) {
      out += shown;
      return;
    }
    out += '"';
    for (const char c : shown) {
      if (c == '"') out += '\\';
      out += c;
    }
    out += '"';
    return;
  }
  std::visit([&](const auto& kind) { fmt::format_to(std::back_inserter(out), "{}", kind); },
             value.kinds());
}

std::string text_payload(std::string_view message, std::initializer_list<LogField> fields) {
  std::string out = visible(message);
  for (const LogField& field : fields) {
    out += ' ';
    out += field.name.text();
    out += '=';
    append_text_value(out, field.value);
  }
  return out;
}

// Returns the members of the line's object after time and level, without its braces.
std::string json_payload(std::string_view message, std::initializer_list<LogField> fields) {
  JsonWriter json;
  json.key("message").value(message);
  for (const LogField& field : fields) {
    json.key(field.name.text());
    std::visit([&](const auto& kind) { json.value(kind); }, field.value.kinds());
  }
  return json.take();
}

}  // namespace

void start_log(const LogOptions& options, bool in_color) {
  the_log() = make_log(options, in_color);
}

void change_log_level(LogLevel level) { the_log().logger->set_level(spdlog_level(level)); }

void log(LogLevel level, std::string_view message, std::initializer_list<LogField> fields) {
  require(level != LogLevel::off, "a log line has a level");
  const Log& log = the_log();
  if (!log.logger->should_log(spdlog_level(level))) return;
  const std::string payload =
      log.format == LogFormat::json ? json_payload(message, fields) : text_payload(message, fields);
  log.logger->log(spdlog_level(level), spdlog::string_view_t(payload));
}

}  // namespace freshet
