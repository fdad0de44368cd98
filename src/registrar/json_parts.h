// Parts of JSON that the use cases share.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "base/time.h"

namespace freshet {

inline void put_time(JsonWriter& json, std::string_view key, const std::optional<Time>& time) {
  json.key(key);
  time ? json.value(iso_time(*time)) : json.null();
}

// Ends the open object with a last member whose value is JSON already.
inline std::string with_member(JsonWriter& json, std::string_view key, std::string_view value) {
  json.key(key);
  return json.take().append(value).append("}");
}

}  // namespace freshet
