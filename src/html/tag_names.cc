#include "html/tag_names.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "base/ascii.h"

namespace freshet {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, kTagNameCount> kTagNames = {"",
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

constexpr std::size_t kLongestName = 14;
constexpr std::size_t kSlots = 1024;

// A name in two words, with the lower-case bit set: it changes no other byte of a known name.
struct Letters {
  std::uint64_t head = 0;
  std::uint64_t tail = 0;

  bool operator==(const Letters&) const = default;
};

constexpr std::uint64_t kLowerCase = 0x2020202020202020u;

constexpr Letters letters_of(std::string_view name) {
  Letters letters;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const std::uint64_t byte = static_cast<unsigned char>(name[i]) | 0x20u;
    (i < 8 ? letters.head : letters.tail) |= byte << (8 * (i % 8));
  }
  return letters;
}

constexpr std::size_t slot_of(const Letters& letters) {
  const std::uint64_t mixed = (letters.head ^ (letters.tail * 31)) * 0x9E3779B97F4A7C15u;
  return mixed >> 54;
}
static_assert(kSlots == 1u << (64 - 54));

struct Table {
  std::array<TagName, kSlots> slots{};
  std::array<Letters, kTagNameCount> letters{};

  // Open addressing: a name whose slot is taken goes to the next free one.
  constexpr Table() {
    for (std::size_t i = 1; i < kTagNameCount; ++i) {
      letters[i] = letters_of(kTagNames[i]);
      std::size_t slot = slot_of(letters[i]);
      while (slots[slot] != TagName::unknown) slot = (slot + 1) % kSlots;
      slots[slot] = static_cast<TagName>(i);
    }
  }
};

constexpr Table kTable;

template <class Word>
std::uint64_t load(const char* bytes) {
  static_assert(std::endian::native == std::endian::little);
  Word word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// Like letters_of, by overlapping loads instead of byte by byte.
Letters read_letters(std::string_view name) {
  const char* const at = name.data();
  const std::size_t size = name.size();
  if (size >= 8)
    return {.head = load<std::uint64_t>(at) | kLowerCase,
            .tail = size > 8 ? letters_of(name.substr(8)).head : 0};
  const std::uint64_t lower_case = kLowerCase >> (8 * (8 - size));
  if (size >= 4)
    return {.head = load<std::uint32_t>(at) |
                    load<std::uint32_t>(at + size - 4) << (8 * (size - 4)) | lower_case,
            .tail = 0};
  if (size >= 2)
    return {.head = load<std::uint16_t>(at) |
                    load<std::uint16_t>(at + size - 2) << (8 * (size - 2)) | lower_case,
            .tail = 0};
  return {.head = static_cast<unsigned char>(*at) | lower_case, .tail = 0};
}

}  // namespace

TagName find_tag_name(std::string_view name) {
  if (name.empty() || name.size() > kLongestName) return TagName::unknown;
  const Letters letters = read_letters(name);
  std::size_t slot = slot_of(letters);
  for (TagName found; (found = kTable.slots[slot]) != TagName::unknown;
       slot = (slot + 1) % kSlots) {
    if (kTable.letters[static_cast<std::size_t>(found)] != letters) continue;
    // The lower-case bit turns a control character into '1', too.
    const bool is_heading = name.size() == 2 && found >= TagName::h1 && found <= TagName::h6;
    return is_heading && name[1] < '1' ? TagName::unknown : found;
  }
  return TagName::unknown;
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

std::string_view tag_name_text(TagName name) { return kTagNames[static_cast<std::size_t>(name)]; }

}  // namespace freshet
