#include "registrar/refusal.h"

#include <fmt/format.h>

#include "base/ascii.h"

namespace freshet {

Refusal Refusal::of(FieldProblem problem) {
  std::string message = problem.path.empty() ? std::move(problem.message)
                                             : fmt::format("{}: {}", problem.path, problem.message);
  return {.error = {Errc::invalid, std::move(message)}, .field = std::move(problem.path)};
}

std::string pointer_to(std::string_view field) {
  std::string pointer = "#/";
  for (const char c : field) {
    if (c == ']') continue;
    if (c == '.' || c == '[') {
      pointer += '/';
    } else if (is_ascii_alnum(c) || c == '_' || c == '-') {
      pointer += c;
    } else {
      pointer += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return pointer;
}

}  // namespace freshet
