#include "html/tag_names.h"

#include <cstring>

#include "base/ascii.h"
#include "html/tag_name_table.h"

namespace freshet {
namespace {

template <class Word>
std::uint64_t load(const char* bytes) {
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Like tag_name_table::letters_of, by overlapping loads instead of byte by byte.
tag_name_table::Letters read_name_alone(std::string_view name) {
  const char* const at = name.data();
  const std::size_t size = name.size();
  if (size > 8) return tag_name_table::letters_of(name);
  std::uint64_t head = static_cast<unsigned char>(*at);
  if (size >= 4)
    head = load<std::uint32_t>(at) | load<std::uint32_t>(at + size - 4) << (8 * (size - 4));
  else if (size >= 2)
    head = load<std::uint16_t>(at) | load<std::uint16_t>(at + size - 2) << (8 * (size - 2));
  return {.head = tag_name_table::lower_case(head),
          .tail = std::uint64_t{size} << tag_name_table::kLengthShift};
}

}  // namespace

TagName find_tag_name(std::string_view name) {
  if (name.empty() || name.size() >= tag_name_table::kReadBytes) return TagName::unknown;
  return tag_name_table::find(read_name_alone(name));
}

TagKey find_tag_key(std::string_view name) {
  const TagName known = find_tag_name(name);
  if (known != TagName::unknown) return {known, 0};
  // FNV-1a, 64 bits.
  std::uint64_t hash = 0xCBF29CE484222325u ^ name.size();
  for (const char c : name)
    hash = (hash ^ static_cast<unsigned char>(to_ascii_lower(c))) * 0x100000001B3u;
  return {TagName::unknown, hash};
}

std::string_view tag_name_text(TagName name) {
  return tag_name_table::kNames[static_cast<std::size_t>(name)];
}

}  // namespace freshet
