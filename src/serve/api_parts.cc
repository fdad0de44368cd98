#include "serve/api_parts.h"

#include <array>

namespace freshet {

std::span<const ApiPart> api_parts() {
  static const std::array kParts = {archive_part(), page_part(), job_part(), server_part()};
  return kParts;
}

}  // namespace freshet
