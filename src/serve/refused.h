// The error for a request that is wrong.
#pragma once

#include <string>
#include <utility>

#include "base/error.h"

namespace freshet {

inline std::unexpected<Error> refused(std::string sentence) {
  return std::unexpected(Error{Errc::invalid, std::move(sentence)});
}

}  // namespace freshet
