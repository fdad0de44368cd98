// For composers: a request with a JSON body, and marks of Markdown and HTML that several share.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"
#include "notify/compose.h"
#include "notify/styled_text.h"

namespace freshet {

Composed json_request(ChannelKind kind, const Notification& notification, const std::string& url,
                      std::string body);

// Returns `server` without "/" at its end, then `path`.
std::string server_path(std::string_view server, std::string_view path);

// Returns the field of basic authentication.
ComposedHeader basic_authorization(std::string_view user, std::string_view password);

// Adds the fields of the setting "headers".
void add_header_lines(Composed& composed, std::string_view lines);

TextStyle markdown_style(std::size_t limit);  // ~~removed~~ **added** [text](url)
TextStyle html_style(std::size_t limit);      // <del> <ins> <a>
TextStyle plain_style(std::size_t limit);     // [-removed-] {+added+} text: url

}  // namespace freshet
