// The attributes of a tag, read from the page on demand: the tag index only has the position of the
// tag. The rules are the tokenizer's (HTML standard, section 13.2.5.32 ff.).
//
// A raw value is the bytes of the page; decode_attribute returns its meaning. If an attribute
// occurs twice the first one counts, as in a browser.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "html/tag_index.h"

namespace freshet {

// The position of one attribute, in bytes of the page.
struct TagAttribute {
  std::size_t name_start;
  std::size_t name_end;
  std::size_t value_start;  // after the quote, if there is one
  std::size_t value_end;    // equal to value_start if the value is empty or absent

  std::string_view name(std::string_view text) const {
    return text.substr(name_start, name_end - name_start);  // as written: any case, any bytes
  }
  std::string_view value(std::string_view text) const {
    return text.substr(value_start, value_end - value_start);
  }
};

// Reads the next attribute of a tag whose '>' is at `end`, and advances `at`, which begins after
// the tag's name.
std::optional<TagAttribute> next_attribute(std::string_view text, std::size_t& at, std::size_t end);

// Calls visit(name, raw value) for each attribute of `tag`, including duplicates, in order.
template <class Visit>
void for_each_attribute(std::string_view text, const Tag& tag, Visit visit) {
  std::size_t at = tag.start + tag.name_offset + tag.name_length;
  while (const auto attribute = next_attribute(text, at, tag.end() - 1))
    visit(attribute->name(text), attribute->value(text));
}

// Returns the raw values of the attributes with these names (lower case); nothing for an absent
// one.
template <std::size_t N>
std::array<std::optional<std::string_view>, N> find_attributes(
    std::string_view text, const Tag& tag, const std::array<std::string_view, N>& names) {
  std::array<std::optional<std::string_view>, N> values;
  for_each_attribute(text, tag, [&](std::string_view name, std::string_view value) {
    for (std::size_t i = 0; i < N; ++i)
      if (equals_ignoring_case(name, names[i]) && !values[i]) values[i] = value;
  });
  return values;
}

std::optional<std::string_view> find_attribute(std::string_view text, const Tag& tag,
                                               std::string_view name);

// The same with `rest` only: the part after the tag's name, including the '>'.
std::optional<std::string_view> find_attribute_in(std::string_view rest, std::string_view name);

// Returns true for `<path/>`: only foreign elements (svg, math) honour it.
bool is_self_closing(std::string_view text, const Tag& tag);

// Appends the meaning of a raw value: references decoded, line ends as line feeds, NUL as U+FFFD.
// At most three bytes for one of `raw`.
void append_attribute(std::string& out, std::string_view raw);
std::string decode_attribute(std::string_view raw);

}  // namespace freshet
