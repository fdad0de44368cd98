#include "html/tag_names.h"

#include <array>

#include "base/ascii.h"

namespace freshet {
namespace {

// In the order of the enum.
constexpr std::array<std::string_view, kTagNameCount> kNames = {"",
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

// Mixes length and letters without regard to case; that a name really is the one in the slot is
// checked afterwards.
constexpr std::size_t slot_of(std::string_view name) {
  std::uint32_t mixed = static_cast<std::uint32_t>(name.size()) * 0x9E3779B1u;
  for (const char c : name) mixed = (mixed ^ (static_cast<unsigned char>(c) | 0x20u)) * 0x01000193u;
  return (mixed ^ (mixed >> 15)) % kSlots;
}

struct Table {
  std::array<TagName, kSlots> slots{};

  // Open addressing: a name whose slot is taken stands in the next free one.
  constexpr Table() {
    for (std::size_t i = 1; i < kTagNameCount; ++i) {
      std::size_t slot = slot_of(kNames[i]);
      while (slots[slot] != TagName::unknown) slot = (slot + 1) % kSlots;
      slots[slot] = static_cast<TagName>(i);
    }
  }
};

constexpr Table kTable;

}  // namespace

TagName find_tag_name(std::string_view name) {
  if (name.empty() || name.size() > kLongestName) return TagName::unknown;
  std::size_t slot = slot_of(name);
  while (kTable.slots[slot] != TagName::unknown) {
    if (equals_ignoring_case(name, tag_name_text(kTable.slots[slot]))) return kTable.slots[slot];
    slot = (slot + 1) % kSlots;
  }
  return TagName::unknown;
}

std::string_view tag_name_text(TagName name) { return kNames[static_cast<std::size_t>(name)]; }

}  // namespace freshet
