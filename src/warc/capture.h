// What one fetch hands to the archive.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "warc/record.h"

namespace freshet::warc {

// Why a body is not whole.
enum class Truncation { none, length, time, disconnect, unspecified };

std::string_view name_of(Truncation truncation);  // as in WARC-Truncated; empty for none

// The final answer only: interim ones (1xx) never come here.
struct Capture {
  std::string url;
  Time time;                 // when the request was sent
  std::string ip;            // of the server; empty if unknown
  std::string protocol;      // "h2", "http/1.1", "http/1.0"; empty if unknown
  std::string request_head;  // as sent, with its empty line; secrets already taken out
  int status = 0;
  std::string reason;
  std::vector<Field> headers;  // as received, in order, repeated ones too
  std::string body;            // as received, but out of its chunks
  Truncation truncated = Truncation::none;
  std::vector<Field> metadata;  // via, hopsFromSeed, fetchTimeMs, ...
};

}  // namespace freshet::warc
