#include "serve/api_parts.h"

#include <array>

namespace freshet {

std::span<const ApiPart> api_parts() {
  static const std::array kParts = {archive_part(),   page_part(),       job_part(),
                                    watch_part(),     watch_file_part(), channel_part(),
                                    happening_part(), people_part(),     server_part()};
  return kParts;
}

}  // namespace freshet
