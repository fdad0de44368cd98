// Going through a page by its tag index: which tags and texts there are, and what stands around
// them.
//
// There is no tree. Most of a page needs none: a reader of links or text only has to know of the
// few places where the surroundings change what a tag or a text means. Those are templates (inert),
// what browsers do not show (<video> and its like), and svg and math, whose elements are not
// HTML's. So open elements are kept only from the outermost such element on; elsewhere nothing is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "html/open_elements.h"
#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

// What a text stands directly in.
enum class Place : std::uint8_t {
  html,
  html_in_foreign,  // an svg or math element that holds HTML: CDATA sections count all the same
  foreign,
};

// How deep svg, math and hidden elements are followed; what is deeper counts as if it were not.
inline constexpr std::size_t kSurroundingsMax = 512;

// The open elements around the current place, from the outermost one that matters on.
class Surroundings {
 public:
  // Take note of a tag and say what its element belongs to. `name` is find_tag_name's.
  Namespace open(std::string_view text, const Tag& tag, TagName name);
  Namespace close(std::string_view text, const Tag& tag, TagName name);

  bool are_plain() const { return open_.empty(); }   // nothing to take heed of
  bool are_inert() const { return templates_ > 0; }  // in a template: not part of the page
  bool are_unseen() const { return unseen_ > 0; }    // a reader does not see texts here
  Place place() const;                               // what texts here belong to

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

// How the text behind a tag is to be read.
enum class TextKind : std::uint8_t {
  markup,      // references and declarations count
  references,  // only references count: <textarea>
  literal,     // nothing counts: <xmp>, <plaintext>
  unseen,      // not shown: scripts, styles, the title, what stands in for frames
};

// How the text between start tag `i` of the index, an HTML element, and the next tag is read.
TextKind text_behind(std::string_view text, const TagIndex& index, std::size_t i, TagName name,
                     Scripting scripting);

// Goes through the page in order and calls
//   visitor.text(from, to, kind, surroundings)     for each text between tags that is not empty
//   visitor.start_tag(i, name, space, surroundings)  for tag `i` of the index: start tags with what
//   visitor.end_tag(i, name, space, surroundings)    is open behind them, end tags likewise
template <class Visitor>
void walk_page(std::string_view text, const TagIndex& index, Scripting scripting,
               Visitor& visitor) {
  Surroundings around;
  TextKind kind = TextKind::markup;
  std::size_t at = 0;
  for (std::size_t i = 0; i < index.size(); ++i) {
    const Tag& tag = index[i];
    if (tag.start > at) visitor.text(at, tag.start, kind, around);
    const TagName name = find_tag_name(tag.name(text));
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
