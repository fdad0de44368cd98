// A request that a client sent to us, and our answer to it, as values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace freshet {

struct HttpField {
  std::string name;
  std::string value;
};

// The server has made sure that there is exactly one Host field, the target begins with "/" and
// has no spaces or control characters, and head and body lie within their limits.
struct HttpRequest {
  std::string method = {};
  std::string target = {};             // path and query, as sent
  std::vector<HttpField> fields = {};  // names in lower case
  std::string body = {};
  std::string peer = {};  // address of the client; empty: it came by a Unix socket
  std::uint64_t id = 0;   // its number, for log lines and answers

  // Returns the value of the first field of this name, given in lower case; none: nullptr.
  const std::string* field(std::string_view name) const;
  // The part of the target before "?", and the part behind it.
  std::string_view path() const;
  std::string_view query() const;
};

struct HttpResponse {
  int status = 200;
  std::vector<HttpField> fields = {};  // without Content-Length, Date and Connection
  std::string body = {};
};

// Returns the usual words for a status: "Not Found".
std::string_view status_words(int status);

// Returns an error as application/problem+json (RFC 9457). `detail` is a sentence for people.
HttpResponse problem(int status, std::string_view detail, std::vector<HttpField> fields = {});

}  // namespace freshet
