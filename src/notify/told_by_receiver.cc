// The wait and the reason that receivers name beside a status.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/split.h"
#include "notify/answer.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

constexpr std::size_t kReasonBytesMax = 120;
constexpr std::size_t kTokenLikeBytes = 20;

std::optional<Duration> bounded_wait(double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return std::nullopt;
  const double most = std::chrono::duration<double>(kRetryAfterMax).count();
  return std::chrono::ceil<Duration>(std::chrono::duration<double>(std::min(seconds, most)));
}

std::optional<Duration> wait_of_field(std::string_view field, Time now) {
  const std::string_view text = trim_ascii_whitespace(field);
  if (text.empty()) return std::nullopt;
  if (const auto date = parse_http_date(text))
    return std::clamp(*date - now, Duration{0}, kRetryAfterMax);
  double seconds = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seconds);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return bounded_wait(seconds);
}

std::optional<double> number_at(const nlohmann::json& object, const char* name) {
  if (!object.is_object()) return std::nullopt;
  const auto found = object.find(name);
  if (found == object.end() || !found->is_number()) return std::nullopt;
  return found->get<double>();
}

nlohmann::json parse_answer(std::string_view body) {
  return nlohmann::json::parse(body, nullptr, false);  // discarded if it is no JSON
}

// Long names of errors such as "messages_tab_disabled" are harmless, tokens with "_" are not.
bool is_harmless_word(std::string_view word) {
  std::size_t token = 0, name = 0;
  bool is_mixed = false;
  for (const char c : word) {
    const bool belongs = is_ascii_alnum(c) || c == '-' || c == '.' || c == '=' || c == '/';
    token = belongs ? token + 1 : 0;
    name = belongs || c == '_' ? name + 1 : 0;
    is_mixed = name > 0 && (is_mixed || is_ascii_digit(c) || is_ascii_upper(c));
    if (token >= kTokenLikeBytes || (name >= kTokenLikeBytes && is_mixed)) return false;
  }
  // The path of an address may be all of the secret.
  return !word.starts_with('/') && word.find("://") == std::string_view::npos &&
         word.find('<') == std::string_view::npos;
}

// Returns the sentence that services put into their JSON.
std::string reason_text(std::string_view body) {
  const nlohmann::json answer = parse_answer(body);
  if (!answer.is_object()) return std::string(body);
  for (const char* const name : {"description", "message", "error", "errorDescription"}) {
    const auto found = answer.find(name);
    if (found != answer.end() && found->is_string()) return found->get<std::string>();
  }
  if (const auto found = answer.find("errors");
      found != answer.end() && found->is_array() && !found->empty() && found->front().is_string())
    return found->front().get<std::string>();
  return "";
}

}  // namespace

std::optional<Duration> wanted_wait(ChannelKind kind, const SendAnswer& answer, Time now) {
  auto wait = wait_of_field(answer.retry_after, now);
  if (kind != ChannelKind::discord && kind != ChannelKind::telegram && kind != ChannelKind::matrix)
    return wait;
  const nlohmann::json body = parse_answer(answer.body);
  std::optional<double> seconds;
  if (kind == ChannelKind::discord) seconds = number_at(body, "retry_after");
  if (kind == ChannelKind::matrix) {
    seconds = number_at(body, "retry_after_ms");
    if (seconds) *seconds /= 1000;
  }
  if (kind == ChannelKind::telegram && body.is_object() && body.contains("parameters"))
    seconds = number_at(body.at("parameters"), "retry_after");
  const auto told = seconds ? bounded_wait(*seconds) : std::nullopt;
  return std::max(wait, told);  // none is less than any
}

std::string told_reason(std::string_view body) {
  if (body.size() > kAnswerBytesMax) return "";
  const std::string reason = visible(trim_ascii_whitespace(reason_text(body)));
  if (reason.size() > kReasonBytesMax) return "";
  return std::ranges::all_of(split_at(' ', reason), is_harmless_word) ? reason : "";
}

}  // namespace freshet
