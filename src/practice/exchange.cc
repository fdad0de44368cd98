#include "practice/exchange.h"

#include <algorithm>
#include <utility>

#include "base/check.h"

namespace freshet {

namespace {

// The part of a body that arrives, and why the rest does not.
struct Arrival {
  std::size_t bytes = 0;
  warc::Truncation truncated = warc::Truncation::none;
  std::string detail = {};
};

Duration time_for(std::size_t bytes, std::size_t rate) {
  return Duration(
      static_cast<Duration::rep>(static_cast<double>(bytes) / static_cast<double>(rate) * 1e6));
}

std::size_t bytes_in(Duration time, std::size_t rate) {
  if (time <= Duration::zero()) return 0;
  return static_cast<std::size_t>(static_cast<double>(time.count()) * static_cast<double>(rate) /
                                  1e6);
}

// Returns the part of the body that the server sends, and how the client detects its end.
Arrival sent(const PracticeAnswer& answer, bool is_head) {
  const Misbehaviour& bad = answer.bad;
  if (answer.status == 304 || is_head) return {};
  if (bad.is_endless) return {.bytes = static_cast<std::size_t>(-1)};
  if (bad.has_bad_chunk)
    return {.bytes = answer.body.size() / 2,
            .truncated = warc::Truncation::unspecified,
            .detail = "the chunks of the body are malformed"};
  require(!bad.cut_after || answer.framing == Framing::length, "only plain bodies are cut");
  const std::size_t said = answer.says_bytes.value_or(answer.body.size());
  const std::size_t came = std::min(answer.body.size(), bad.cut_after.value_or(said));
  if (came >= said) return {.bytes = said};
  return {.bytes = came,
          .truncated = warc::Truncation::disconnect,
          .detail = "the connection ended before the body did"};
}

void cut(Arrival& arrival, std::size_t bytes, warc::Truncation why, std::string detail) {
  if (arrival.bytes <= bytes) return;
  arrival = {.bytes = bytes, .truncated = why, .detail = std::move(detail)};
}

// Cuts the body at the limits of time and size. `left`: what remains of the total time when the
// body begins.
void apply_limits(Arrival& arrival, std::size_t rate, const FetchLimits& limits, Duration left) {
  cut(arrival, limits.body_bytes, warc::Truncation::length, "the body is longer than the limit");
  if (rate < limits.lowest_rate)
    cut(arrival, bytes_in(limits.lowest_rate_for, rate), warc::Truncation::time,
        "the body came too slowly");
  cut(arrival, bytes_in(left, rate), warc::Truncation::time, "the body took too long");
}

std::string repeated(const std::string& block, std::size_t bytes) {
  std::string body;
  body.reserve(bytes);
  while (body.size() < bytes) body.append(block, 0, bytes - body.size());
  return body;
}

}  // namespace

WebAnswer failed(WebFailure failure, Duration took, std::string detail) {
  return {.failure = failure, .detail = std::move(detail), .took = took};
}

Exchange exchange(PracticeAnswer answer, const WebRequest& request, Duration connect,
                  Duration latency) {
  const FetchLimits& limits = request.limits;
  const Misbehaviour& bad = answer.bad;
  if (connect > limits.connect)
    return {failed(WebFailure::timeout, limits.connect, "no connection in time")};
  if (bad.has_wrong_certificate)
    return {failed(WebFailure::tls, connect, "the certificate is for another name")};
  const Duration head_time = latency + bad.head_delay;
  if (head_time > limits.first_byte || connect + head_time > limits.total) {
    return {failed(WebFailure::timeout, std::min(connect + limits.first_byte, limits.total),
                   "no answer in time")};
  }
  const Duration begun = connect + head_time;
  if (bad.has_no_head)
    return {failed(WebFailure::reset, begun, "the connection ended before the head")};
  if (bad.is_no_http) return {failed(WebFailure::bad_answer, begun, "the answer is not HTTP")};
  if (answer.headers.size() > limits.head_lines)
    return {failed(WebFailure::bad_answer, begun, "the head has too many lines")};
  if (head_bytes(answer).size() > limits.head_bytes)
    return {failed(WebFailure::bad_answer, begun, "the head is too long")};

  const std::size_t rate =
      bad.body_bytes_per_second > 0 ? bad.body_bytes_per_second : kPracticeBytesPerSecond;
  Arrival arrival = sent(answer, request.is_head);
  apply_limits(arrival, rate, limits, limits.total - begun);
  Exchange done;
  done.is_kept = !answer.closes && arrival.truncated == warc::Truncation::none;
  done.answer.status = answer.status;
  done.answer.reason = std::move(answer.reason);
  done.answer.protocol = "http/1.1";
  done.answer.headers = std::move(answer.headers);
  if (bad.is_endless && !request.is_head) {
    done.answer.body = repeated(answer.body, arrival.bytes);
  } else {
    answer.body.resize(arrival.bytes);
    done.answer.body = std::move(answer.body);
  }
  done.answer.truncated = arrival.truncated;
  done.answer.detail = std::move(arrival.detail);
  done.answer.took = begun + time_for(arrival.bytes, rate);
  return done;
}

}  // namespace freshet
