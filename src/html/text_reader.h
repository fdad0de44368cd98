// Reads the visible text of a page (text.h), as a visitor of walk_page: for code that needs more
// from the same walk.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

#include "base/ascii.h"
#include "html/page_walk.h"
#include "html/tag_looks.h"
#include "html/text_flow.h"

namespace freshet {

class TextReader {
 public:
  TextReader(std::string_view page, const TagIndex& index) : page_(page), index_(index) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (around.are_unseen()) return;
    flow_.add(page_, from, to, kind, around.place());
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (stays_unseen(around)) return;
    if (space != Namespace::html) return foreign_tag(i, name);
    separate(name);
    if (looks(name, Look::preformatted)) flow_.begin_preformatted();
  }

  void end_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (stays_unseen(around)) return;
    if (space != Namespace::html) return foreign_tag(i, name);
    if (closes_nothing(name)) return;
    separate(name);
    if (looks(name, Look::preformatted)) flow_.end_preformatted();
  }

  std::string take() { return flow_.take(); }

 private:
  // Returns true if a tag is inside invisible content. The tags at its ends are not.
  bool stays_unseen(const Surroundings& around) {
    const bool before = std::exchange(unseen_, around.are_unseen());
    return before && unseen_;
  }

  // Returns true for end tags that a browser ignores; but </br> is a <br>.
  static bool closes_nothing(TagName name) {
    if (name == TagName::body || name == TagName::html) return true;
    return looks(name, Look::empty) && name != TagName::br;
  }

  void separate(TagName name) {
    if (looks(name, Look::block)) return flow_.add_gap(Gap::line);
    if (name == TagName::td || name == TagName::th) return flow_.add_gap(Gap::tab);
    if (looks(name, Look::box)) flow_.add_gap(Gap::space);
  }

  // A <text> of a drawing is separate from its neighbours.
  void foreign_tag(std::size_t i, TagName name) {
    if (looks(name, Look::box) || equals_ignoring_case(index_[i].name(page_), "text"))
      flow_.add_gap(Gap::space);
  }

  std::string_view page_;
  const TagIndex& index_;
  TextFlow flow_;
  bool unseen_ = false;
};

}  // namespace freshet
