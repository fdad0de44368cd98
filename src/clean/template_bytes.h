// The stored form of a site's templates: docs/formats/templates.md.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"
#include "clean/template.h"

namespace freshet {

// Longest stored form. Layouts that do not fit are left out, those with the fewest pages first.
inline constexpr std::size_t kTemplateBytesMax = std::size_t{1} << 20;

std::string pack_templates(const SiteTemplates& templates);

// Reads the output of pack_templates. Any other bytes give an error that names offset and
// expectation; so do templates of a program that numbers tags in another way, which must be learned
// again.
Result<SiteTemplates> unpack_templates(std::string_view packed);

}  // namespace freshet
