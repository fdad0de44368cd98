// Walks through a page by its tag index: its tags and texts, with their surroundings.
//
// There is no tree. Most of a page needs none: a reader of links or text only has to know the few
// places where the surroundings change the meaning of a tag or a text. Those are templates (inert),
// elements that browsers do not show (<video> and the like), and svg and math, whose elements are
// not HTML's. So open elements are tracked only from the outermost such element on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/open_elements.h"
#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

// The direct surroundings of a text.
enum class Place : std::uint8_t {
  html,
  html_in_foreign,  // an svg or math element that contains HTML: CDATA sections still count
  foreign,
};

// Limit of the tracked depth of svg, math and hidden elements; deeper ones are ignored.
inline constexpr std::size_t kSurroundingsMax = 512;

// The open elements around the current position, from the outermost relevant one on.
class Surroundings {
 public:
  // Record a tag and return the namespace of its element. `name` is the result of find_tag_name.
  Namespace open(std::string_view text, const Tag& tag, TagName name);
  Namespace close(std::string_view text, const Tag& tag, TagName name);

  bool are_plain() const { return open_.empty(); }   // no relevant element is open
  bool are_inert() const { return templates_ > 0; }  // in a template: not part of the page
  bool are_unseen() const { return unseen_ > 0; }    // texts here are not visible
  Place place() const;                               // of texts here

 private:
  enum class Entry : std::uint8_t {
    plain,
    html_inside,  // a foreign element whose content is HTML: "HTML integration point"
    text_inside,  // a math element whose content is HTML: "MathML text integration point"
  };

  struct Open {
    TagKey key;
    Namespace space;
    Entry entry;
    bool unseen;
  };

  Namespace open_inside(std::string_view text, const Tag& tag, TagName name);
  bool reads_as_foreign(TagName name) const;
  void leave_foreign();
  void push(std::string_view text, const Tag& tag, TagName name, Namespace space);
  void pop();

  std::vector<Open> open_;
  std::size_t templates_ = 0;
  std::size_t unseen_ = 0;
};

// The reading of the text after a tag.
enum class TextKind : std::uint8_t {
  markup,      // references and declarations count
  references,  // only references count: <textarea>
  literal,     // nothing counts: <xmp>, <plaintext>
  unseen,      // not shown: scripts, styles, the title, fallbacks for frames
};

// Returns how the text between start tag `i` of the index, an HTML element, and the next tag is
// read.
TextKind text_behind(std::string_view text, const TagIndex& index, std::size_t i, TagName name,
                     Scripting scripting);

// Walks through the page in order and calls
//   visitor.text(from, to, kind, surroundings)       for each non-empty text between tags
//   visitor.start_tag(i, name, space, surroundings)  for tag `i` of the index; surroundings are
//   visitor.end_tag(i, name, space, surroundings)    those after the tag
template <class Visitor>
void walk_page(std::string_view text, const TagIndex& index, Scripting scripting,
               Visitor& visitor) {
  Surroundings around;
  TextKind kind = TextKind::markup;
  std::size_t at = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const Tag& tag = index[i];
    if (tag.start > at) visitor.text(at, tag.start, kind, around);
    const TagName name = tag.known_name(text);
    kind = TextKind::markup;
    if (tag.is_end()) {
      const Namespace space = around.close(text, tag, name);
      visitor.end_tag(i, name, space, around);
    } else {
      const Namespace space = around.open(text, tag, name);
      if (space == Namespace::html) kind = text_behind(text, index, i, name, scripting);
      visitor.start_tag(i, name, space, around);
    }
    at = tag.end();
  }
  if (at < text.size()) visitor.text(at, text.size(), kind, around);
}

}  // namespace freshet
