// Why a request about the registry was refused.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "watch/tree_fields.h"

namespace freshet {

// `field` is the member of the request that is wrong: "parts[0].expression"; empty: none of them.
struct Refusal {
  Error error;
  std::string field = {};

  // The message names the field, for people: "parts[0].expression: ...".
  static Refusal of(FieldProblem problem);
};

template <class T>
using Reply = std::expected<T, Refusal>;

inline std::unexpected<Refusal> refuse(Error error) {
  return std::unexpected(Refusal{std::move(error)});
}
inline std::unexpected<Refusal> refuse(FieldProblem problem) {
  return std::unexpected(Refusal::of(std::move(problem)));
}

// Returns the place as a JSON pointer in a URI fragment (RFC 6901): "#/parts/0/expression".
std::string pointer_to(std::string_view field);

}  // namespace freshet
