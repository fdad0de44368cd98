// Two attributes that hide URLs in a small language of their own.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace freshet {

// The URL of the next image candidate of a srcset value (WHATWG HTML, "parse a srcset attribute"),
// or nothing at its end. `at` is moved on; it begins at 0. Candidates whose descriptors are wrong
// are given too: a browser would not choose them, but they are links all the same.
std::optional<std::string_view> next_srcset_url(std::string_view srcset, std::size_t& at);

// The URL of <meta http-equiv=refresh content="...">, or nothing if the page only reloads itself or
// the value is wrong (WHATWG HTML, "shared declarative refresh steps").
std::optional<std::string_view> refresh_url(std::string_view content);

}  // namespace freshet
