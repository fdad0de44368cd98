// The answer to one attempt to send, and the judgement that follows from it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "notify/channel.h"

namespace freshet {

enum class SendFailure : std::uint8_t {
  none,         // there is a status
  bad_address,  // it cannot be understood
  no_such_name,
  guarded,  // the address is in a network that messages may not reach
  unreachable,
  timeout,
  tls,     // no encryption, or a certificate that is wrong
  login,   // the mail server refused user or password
  broken,  // the connection ended before there was a status
  own,     // this machine could not
};

struct SendAnswer {
  SendFailure failure = SendFailure::none;
  int status = 0;                // of HTTP or SMTP; of a command: its exit status
  std::string retry_after = {};  // the field, if there is one
  std::string body = {};         // its beginning; of SMTP: the last line of the server
  std::string detail = {};       // of a failure, without the address
};

inline constexpr std::size_t kAnswerBytesMax = 64 << 10;
inline constexpr Duration kRetryAfterMax = std::chrono::hours(24);

enum class SendVerdict : std::uint8_t {
  sent,
  retry,   // at the next time of the schedule
  failed,  // this message will never be taken
};

struct Outcome {
  SendVerdict verdict = SendVerdict::sent;
  std::optional<Duration> retry_after = {};  // not before; at most kRetryAfterMax
  bool stops_channel = false;                // nor will any other, until somebody changes it
  std::string sentence = {};                 // for people; never the address, which is a secret
};

// `now` is for a Retry-After that is a date.
Outcome judge_answer(ChannelKind kind, const SendAnswer& answer, Time now);

// Returns the wait that a receiver asks for: from the field, or from the JSON of Discord, Telegram
// and Matrix.
std::optional<Duration> wanted_wait(ChannelKind kind, const SendAnswer& answer, Time now);

// Returns a reason that the receiver gave in its body, if it is short, shows no address and nothing
// that could be a token; otherwise "".
std::string told_reason(std::string_view body);

}  // namespace freshet
