// The schemas of a watch and a tag (schema_text.h), made from their declarations.
#pragma once

#include <string_view>

namespace freshet {

// As they are answered: every member is there, secrets are not.
std::string_view watch_schema();
std::string_view tag_schema();

// As they are sent. In a patch every member may be missing, and null gives it its default.
std::string_view new_watch_schema();
std::string_view watch_patch_schema();
std::string_view new_tag_schema();

}  // namespace freshet
