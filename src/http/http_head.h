// The head of an answer as bytes.
#pragma once

#include <optional>
#include <string>

#include "base/time.h"
#include "http/message.h"

namespace freshet {

struct HttpFraming {
  std::optional<std::size_t> length = {};  // of the body; none: in chunks, or until the end
  bool in_chunks = false;
  bool stays_open = true;
};

// Fields of the response that would break the head lose the bytes that do: control characters in
// values become spaces, fields with names that are no token are left out.
std::string head_of(const HttpResponse& response, const HttpFraming& framing, Time now);

// Returns true for statuses whose answers have no body.
bool has_no_body(int status);

}  // namespace freshet
