#include <fmt/format.h>

#include "base/ascii.h"
#include "notify/answer.h"

namespace freshet {
namespace {

std::string_view failure_words(SendFailure failure) {
  switch (failure) {
    case SendFailure::bad_address:
      return "its address cannot be understood; correct it";
    case SendFailure::no_such_name:
      return "the name of its server was not found";
    case SendFailure::guarded:
      return "its server is in a network that messages may not reach";
    case SendFailure::unreachable:
      return "its server cannot be reached";
    case SendFailure::timeout:
      return "its server did not answer in time";
    case SendFailure::tls:
      return "there is no safe connection to its server";
    case SendFailure::login:
      return "its server refused user or password; correct them";
    case SendFailure::broken:
      return "its server ended the connection without an answer";
    case SendFailure::own:
    case SendFailure::none:
      break;
  }
  return "this machine could not send";
}

std::string sentence_of(ChannelKind kind, std::string_view what, std::string_view reason) {
  return fmt::format("{}: {}{}{}{}", channel_kind_title(kind), what, reason.empty() ? "" : " (",
                     reason, reason.empty() ? "." : ").");
}

std::string_view failure_words(ChannelKind kind, SendFailure failure) {
  const bool is_command = kind == ChannelKind::hook && failure == SendFailure::timeout;
  return is_command ? "it did not end in time and was stopped" : failure_words(failure);
}

Outcome judge_failure(ChannelKind kind, const SendAnswer& answer) {
  const bool is_final = answer.failure == SendFailure::bad_address ||
                        answer.failure == SendFailure::guarded ||
                        answer.failure == SendFailure::login;
  return {.verdict = is_final ? SendVerdict::failed : SendVerdict::retry,
          .stops_channel = is_final,
          .sentence = sentence_of(kind, failure_words(kind, answer.failure), answer.detail)};
}

// SMTP says by the first digit: 2 done, 4 not now, 5 never.
Outcome judge_mail(const SendAnswer& answer) {
  const std::string reason = told_reason(answer.body);
  if (answer.status / 100 == 2)
    return {.sentence = "E-mail: the mail server took it; a later bounce is not seen here."};
  const std::string what = fmt::format("the mail server answered {}", answer.status);
  const bool is_final = answer.status / 100 == 5;
  return {.verdict = is_final ? SendVerdict::failed : SendVerdict::retry,
          .sentence = sentence_of(ChannelKind::email, what, reason)};
}

// By sysexits.h, 75 asks for another attempt, its neighbours never do; 126 and 127 come from the
// system if there is no such program.
Outcome judge_command(const SendAnswer& answer) {
  constexpr int kTryAgain = 75, kUsage = 64, kConfig = 78, kNotExecutable = 126, kNotFound = 127;
  if (answer.status == 0) return {.sentence = "Command: it ended well."};
  const bool is_missing = answer.status == kNotExecutable || answer.status == kNotFound;
  const bool is_final = is_missing || (answer.status >= kUsage && answer.status <= kConfig &&
                                       answer.status != kTryAgain);
  return {.verdict = is_final ? SendVerdict::failed : SendVerdict::retry,
          .stops_channel = is_missing,
          .sentence = sentence_of(ChannelKind::hook,
                                  fmt::format("it ended with status {}", answer.status), "")};
}

Outcome not_now(ChannelKind kind, const SendAnswer& answer, Time now) {
  return {
      .verdict = SendVerdict::retry,
      .retry_after = wanted_wait(kind, answer, now),
      .sentence = sentence_of(kind, fmt::format("it asks to wait; it answered {}", answer.status),
                              told_reason(answer.body))};
}

Outcome judge_redirect(ChannelKind kind, int status) {
  const bool is_for_ever = status == 301 || status == 308;
  return {.verdict = is_for_ever ? SendVerdict::failed : SendVerdict::retry,
          .stops_channel = is_for_ever,
          .sentence = sentence_of(kind,
                                  fmt::format("it redirects ({}), which is not followed; enter the "
                                              "new address",
                                              status),
                                  "")};
}

// Returns true if no message will be taken: the address is gone, or the key is wrong.
bool is_about_channel(ChannelKind kind, const SendAnswer& answer) {
  switch (answer.status) {
    case 401:
    case 403:
    case 404:
    case 410:
      return true;
    case 400:  // Pushover tells of wrong keys so, and Slack and Telegram of chats that are gone
      return (kind == ChannelKind::pushover && answer.body.find("invalid") != std::string::npos) ||
             answer.body.find("chat not found") != std::string::npos ||
             answer.body.find("channel_is_archived") != std::string::npos;
    default:
      return false;
  }
}

// Receivers of webhooks may be behind something that answers 404 or 403 while it restarts: only 410
// is final there.
bool may_come_back(ChannelKind kind, int status) {
  const bool is_own_receiver = kind == ChannelKind::webhook || kind == ChannelKind::json;
  return is_own_receiver && status != 410;
}

Outcome judge_client_error(ChannelKind kind, const SendAnswer& answer) {
  const std::string reason = told_reason(answer.body);
  if (answer.status == 410)
    return {.verdict = SendVerdict::failed,
            .stops_channel = true,
            .sentence = sentence_of(kind, "it wants no more messages; it answered 410", reason)};
  if (may_come_back(kind, answer.status))
    return {.verdict = SendVerdict::retry,
            .sentence = sentence_of(kind, fmt::format("it answered {}", answer.status), reason)};
  const bool stops = is_about_channel(kind, answer);
  return {.verdict = SendVerdict::failed,
          .stops_channel = stops,
          .sentence =
              sentence_of(kind,
                          fmt::format("it answered {}{}", answer.status,
                                      stops ? "; its address or key is not valid any more" : ""),
                          reason)};
}

}  // namespace

Outcome judge_answer(ChannelKind kind, const SendAnswer& answer, Time now) {
  if (answer.failure != SendFailure::none) return judge_failure(kind, answer);
  if (kind == ChannelKind::email) return judge_mail(answer);
  if (kind == ChannelKind::hook) return judge_command(answer);
  const int status = answer.status;
  if (status >= 200 && status < 300)
    return {.sentence = sentence_of(kind, "it took the message", "")};
  if (status >= 300 && status < 400) return judge_redirect(kind, status);
  // 408 and 425 are not now; Pushover tells of a month's quota by 429.
  if (status == 429 || status == 408 || status == 425 || status >= 500 || status < 200)
    return not_now(kind, answer, now);
  return judge_client_error(kind, answer);
}

}  // namespace freshet
