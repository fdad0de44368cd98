#include "watch/watch_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "url/normal_form.h"
#include "url/url.h"
#include "watch/check_times.h"

namespace freshet {
namespace {

using CheckProblem = std::optional<FieldProblem>;

constexpr std::array<std::string_view, 6> kMethods = {"GET",   "POST",   "PUT",
                                                      "PATCH", "DELETE", "OPTIONS"};

bool is_token_byte(char c) {
  return is_ascii_alnum(c) || std::string_view("!#$%&'*+-.^_`|~").contains(c);
}

// Headers that say how a message is sent, or to whom. One that disagrees with the request would put
// the answers of a connection, which other pages of the host share, out of step, or archive another
// site under this URL.
constexpr std::array<std::string_view, 12> kOwnHeaders = {
    "connection",          "content-length",    "expect",  "host",
    "keep-alive",          "proxy-connection",  "te",      "trailer",
    "proxy-authorization", "transfer-encoding", "upgrade", "http2-settings"};

// Returns true if a header value or name may hold this text: no line end, no NUL.
bool is_one_line(std::string_view text) {
  return text.find_first_of(std::string_view("\r\n\0", 3)) == std::string_view::npos;
}

// Text that is shown to people or written to a file.
CheckProblem check_text(std::string path, std::string_view text, std::size_t bytes_max,
                        bool one_line) {
  if (text.size() > bytes_max)
    return FieldProblem{std::move(path), fmt::format("longer than {} bytes", bytes_max)};
  if (valid_utf8_length(text) != text.size()) return FieldProblem{std::move(path), "not UTF-8"};
  for (std::size_t at = 0; at < text.size();) {
    const CodePoint point = read_utf8(text, at);
    const bool is_break = point.value == '\n' || point.value == '\r';
    if ((point.value < 0x20 && point.value != '\t' && !(is_break && !one_line)) ||
        point.value == 0x7F) {
      return FieldProblem{std::move(path), is_break ? "a line break is not allowed here"
                                                    : "a control character is not allowed here"};
    }
    at += point.length;
  }
  return std::nullopt;
}

CheckProblem check_url(WatchSpec& watch) {
  if (watch.url.size() > WatchLimits::kUrlBytes)
    return FieldProblem{"url", fmt::format("longer than {} bytes", WatchLimits::kUrlBytes)};
  const auto url = Url::parse(watch.url);
  if (!url) return FieldProblem{"url", url.error().message};
  if (!url->is_http())
    return FieldProblem{
        "url", fmt::format("the scheme must be http or https, not \"{}\"", visible(url->scheme()))};
  if (!url->username().empty() || !url->password().empty())
    return FieldProblem{"url", "put user and password into \"request\", not into the URL"};
  watch.url = std::string(normal_form(*url, {}).href());
  return std::nullopt;
}

CheckProblem check_labels(std::string_view path, const std::vector<std::string>& labels) {
  if (labels.size() > WatchLimits::kLabels)
    return FieldProblem{std::string(path), fmt::format("more than {}", WatchLimits::kLabels)};
  for (std::size_t i = 0; i < labels.size(); ++i)
    if (auto problem = check_label(labels[i]))
      return FieldProblem{fmt::format("{}[{}]", path, i), std::move(*problem)};
  return std::nullopt;
}

CheckProblem check_parts(std::string_view path, const std::vector<WatchPart>& parts,
                         bool is_removed) {
  if (parts.size() > WatchLimits::kParts)
    return FieldProblem{std::string(path), fmt::format("more than {}", WatchLimits::kParts)};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const bool is_tree =
        parts[i].kind == WatchPart::Kind::css || parts[i].kind == WatchPart::Kind::xpath;
    if (is_removed && !is_tree)
      return FieldProblem{fmt::format("{}[{}].kind", path, i), "must be css or xpath"};
    if (auto problem = check_part(parts[i]))
      return FieldProblem{fmt::format("{}[{}].expression", path, i), std::move(*problem)};
  }
  return std::nullopt;
}

CheckProblem check_patterns(std::string_view path, const std::vector<TextPattern>& patterns) {
  if (patterns.size() > WatchLimits::kPatterns)
    return FieldProblem{std::string(path), fmt::format("more than {}", WatchLimits::kPatterns)};
  for (std::size_t i = 0; i < patterns.size(); ++i)
    if (auto problem = check_pattern(patterns[i]))
      return FieldProblem{fmt::format("{}[{}].text", path, i), std::move(*problem)};
  return std::nullopt;
}

bool needs_pattern(WatchTrigger::Kind kind) {
  return kind == WatchTrigger::Kind::appears || kind == WatchTrigger::Kind::disappears ||
         kind == WatchTrigger::Kind::present || kind == WatchTrigger::Kind::absent;
}

CheckProblem check_triggers(const std::vector<WatchTrigger>& triggers) {
  if (triggers.size() > WatchLimits::kTriggers)
    return FieldProblem{"triggers", fmt::format("more than {}", WatchLimits::kTriggers)};
  for (std::size_t i = 0; i < triggers.size(); ++i) {
    const WatchTrigger& trigger = triggers[i];
    const std::string path = fmt::format("triggers[{}]", i);
    if (needs_pattern(trigger.kind)) {
      if (auto problem = check_pattern(trigger.pattern))
        return FieldProblem{path + ".pattern.text", std::move(*problem)};
    } else if (!trigger.pattern.text.empty()) {
      return FieldProblem{path + ".pattern", "this kind of trigger has a bound, not a pattern"};
    }
    if (!std::isfinite(trigger.bound))
      return FieldProblem{path + ".bound", "must be a finite number"};
    if (trigger.kind == WatchTrigger::Kind::changed_by && trigger.bound < 0)
      return FieldProblem{path + ".bound", "must be a percentage from 0"};
  }
  return std::nullopt;
}

CheckProblem check_header(const std::string& path, const NameValue& header, bool is_secret) {
  if (header.name.empty() || header.name.size() > WatchLimits::kLabelBytes ||
      !std::ranges::all_of(header.name, is_token_byte)) {
    return FieldProblem{path + ".name", "not the name of a header"};
  }
  if (is_own_header(header.name))
    return FieldProblem{path + ".name", "this header is made by the program"};
  if (header.value.size() > WatchLimits::kHeaderBytes || !is_one_line(header.value)) {
    return FieldProblem{path + ".value", fmt::format("must be one line of at most {} bytes",
                                                     WatchLimits::kHeaderBytes)};
  }
  if (valid_utf8_length(header.value) != header.value.size())
    return FieldProblem{path + ".value", "not UTF-8"};
  if (!is_secret && is_secret_header(header.name))
    return FieldProblem{path, "this header may hold a secret; put it into secret_headers"};
  return std::nullopt;
}

CheckProblem check_headers(std::string_view path, const std::vector<NameValue>& headers,
                           bool is_secret) {
  if (headers.size() > WatchLimits::kHeaders)
    return FieldProblem{std::string(path), fmt::format("more than {}", WatchLimits::kHeaders)};
  for (std::size_t i = 0; i < headers.size(); ++i)
    if (auto problem = check_header(fmt::format("{}[{}]", path, i), headers[i], is_secret))
      return problem;
  return std::nullopt;
}

CheckProblem check_request(const WatchRequest& request) {
  if (std::ranges::find(kMethods, request.method) == kMethods.end()) {
    return FieldProblem{"request.method",
                        "must be GET, POST, PUT, PATCH, DELETE or OPTIONS, in capitals"};
  }
  if (auto problem = check_headers("request.headers", request.headers, false)) return problem;
  if (auto problem = check_headers("request.secret_headers", request.secret_headers, true))
    return problem;
  if (request.body.size() > WatchLimits::kBodyBytes)
    return FieldProblem{"request.body",
                        fmt::format("longer than {} bytes", WatchLimits::kBodyBytes)};
  if (valid_utf8_length(request.body) != request.body.size())
    return FieldProblem{"request.body", "not UTF-8"};
  if (request.user.contains(':'))
    return FieldProblem{"request.user", "a colon is not allowed here"};
  if (request.user.empty() && !request.password.empty())
    return FieldProblem{"request.password", "a password needs a user"};
  if (auto problem = check_text("request.user", request.user, WatchLimits::kNameBytes, true))
    return problem;
  return check_text("request.password", request.password, WatchLimits::kHeaderBytes, true);
}

CheckProblem check_counts(const WatchSpec& watch) {
  if (watch.confirmations < 1 || watch.confirmations > WatchLimits::kConfirmations) {
    return FieldProblem{"confirmations",
                        fmt::format("must be from 1 to {}", WatchLimits::kConfirmations)};
  }
  if (watch.lost_after < 0 || watch.lost_after > WatchLimits::kLostAfter)
    return FieldProblem{"lost_after", fmt::format("must be from 0 to {}", WatchLimits::kLostAfter)};
  if (watch.repeat_every && (*watch.repeat_every < WatchLimits::kRepeatMin ||
                             *watch.repeat_every > WatchLimits::kEveryMax)) {
    return FieldProblem{"repeat_every", "must be from 1m to 366d"};
  }
  return std::nullopt;
}

}  // namespace

