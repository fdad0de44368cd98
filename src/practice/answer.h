// One request to the practice web and the world's answer, independent of the transport.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "warc/http_date.h"
#include "warc/record.h"
#include "web/address.h"

namespace freshet {

struct PracticeRequest {
  bool is_tls = false;
  std::string host;                       // the name, in lower case, without a port
  std::string target;                     // path and query, as in the request line
  std::vector<warc::Field> headers = {};  // without Host
  std::optional<IpAddress> address = {};  // that was connected to; none: an address of the host
};

// The marking of the end of a body.
enum class Framing : std::uint8_t { length, chunked, until_close };

// Faults in the delivery of an answer. Status and headers show none of them.
struct Misbehaviour {
  Duration head_delay{};                      // before the first byte of the head
  std::size_t body_bytes_per_second = 0;      // 0: unlimited
  std::optional<std::size_t> cut_after = {};  // the connection ends after this many bytes of the
                                              // body
  bool resets = false;                        // the cut is a TCP reset
  bool has_no_head = false;                   // the connection ends (or is reset) before the head
  bool is_endless = false;                    // the body repeats without end
  bool has_bad_chunk = false;                 // an invalid chunk follows half of the body
  bool is_no_http = false;  // only the body is sent, without status line and headers

  bool has_wrong_certificate = false;  // the TLS handshake fails for clients that verify

  bool operator==(const Misbehaviour&) const = default;
};

struct PracticeAnswer {
  int status = 200;
  std::string reason = {};
  // All headers sent, including Date and those of the framing.
  std::vector<warc::Field> headers = {};
  std::string body = {};
  Framing framing = Framing::length;
  std::optional<std::size_t> says_bytes = {};  // sent as Content-Length in place of the true size
  bool closes = false;                         // the connection is closed afterwards
  Misbehaviour bad = {};

  bool operator==(const PracticeAnswer&) const = default;
};

// Adds the parts common to all answers: reason phrase, Date, Server, framing headers. Call it once.
void finish_answer(PracticeAnswer& answer, Time now);

// Returns the status line, the headers and the empty line.
std::string head_bytes(const PracticeAnswer& answer);

// Returns the body as it is sent: chunked if the framing says so, and cut at `cut_after`. For an
// endless body, returns the part that repeats.
std::string wire_body(const PracticeAnswer& answer);

}  // namespace freshet
