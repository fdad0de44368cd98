// A value, or an error. The project does not throw; see ARCHITECTURE.md, "Errors".
#pragma once

#include <expected>
#include <string>

namespace freshet {

// The code tells the caller how to react; the message tells a person what happened.
enum class Errc {
  invalid,      // the input is wrong: reject it
  not_found,    // it does not exist: carry on without it
  denied,       // not permitted: do not retry
  unavailable,  // not now: retry later
  limit,        // too large or too slow: give up on this one
  corrupt,      // our own data is damaged: stop and repair
};

struct Error {
  Errc code;
  std::string message;
};

template <class T>
using Result = std::expected<T, Error>;
using Status = Result<void>;

// The status of a result whose value does not matter.
template <class T>
Status status_of(const Result<T>& result) {
  return result ? Status() : std::unexpected(result.error());
}

}  // namespace freshet
