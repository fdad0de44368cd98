// E-mail addresses in text.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace freshet {

// Returns the next address in `text` that begins at or after `at`, and advances `at` beyond it.
// Accepts the usual form: letters, digits and ._%+- before the '@', a domain of at least two labels
// after it, the last one of letters only. Not the quoted forms of RFC 5322.
std::optional<std::string_view> next_email(std::string_view text, std::size_t& at);

inline constexpr std::size_t kEmailNameBytesMax = 64;     // RFC 5321, 4.5.3.1.1
inline constexpr std::size_t kEmailDomainBytesMax = 255;  // 4.5.3.1.2

}  // namespace freshet
