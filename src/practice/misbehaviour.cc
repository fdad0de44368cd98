#include "practice/misbehaviour.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/hash.h"
#include "practice/chance.h"
#include "practice/content_coding.h"

namespace freshet {

namespace {

using std::chrono::hours;
using std::chrono::minutes;

constexpr std::size_t kDripBytesPerSecond = 20;
constexpr std::size_t kDripBytes = 100'000;
constexpr std::size_t kEndlessBlockBytes = std::size_t{64} << 10;
constexpr std::size_t kGarbageBytes = std::size_t{20} << 10;
constexpr std::size_t kHugeTagBytes = std::size_t{2} << 20;
constexpr std::size_t kLongHeaderBytes = std::size_t{1} << 20;
constexpr int kFloodLines = 5000;
constexpr int kRetryLong = 3600;
constexpr int kBusyPeriods = 10;  // a host is busy once in this many busy periods

void fill(std::string& body, std::size_t bytes) {
  const std::string block = body.empty() ? "<p>more</p>\n" : body;
  while (body.size() < bytes) body += block;
}

std::string garbage(std::uint64_t key) {
  ChanceStream draw(key);
  std::string bytes = "<html><a href='/x'><";
  while (bytes.size() < kGarbageBytes) bytes += static_cast<char>(draw.next());
  return bytes;
}

// Returns the other of two URLs that redirect to each other.
std::string other_of_loop(std::string_view target) {
  constexpr std::string_view kAgain = "?again";
  if (target.ends_with(kAgain)) return std::string(target.substr(0, target.size() - kAgain.size()));
  return std::string(target).append(kAgain);
}

PracticeAnswer says(int status, std::string_view text) {
  PracticeAnswer answer{.status = status};
  answer.headers = {{"Content-Type", "text/plain"}};
  answer.body = text;
  return answer;
}

std::optional<PracticeAnswer> busy_answer(const WorldPlan& plan, Time now) {
  const auto busy = plan.busy_for;
  if (busy.count() <= 0 || now < plan.began) return std::nullopt;
  const auto phase = (now - plan.began) % (busy * kBusyPeriods);
  if (phase >= busy) return std::nullopt;
  PracticeAnswer answer = says(503, "Too busy.\n");
  const auto left = std::chrono::ceil<std::chrono::seconds>(busy - phase).count();
  answer.headers.push_back({"Retry-After", fmt::format("{}", left)});
  return answer;
}

}  // namespace

std::optional<PracticeAnswer> whole_fault(const WorldPlan& plan, const HostFacts& host,
                                          std::string_view target, Time now) {
  const bool is_robots = target == "/robots.txt";
  switch (host.fault) {
    case HostFault::too_many_requests: {
      PracticeAnswer answer = says(429, "Too many requests.\n");
      answer.headers.push_back({"Retry-After", fmt::format("{}", kRetryLong)});
      return answer;
    }
    case HostFault::busy:
      return is_robots ? std::nullopt : busy_answer(plan, now);
    case HostFault::robots_unavailable:
      if (is_robots) return says(503, "Not now.\n");
      break;
    case HostFault::robots_too_many:
      if (is_robots) return says(429, "Too many requests.\n");
      break;
    case HostFault::robots_silent:
      if (is_robots) {
        PracticeAnswer answer = says(200, "");
        answer.bad.head_delay = hours(24);
        return answer;
      }
      break;
    case HostFault::wrong_certificate: {
      PracticeAnswer answer = says(200, "Nobody should see this.\n");
      answer.bad.has_wrong_certificate = true;
      return answer;
    }
    default:
      break;
  }
  return std::nullopt;
}

void misbehave(const WorldPlan& plan, const HostFacts& host, std::string_view target,
               PracticeAnswer& answer) {
  Misbehaviour& bad = answer.bad;
  switch (host.fault) {
    case HostFault::slow_head:
      bad.head_delay = minutes(10);
      break;
    case HostFault::drip:
      bad.body_bytes_per_second = kDripBytesPerSecond;
      fill(answer.body, kDripBytes);
      break;
    case HostFault::endless:
      bad.is_endless = true;
      answer.framing = Framing::until_close;
      fill(answer.body, kEndlessBlockBytes);
      break;
    case HostFault::reset_before_head:
      bad.has_no_head = bad.resets = true;
      break;
    case HostFault::reset_in_body:
      bad.cut_after = answer.body.size() / 2;
      bad.resets = true;
      break;
    case HostFault::says_more:
      answer.framing = Framing::length;
      answer.says_bytes = answer.body.size() + 1000;
      bad.cut_after = answer.body.size();
      break;
    case HostFault::says_less:
      answer.framing = Framing::length;
      answer.says_bytes = answer.body.size() / 2;
      answer.closes = true;
      break;
    case HostFault::bad_chunks:
      answer.framing = Framing::chunked;
      bad.has_bad_chunk = true;
      break;
    case HostFault::gzip_bomb:
      answer.headers.push_back({"Content-Encoding", "gzip"});
      answer.body = gzip_bomb();
      break;
    case HostFault::zstd_bomb:
      answer.headers.push_back({"Content-Encoding", "zstd"});
      answer.body = zstd_bomb();
      break;
    case HostFault::redirect_loop:
      answer.status = 302;
      answer.headers.push_back({"Location", other_of_loop(target)});
      break;
    case HostFault::header_flood:
      for (int i = 0; i < kFloodLines; ++i)
        answer.headers.push_back({fmt::format("X-Flood-{}", i), "water"});
      break;
    case HostFault::long_header:
      answer.headers.push_back({"X-Long", std::string(kLongHeaderBytes, 'x')});
      break;
    case HostFault::garbage_html:
      answer.body = garbage(chance(plan.seed, ChanceOf::fault, {hash64(target)}));
      break;
    case HostFault::huge_tags:
      answer.body += "<a title=\"" + std::string(kHugeTagBytes, 'x') + "\" href=\"/\">home</a><";
      answer.body += std::string(kHugeTagBytes, 'y');
      break;
    case HostFault::no_http:
      bad.is_no_http = true;
      answer.body = "SSH-2.0-practice\r\n";
      break;
    case HostFault::never_answers:
      bad.head_delay = hours(24);
      break;
    default:
      break;
  }
}

}  // namespace freshet
