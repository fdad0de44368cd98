#include "crawl/answer_fault.h"

#include <fmt/format.h>

#include <algorithm>

namespace freshet {
namespace {

constexpr int kDoublingsMax = 20;

// RFC 9110, 15.6: an unknown 5xx counts as 500, which includes those of proxies and CDNs (520 to
// 530). 501 and 505 mean that the request is never supported.
bool is_server_error(int status) {
  if (status == 408 || status == 425) return true;
  return status >= 500 && status <= 599 && status != 501 && status != 505;
}

}  // namespace

AnswerFault fault_of(const WebAnswer& answer) {
  if (answer.status == 429 || answer.status == 503) return AnswerFault::refusal;
  if (is_server_error(answer.status)) return AnswerFault::server_error;
  const bool is_whole =
      answer.truncated == warc::Truncation::none || answer.truncated == warc::Truncation::length;
  return is_whole ? AnswerFault::none : AnswerFault::cut;
}

std::string outcome_of(AnswerFault fault) {
  switch (fault) {
    case AnswerFault::none:
      break;
    case AnswerFault::refusal:
      return "refused";
    case AnswerFault::server_error:
      return "server-error";
    case AnswerFault::cut:
      return "cut";
  }
  return "";
}

std::string detail_of(const WebAnswer& answer) {
  if (fault_of(answer) != AnswerFault::cut) return fmt::format("status {}", answer.status);
  return fmt::format("status {}, only {} bytes of the body came{}{}", answer.status,
                     answer.body.size(), answer.detail.empty() ? "" : ": ", answer.detail);
}

Duration retry_wait(int tries, Duration backoff, Duration wait_max) {
  const int doublings = std::clamp(tries - 1, 0, kDoublingsMax);
  return std::min(backoff * (std::int64_t{1} << doublings), wait_max);
}

}  // namespace freshet
