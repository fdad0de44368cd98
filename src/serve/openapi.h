// The OpenAPI 3.1 document of the API, made from the declarations of its routes.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

std::string openapi_document(std::string_view version);

}  // namespace freshet
