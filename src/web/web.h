// The seam to the web: one request out, one answer back. Whoever stands behind it follows no
// redirect, keeps no cookies, resolves no name and unpacks nothing: those are decisions, and they
// are made above. Design: docs/design/web.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/time.h"
#include "url/url.h"
#include "warc/capture.h"
#include "warc/record.h"
#include "web/address.h"

namespace freshet {

// What one exchange may cost. Each is a setting.
struct FetchLimits {
  std::size_t body_bytes = std::size_t{16} << 20;  // as received; then it is cut
  std::size_t head_bytes = std::size_t{64} << 10;  // status line and headers
  std::size_t head_lines = 200;
  Duration connect = std::chrono::seconds(10);     // TCP and TLS
  Duration first_byte = std::chrono::seconds(30);  // from the request to the first byte of the head
  Duration total = std::chrono::seconds(120);
  std::size_t lowest_rate = 256;                        // bytes per second ...
  Duration lowest_rate_for = std::chrono::seconds(20);  // ... for so long
};

struct WebRequest {
  Url url;  // http or https
  // Where to connect, in this order; each has passed the guard, and nothing else is connected to.
  std::vector<IpAddress> addresses;
  std::vector<warc::Field> headers;  // all but Host, in order
  FetchLimits limits;
  bool is_head = false;  // HEAD: the answer has no body
};

enum class WebFailure : std::uint8_t {
  none,
  refused,      // the connection was
  unreachable,  // no route, network down, or every address failed
  timeout,      // one of the limits in time, before there was a head
  reset,        // the connection ended before there was a whole head
  tls,          // certificate or handshake
  bad_answer,   // not HTTP, or against a limit of the head
  guarded,      // the address is not one to connect to
  no_socket,    // this machine had none to give: says nothing of the host
};

std::string_view name_of(WebFailure failure);

// Either a failure, with status 0; or a head with as much of the body as came.
struct WebAnswer {
  WebFailure failure = WebFailure::none;
  std::string detail = {};  // of a failure or a cut body, as a phrase for people

  int status = 0;  // of the final answer; interim ones are dropped
  std::string reason = {};
  std::string protocol = {};  // "http/1.0", "http/1.1", "h2"
  std::vector<warc::Field> headers = {};
  std::string body = {};  // as received, but out of its chunks
  warc::Truncation truncated = warc::Truncation::none;
  std::string ip = {};
  std::string request_head = {};  // as sent
  Duration took{};
};

// A connection that is kept from one request to the next: a visit has one. Requests on it go one
// after another. Closed when destroyed; a request that is under way is then never answered.
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
