// Parts that the files of routes share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "serve/api_route.h"
#include "serve/refused.h"

namespace freshet {

// Ends a walk through a list that is long enough.
inline const Error kEnough{Errc::limit, "enough"};

inline Result<ApiAnswer> answer(std::string json) { return ApiAnswer{.body = std::move(json)}; }

inline ApiParameter limit_of(std::int64_t most, std::string_view fallback) {
  return {.name = "limit",
          .meaning = "the most items of an answer",
          .kind = ApiParameter::Kind::integer,
          .low = 1,
          .high = most,
          .fallback = fallback};
}

inline ApiParameter cursor_of_list() {
  return {.name = "cursor", .meaning = "\"next\" of the answer before"};
}

}  // namespace freshet
