// The head of the HTTP message in a response or request record. Total: any bytes give a result.
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
  std::string start_line;  // empty if the block does not look like HTTP: all of it is payload
  int status = 0;          // of a response; 0 if there is none
  std::string reason;
  std::vector<Field> fields;      // in order, with duplicates
  std::size_t payload_begin = 0;  // offset of the end of the head in the block

  std::optional<std::string_view> find(std::string_view name) const {
    return find_field(fields, name);
  }
  // Returns all values of that name, joined by commas, as RFC 9110 (5.3) permits.
  std::string joined(std::string_view name) const;

  // Returns "text/html": lower case, without parameters; empty if absent.
  std::string mime() const;
};

// Reads at most kHttpHeadBytesMax of `block`; a longer head ends there.
HttpHead read_http_head(std::string_view block);

// Returns true if `block` has the empty line that ends a head, or exceeds the limit, or is not
// HTTP: more bytes would not change the result of read_http_head.
bool has_whole_http_head(std::string_view block);

}  // namespace freshet::warc