std::optional<FieldProblem> check_watch(WatchSpec& watch) {
  if (auto problem = check_url(watch)) return problem;
  if (auto problem = check_text("name", watch.name, WatchLimits::kNameBytes, true)) return problem;
  if (auto problem = check_text("note", watch.note, WatchLimits::kNoteBytes, false)) return problem;
  if (auto problem = check_labels("tags", watch.tags)) return problem;
  if (auto problem = check_parts("parts", watch.parts, false)) return problem;
  if (auto problem = check_parts("removed_parts", watch.removed_parts, true)) return problem;
  if (auto problem = check_patterns("ignored", watch.ignored)) return problem;
  if (auto problem = check_patterns("kept", watch.kept)) return problem;
  if (auto problem = check_triggers(watch.triggers)) return problem;
  if (auto problem = check_counts(watch)) return problem;
  if (auto problem = check_request(watch.request)) return problem;
  if (auto problem = check_times(watch.times)) return problem;
  if (auto problem = check_labels("channels", watch.channels)) return problem;
  return check_labels("error_channels", watch.error_channels);
}

std::optional<FieldProblem> check_tag(const TagSpec& tag) {
  if (auto problem = check_label(tag.name)) return FieldProblem{"", std::move(*problem)};
  if (auto problem = check_text("note", tag.note, WatchLimits::kNoteBytes, false)) return problem;
  if (auto problem = check_labels("channels", tag.channels)) return problem;
  if (auto problem = check_labels("error_channels", tag.error_channels)) return problem;
  if (auto problem = check_parts("removed_parts", tag.removed_parts, true)) return problem;
  return check_patterns("ignored", tag.ignored);
}

std::optional<std::string> check_label(std::string_view name) {
  if (name.empty()) return "a name must not be empty";
  if (auto problem = check_text("", name, WatchLimits::kLabelBytes, true))
    return std::move(problem->message);
  return std::nullopt;
}

bool is_own_header(std::string_view name) {
  return std::ranges::find(kOwnHeaders, ascii_lower(name)) != kOwnHeaders.end();
}

bool is_secret_header(std::string_view name) {
  const std::string lower = ascii_lower(name);
  if (lower == "cookie" || lower == "cookie2") return true;
  constexpr std::array<std::string_view, 6> kSecretWords = {"auth",     "token",   "secret",
                                                            "password", "api-key", "apikey"};
  return std::ranges::any_of(kSecretWords,
                             [&](std::string_view word) { return lower.contains(word); });
}

}  // namespace freshet
