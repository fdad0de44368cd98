// The interface to the web: one request, one answer. Implementations follow no redirects, keep no
// cookies, resolve no names and decompress nothing: the layers above decide on these. Design:
// docs/design/web.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "url/url.h"
#include "warc/exchange.h"
#include "warc/record.h"
#include "web/address.h"

namespace freshet {

// Limits of one exchange. Each is a setting.
struct FetchLimits {
  std::size_t body_bytes = std::size_t{16} << 20;  // as received; the rest is cut
  std::size_t head_bytes = std::size_t{64} << 10;  // status line and headers
  std::size_t head_lines = 200;
  Duration connect = std::chrono::seconds(10);     // TCP and TLS
  Duration first_byte = std::chrono::seconds(30);  // from the request to the first byte of the head
  Duration total = std::chrono::seconds(120);
  std::size_t lowest_rate = 256;                        // bytes per second ...
  Duration lowest_rate_for = std::chrono::seconds(20);  // ... for this long
};

struct WebRequest {
  Url url;  // http or https
  // Addresses to connect to, in this order; each has passed the guard, and no others are used.
  std::vector<IpAddress> addresses;
  std::vector<warc::Field> headers;  // all except Host, in order
  FetchLimits limits;
  bool is_head = false;  // HEAD: the answer has no body
};

enum class WebFailure : std::uint8_t {
  none,
  refused,      // connection refused
  unreachable,  // no route, network down, or every address failed
  timeout,      // a time limit, before the head was complete
  reset,        // the connection ended before the head was complete
  tls,          // certificate or handshake
  bad_answer,   // not HTTP, or beyond a limit of the head
  guarded,      // the guard refused the address
  no_socket,    // this machine had none left; not the host's fault
};

std::string_view name_of(WebFailure failure);

// Either a failure, with status 0; or a head with the part of the body that arrived.
struct WebAnswer {
  WebFailure failure = WebFailure::none;
  std::string detail = {};  // of a failure or a cut body, for people

  int status = 0;  // of the final answer, not of interim ones
  std::string reason = {};
  std::string protocol = {};  // "http/1.0", "http/1.1", "h2"
  std::vector<warc::Field> headers = {};
  std::string body = {};  // as received, without chunk framing
  warc::Truncation truncated = warc::Truncation::none;
  std::string ip = {};
  std::string request_head = {};  // as sent
  Duration took{};
};

// A connection kept between requests; a visit has one. It has one request at a time. Destroying it
// closes it; a pending request is then never answered.
class WebConnection {
 public:
  virtual ~WebConnection() = default;

  // `done` is called once, by the Events of the Web, never from within this call.
  virtual void get(WebRequest request, std::function<void(WebAnswer)> done) = 0;
};

class Web {
 public:
  virtual ~Web() = default;
  virtual std::unique_ptr<WebConnection> connect() = 0;  // must not outlive the Web
};

}  // namespace freshet
