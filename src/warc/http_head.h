// The head of the HTTP message that is the block of a response or request record. Total: any bytes
// give some answer.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/record.h"

namespace freshet::warc {

inline constexpr std::size_t kHttpHeadBytesMax = 1 << 20;
inline constexpr std::size_t kHttpHeadFieldsMax = 10'000;

struct HttpHead {
  std::string start_line;  // empty if the block does not begin like HTTP: all of it is payload
  int status = 0;          // of a response; 0 if there is none
  std::string reason;
  std::vector<Field> fields;      // in order, repeated ones too
  std::size_t payload_begin = 0;  // where the head ends in the block

  std::optional<std::string_view> find(std::string_view name) const {
    return find_field(fields, name);
  }
  // All values of that name, joined by commas, as RFC 9110 (5.3) allows.
  std::string joined(std::string_view name) const;

  // "text/html": lower case, without parameters; empty if there is none.
  std::string mime() const;
};

// Looks at no more than kHttpHeadBytesMax of `block`; a longer head ends there.
HttpHead read_http_head(std::string_view block);

// True if the empty line that ends a head is in `block`, or it is too long, or it is none: more
// bytes would not change what read_http_head says.
bool has_whole_http_head(std::string_view block);

}  // namespace freshet::warc
