#include "http/http_head.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "warc/http_date.h"

namespace freshet {

namespace {

bool is_token(std::string_view name) {
  constexpr std::string_view kMarks = "!#$%&'*+-.^_`|~";
  return !name.empty() &&
         std::ranges::all_of(name, [&](char c) { return is_ascii_alnum(c) || kMarks.contains(c); });
}

void add(std::string& head, std::string_view name, std::string_view value) {
  head += name;
  head += ": ";
  for (const char c : value)
    head += (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) && c != '\t' ? ' ' : c;
  head += "\r\n";
}

}  // namespace

bool has_no_body(int status) { return status < 200 || status == 204 || status == 304; }

std::string head_of(const HttpResponse& response, const HttpFraming& framing, Time now) {
  std::string head =
      fmt::format("HTTP/1.1 {} {}\r\n", response.status, status_words(response.status));
  add(head, "Date", http_date(now));
  for (const auto& [name, value] : response.fields)
    if (is_token(name)) add(head, name, value);
  if (framing.length)
    add(head, "Content-Length", fmt::format("{}", *framing.length));
  else if (framing.in_chunks)
    add(head, "Transfer-Encoding", "chunked");
  if (!framing.stays_open) add(head, "Connection", "close");
  return head + "\r\n";
}

}  // namespace freshet
