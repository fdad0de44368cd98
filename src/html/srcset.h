// Two attributes that contain URLs in a small language of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace freshet {

// Returns the URL of the next image candidate of a srcset value (WHATWG HTML, "parse a srcset
// attribute"); nothing at its end. Advances `at`, which begins at 0. Candidates with invalid
// descriptors are returned too: a browser would not choose them, but they are links.
std::optional<std::string_view> next_srcset_url(std::string_view srcset, std::size_t& at);

// Returns the URL of <meta http-equiv=refresh content="...">; nothing if the page only reloads
// itself or the value is invalid (WHATWG HTML, "shared declarative refresh steps").
std::optional<std::string_view> refresh_url(std::string_view content);

}  // namespace freshet
