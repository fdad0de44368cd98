#include "practice/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>

namespace freshet {

namespace {

constexpr std::size_t kChunkBytes = 4096;

std::string_view reason_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 410:
      return "Gone";
    case 421:
      return "Misdirected Request";
    case 429:
      return "Too Many Requests";
    case 503:
      return "Service Unavailable";
    default:
      return "Other";
  }
}

std::string in_chunks(std::string_view body, bool has_bad_chunk) {
  std::string out;
  if (has_bad_chunk) {
    const std::string_view half = body.substr(0, body.size() / 2);
    return fmt::format("{:x}\r\n{}\r\nthis is no chunk\r\n{}", half.size(), half,
                       body.substr(half.size()));
  }
  for (; !body.empty(); body.remove_prefix(std::min(kChunkBytes, body.size()))) {
    const std::string_view chunk = body.substr(0, kChunkBytes);
    out += fmt::format("{:x}\r\n{}\r\n", chunk.size(), chunk);
  }
  return out + "0\r\n\r\n";
}

}  // namespace

std::string answer_date(Time time) {
  using namespace std::chrono;
  constexpr std::array<std::string_view, 7> kDays = {"Sun", "Mon", "Tue", "Wed",
                                                     "Thu", "Fri", "Sat"};
  constexpr std::array<std::string_view, 12> kMonths = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                        "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};
  const Time clamped = std::clamp(time, kTimeMin, kTimeMax);
  const sys_days day = floor<days>(clamped);
  const year_month_day date(day);
  const hh_mm_ss clock(floor<seconds>(clamped - day));
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", kDays[weekday(day).c_encoding()],
                     static_cast<unsigned>(date.day()),
                     kMonths[static_cast<unsigned>(date.month()) - 1],
                     static_cast<int>(date.year()), clock.hours().count(), clock.minutes().count(),
                     clock.seconds().count());
}

void finish_answer(PracticeAnswer& answer, Time now) {
  answer.reason = reason_of(answer.status);
  std::vector<warc::Field> first = {{"Date", answer_date(now)}, {"Server", "practice"}};
  answer.headers.insert(answer.headers.begin(), first.begin(), first.end());
  const bool is_bad = answer.bad.cut_after || answer.bad.has_no_head || answer.bad.has_bad_chunk ||
                      answer.bad.is_no_http;
  answer.closes = answer.closes || is_bad || answer.framing == Framing::until_close;
  if (answer.status != 304) {
    if (answer.framing == Framing::length) {
      const std::size_t bytes = answer.says_bytes.value_or(answer.body.size());
      answer.headers.push_back({"Content-Length", fmt::format("{}", bytes)});
    } else if (answer.framing == Framing::chunked) {
      answer.headers.push_back({"Transfer-Encoding", "chunked"});
    }
  }
  if (answer.closes) answer.headers.push_back({"Connection", "close"});
}

std::string head_bytes(const PracticeAnswer& answer) {
  std::string head = fmt::format("HTTP/1.1 {} {}\r\n", answer.status, answer.reason);
  for (const warc::Field& field : answer.headers)
    head.append(field.name).append(": ").append(field.value).append("\r\n");
  return head + "\r\n";
}

std::string wire_body(const PracticeAnswer& answer) {
  std::string bytes = answer.framing == Framing::chunked
                          ? in_chunks(answer.body, answer.bad.has_bad_chunk)
                          : answer.body;
  if (answer.bad.cut_after && *answer.bad.cut_after < bytes.size())
    bytes.resize(*answer.bad.cut_after);
  return bytes;
}

}  // namespace freshet
