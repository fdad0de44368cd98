// The two forms of a mail's body. Each stands alone.
#pragma once

#include <string>

#include "notify/notice.h"

namespace freshet {

// Returns plain text with [-removed-] {+added+}.
std::string mail_text_part(const Notice& notice);

// Returns HTML with inline styles, without images and scripts, below 100 KB.
std::string mail_html_part(const Notice& notice);

// Returns title and summary in one line: the preview of mail readers.
std::string mail_first_line(const Notice& notice);

// Returns the body as HTML without a frame, for feeds.
std::string notice_html(const Notice& notice, std::size_t bytes_max);

}  // namespace freshet
