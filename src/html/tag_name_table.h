// The look-up behind find_tag_name, for code that has the letters of a name at hand. Internal to
// html.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

#include "html/tag_names.h"

namespace freshet::tag_name_table {

// In the order of the enum.
using Names = std::array<std::string_view, kTagNameCount>;
inline constexpr Names kNames = {"",
                                 "a",
                                 "address",
                                 "annotation-xml",
                                 "applet",
                                 "area",
                                 "article",
                                 "aside",
                                 "audio",
                                 "b",
                                 "base",
                                 "basefont",
                                 "bgsound",
                                 "big",
                                 "blockquote",
                                 "body",
                                 "br",
                                 "button",
                                 "canvas",
                                 "caption",
                                 "center",
                                 "code",
                                 "col",
                                 "colgroup",
                                 "datalist",
                                 "dd",
                                 "desc",
                                 "details",
                                 "dialog",
                                 "dir",
                                 "div",
                                 "dl",
                                 "dt",
                                 "em",
                                 "embed",
                                 "fieldset",
                                 "figcaption",
                                 "figure",
                                 "font",
                                 "footer",
                                 "foreignobject",
                                 "form",
                                 "frame",
                                 "frameset",
                                 "h1",
                                 "h2",
                                 "h3",
                                 "h4",
                                 "h5",
                                 "h6",
                                 "head",
                                 "header",
                                 "hgroup",
                                 "hr",
                                 "html",
                                 "i",
                                 "iframe",
                                 "image",
                                 "img",
                                 "input",
                                 "ins",
                                 "keygen",
                                 "label",
                                 "legend",
                                 "li",
                                 "link",
                                 "listing",
                                 "main",
                                 "malignmark",
                                 "map",
                                 "marquee",
                                 "math",
                                 "menu",
                                 "menuitem",
                                 "meta",
                                 "mglyph",
                                 "mi",
                                 "mn",
                                 "mo",
                                 "ms",
                                 "mtext",
                                 "nav",
                                 "nobr",
                                 "noembed",
                                 "noframes",
                                 "noscript",
                                 "object",
                                 "ol",
                                 "optgroup",
                                 "option",
                                 "output",
                                 "p",
                                 "param",
                                 "picture",
                                 "plaintext",
                                 "pre",
                                 "progress",
                                 "q",
                                 "rb",
                                 "rp",
                                 "rt",
                                 "rtc",
                                 "ruby",
                                 "s",
                                 "samp",
                                 "script",
                                 "search",
                                 "section",
                                 "select",
                                 "slot",
                                 "small",
                                 "source",
                                 "span",
                                 "strike",
                                 "strong",
                                 "style",
                                 "sub",
                                 "summary",
                                 "sup",
                                 "svg",
                                 "table",
                                 "tbody",
                                 "td",
                                 "template",
                                 "textarea",
                                 "tfoot",
                                 "th",
                                 "thead",
                                 "time",
                                 "title",
                                 "tr",
                                 "track",
                                 "tt",
                                 "u",
                                 "ul",
                                 "var",
                                 "video",
                                 "wbr",
                                 "xmp"};

// A name in lower case in two words, padded with zeros. Its length is the last byte, which no known
// name reaches: names may end in zeros.
struct Letters {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;

  bool operator==(const Letters&) const = default;
};

// Turns capitals of ASCII into small letters. Other bytes may change, but none becomes a byte of a
// known name: only bytes with the bit 0x40 do, and of those only letters are in names.
constexpr std::uint64_t lower_case(std::uint64_t bytes) {
  return bytes | ((bytes & 0x4040404040404040u) >> 1);
}

inline constexpr unsigned kLengthShift = 56;

constexpr Letters letters_of(std::string_view name) {
  Letters letters;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::uint64_t byte = static_cast<unsigned char>(name[i]);
    (i < 8 ? letters.head : letters.tail) |= byte << (8 * (i % 8));
  }
  return {.head = lower_case(letters.head),
          .tail = lower_case(letters.tail) | std::uint64_t{name.size()} << kLengthShift};
}

inline constexpr unsigned kSlotBits = 10;

// The first eight letters tell all names apart. The factor was searched for: no two names have the
// same slot, so one comparison decides.
constexpr std::size_t slot_of(std::uint64_t head) {
  return (head * 0x49D851A8F4CFF82Bu) >> (64 - kSlotBits);
}

struct Table {
  std::array<TagName, std::size_t{1} << kSlotBits> slots{};
  std::array<Letters, kTagNameCount> letters{};  // of `unknown`: zeros, the empty name
  bool is_perfect = true;

  constexpr Table() {
    for (std::size_t i = 1; i < kTagNameCount; ++i) {
      letters[i] = letters_of(kNames[i]);
      TagName& slot = slots[slot_of(letters[i].head)];
      is_perfect &= slot == TagName::unknown;
      slot = static_cast<TagName>(i);
    }
  }
};

inline constexpr Table kTable;
static_assert(kTable.is_perfect, "a factor for which each name has a slot of its own");

[[gnu::always_inline]] inline TagName find(const Letters& letters) {
  const TagName found = kTable.slots[slot_of(letters.head)];
  return kTable.letters[static_cast<std::size_t>(found)] == letters ? found : TagName::unknown;
}

// Bytes that `find_in` may read behind the beginning of a name.
inline constexpr std::size_t kReadBytes = 16;

// From kReadBytes - n on: n bytes to keep, then none.
inline constexpr std::array<char, 2 * kReadBytes> kMask = [] {
  std::array<char, 2 * kReadBytes> mask{};
  for (std::size_t i = 0; i < kReadBytes; ++i) mask[i] = -1;
  return mask;
}();

// `length` is at most kReadBytes.
[[gnu::always_inline]] inline const char* mask_of(std::size_t length) {
  return kMask.data() + kReadBytes - length;
}

// Returns the letters of the name of `length` bytes at `name`, where kReadBytes can be read. The
// lengths of names are hard to predict, so nothing here branches on them.
[[gnu::always_inline]] inline Letters read_letters(const char* name, std::size_t length) {
  static_assert(std::endian::native == std::endian::little);
  const std::size_t kept = std::min(length, kReadBytes);
  const char* const mask = mask_of(kept);
  const auto word = [](const char* at) {
    std::uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    return bytes;
  };
  return {
      .head = lower_case(word(name) & word(mask)),
      .tail = lower_case(word(name + 8) & word(mask + 8)) | std::uint64_t{kept} << kLengthShift};
}

// Returns the name of `length` bytes at `text[at]`.
[[gnu::always_inline]] inline TagName find_in(std::string_view text, std::size_t at,
                                              std::size_t length) {
  if (text.size() - at >= kReadBytes) [[likely]]
    return find(read_letters(text.data() + at, length));
  return find_tag_name({text.data() + at, length});
}

}  // namespace freshet::tag_name_table
