// The page of docs/ about channels and templates, from their declarations.
#pragma once

#include <string>

namespace freshet {

// Returns Markdown.
std::string channels_markdown();

}  // namespace freshet
