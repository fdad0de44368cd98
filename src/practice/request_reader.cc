#include "practice/request_reader.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet {

namespace {

ServerRequest bad(int status) {
  return {.state = RequestState::bad, .status = status, .keeps = false};
}

std::string_view trimmed_field(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Returns "name" of "name:8080"; IPv6 addresses keep their brackets.
std::string_view without_port(std::string_view host) {
  const std::size_t colon = host.rfind(':');
  const std::size_t bracket = host.rfind(']');
  if (colon == host.npos || (bracket != host.npos && colon < bracket)) return host;
  return host.substr(0, colon);
}

// Returns the next line without its line end, and removes it from `rest`.
std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == rest.npos ? rest.size() : end + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// Reads "GET /path HTTP/1.1" into `request`; returns the status of the error, or 0.
int read_request_line(std::string_view line, ServerRequest& request) {
  const std::size_t first = line.find(' ');
  const std::size_t last = line.rfind(' ');
  if (first == line.npos || first == last) return 400;
  const std::string_view method = line.substr(0, first);
  const std::string_view version = line.substr(last + 1);
  std::string_view target = line.substr(first + 1, last - first - 1);
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return 400;
  if (method != "GET" && method != "HEAD") return 405;
  request.is_head = method == "HEAD";
  request.keeps = version == "HTTP/1.1";
  for (const std::string_view scheme : {"http://", "https://"}) {
    if (!target.starts_with(scheme)) continue;
    request.is_by_proxy = true;
    target.remove_prefix(scheme.size());
    const std::size_t slash = target.find('/');
    target = slash == target.npos ? "/" : target.substr(slash);
  }
  if (!target.starts_with('/') || target.find(' ') != target.npos) return 400;
  request.target = target;
  return 0;
}

// Returns true if a method may begin with `c`. Other bytes, such as a TLS ClientHello, are refused
// at once: a client with the wrong scheme would wait for ever.
bool may_begin_request(char c) { return is_ascii_alnum(c) || c == '-' || c == '_'; }

}  // namespace

ServerRequest read_request(std::string_view bytes) {
  // Empty lines before a request are skipped (RFC 9112, 2.2).
  std::size_t begin = 0;
  while (begin < bytes.size() && (bytes[begin] == '\r' || bytes[begin] == '\n')) ++begin;
  if (begin < bytes.size() && !may_begin_request(bytes[begin])) return bad(400);
  const std::string_view seen =
      bytes.substr(0, kRequestHeadBytesMax).substr(std::min(begin, kRequestHeadBytesMax));
  const std::size_t crlf = seen.find("\r\n\r\n");
  const std::size_t lf = seen.find("\n\n");
  const std::size_t end =
      std::min(crlf == seen.npos ? seen.npos : crlf + 4, lf == seen.npos ? seen.npos : lf + 2);
  if (end == seen.npos) {
    return bytes.size() >= kRequestHeadBytesMax ? bad(400) : ServerRequest{};
  }
  ServerRequest request;
  std::string_view rest = seen.substr(0, end);
  if (const int status = read_request_line(next_line(rest), request); status != 0)
    return bad(status);
  for (std::string_view line = next_line(rest); !line.empty(); line = next_line(rest)) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || colon == 0 || request.fields.size() >= kRequestFieldsMax)
      return bad(400);
    const std::string name = ascii_lower(line.substr(0, colon));
    const std::string_view value = trimmed_field(line.substr(colon + 1));
    if (name == "host") {
      if (!request.host.empty()) return bad(400);
      request.host = ascii_lower(without_port(value));
      continue;
    }
    // A crawler sends no bodies.
    if (name == "transfer-encoding" || (name == "content-length" && value != "0")) return bad(400);
    if (name == "connection" && ascii_lower(value) == "close") request.keeps = false;
    request.fields.push_back({std::string(line.substr(0, colon)), std::string(value)});
  }
  if (request.host.empty()) return bad(400);
  request.state = RequestState::whole;
  request.used = begin + end;
  return request;
}

}  // namespace freshet
