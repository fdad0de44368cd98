// A small HTML page as an answer: no scripts, no styles, nothing from elsewhere.
#pragma once

#include <string>
#include <string_view>

#include "http/message.h"

namespace freshet {

// `title` is text, `body` is markup.
HttpResponse html_page(int status, std::string_view title, std::string_view body);

}  // namespace freshet
