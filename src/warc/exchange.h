// One HTTP exchange, as a fetch passes it to the archive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "warc/record.h"

namespace freshet::warc {

// The reason why a body is incomplete.
enum class Truncation { none, length, time, disconnect, unspecified };

std::string_view name_of(Truncation truncation);  // value of WARC-Truncated; empty for none

// The final answer only, without interim ones (1xx).
struct Exchange {
  std::string url;
  Time time;                 // when the request was sent
  std::string ip;            // of the server; empty if unknown
  std::string protocol;      // "h2", "http/1.1", "http/1.0"; empty if unknown
  std::string request_head;  // as sent, with its empty line; secrets removed
  int status = 0;
  std::string reason;
  std::vector<Field> headers;  // as received, in order, with duplicates
  std::string body;            // as received, without chunk framing
  Truncation truncated = Truncation::none;
  std::vector<Field> metadata;  // via, hopsFromSeed, fetchTimeMs, ...
};

}  // namespace freshet::warc
