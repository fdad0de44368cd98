// Character references: &amp; &#38; &#x26;, all 2,231 names of the HTML standard (section 13.2.5.72
// ff.), with its rules for malformed ones. Total: text that is not a reference stands for itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace freshet {

// In an attribute a name without its semicolon is not a reference if '=' or an alphanumeric
// follows, so that href="?a=1&copy=2" keeps its argument.
enum class ReferenceContext { text, attribute };

struct CharacterReference {
  char32_t first;
  char32_t second;     // 0, or the second code point: some names stand for two
  std::size_t length;  // bytes read, from the '&'; 0: not a reference
};

// Reads the reference that starts with the '&' at `at`.
CharacterReference read_character_reference(std::string_view text, std::size_t at,
                                            ReferenceContext context);

// Appends `text` with its references replaced, at most 6/5 of its size: &nGt; becomes six bytes.
void append_decoded(std::string& out, std::string_view text, ReferenceContext context);
std::string decode_references(std::string_view text, ReferenceContext context);

}  // namespace freshet
