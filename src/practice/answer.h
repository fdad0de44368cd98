// One request to the practice web and what the world says to it, whoever carries it.
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
  std::string target;                     // path and query, as they stand in the request line
  std::vector<warc::Field> headers = {};  // without Host
  std::optional<IpAddress> address = {};  // that was connected to; none: the right one
};

// How the body is told from what follows it.
enum class Framing : std::uint8_t { length, chunked, until_close };

// What is wrong with the way in which an answer is given. None of it shows in status and headers.
struct Misbehaviour {
  Duration head_delay{};                      // before the first byte of the head
  std::size_t body_bytes_per_second = 0;      // 0: as fast as it goes
  std::optional<std::size_t> cut_after = {};  // so many bytes of the body; then the connection ends
  bool resets = false;                        // by a reset, where it is cut
  bool has_no_head = false;                   // the connection ends (or resets) before the head
  bool is_endless = false;                    // the body begins again whenever it ends
  bool has_bad_chunk = false;                 // behind half of the body stands what is no chunk
  bool is_no_http = false;                    // the body alone is sent: no status line, no head

  bool has_wrong_certificate = false;  // TLS ends here for those who check

  bool operator==(const Misbehaviour&) const = default;
};

struct PracticeAnswer {
  int status = 200;
  std::string reason = {};
  // All that goes over the wire, Date and those of the framing included.
  std::vector<warc::Field> headers = {};
  std::string body = {};
  Framing framing = Framing::length;
  std::optional<std::size_t> says_bytes = {};  // as Content-Length, in place of what is true
  bool closes = false;                         // the connection is not kept
  Misbehaviour bad = {};

  bool operator==(const PracticeAnswer&) const = default;
};

// Adds what every answer has: its reason, Date, Server, the headers of its framing. Called once.
void finish_answer(PracticeAnswer& answer, Time now);

// Status line, headers and the empty line.
std::string head_bytes(const PracticeAnswer& answer);

// The body as it goes over the wire, in its chunks if it is chunked; cut where it is cut. Of an
// endless one the part that is sent over and over.
std::string wire_body(const PracticeAnswer& answer);

}  // namespace freshet
