// The scanner of index_tags: the tokenizer of the HTML standard, reduced to the positions of tags.
//
// It is a template so that the same rules run with and without AVX2 (`Vector`, see
// structural_bytes.h), and with each kind of feedback (`Feedback`, see tag_feedback.h) of the tree
// builder to the tokenizer.
#pragma once

#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "html/markup.h"
#include "html/structural_bytes.h"
#include "html/tag_content.h"
#include "html/tag_feedback.h"
#include "html/tag_index.h"
#include "html/tag_name_table.h"
#include "html/tag_sink.h"
#include "html/tag_tree.h"

namespace freshet {

// A name that fits into a vector.
struct ShortName {
  std::size_t length;  // kNameBytes of the vector if it did not fit
  TagName known;
};

template <class Vector, class Feedback>
class TagScanner {
 public:
  // All must outlive the scanner.
  TagScanner(std::string_view text, Feedback& feedback, TagSink& sink)
      : text_(text), structural_(text), feedback_(feedback), sink_(sink) {}

  // Reads from `from`, in the data state, to the end. Returns false if the feedback was undecided;
  // the output of the sink is then invalid.
  bool scan(std::size_t from) {
    structural_.skip_to(from);
    while (true) {
      const std::size_t at = next_markup();
      if constexpr (Feedback::kReadsText) feedback_.text(text_.substr(from, at - from));
      if (at >= text_.size()) return true;
      from = opens_tag_here(at) ? scan_tag(at) : skip_declaration(at);
      if (from >= kUndecided) return from == kUnfinished;
    }
  }

 private:
  static constexpr std::size_t kUnfinished = static_cast<std::size_t>(-1);
  static constexpr std::size_t kUndecided = static_cast<std::size_t>(-2);

  struct NameRead {
    std::size_t end;
    TagName known;
  };

  struct TagEnd {
    std::size_t at;  // after the '>'; kUnfinished if the page ends first
    bool self_closing;
  };

  struct ValueEnd {
    std::size_t at;  // after the value; beyond the end of the page if that ends first
    bool ends_tag;   // the '>' was part of it
  };

  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  // Like opens_tag(), without a branch on the kind of tag, which is hard to predict.
  [[gnu::always_inline]] bool opens_tag_here(std::size_t at) const {
    if (at + 2 >= text_.size()) [[unlikely]]
      return opens_tag(text_, at);
    return is_ascii_alpha(text_[at + 1 + (text_[at + 1] == '/')]);
  }

  // Returns the next '<' that is not just text.
  [[gnu::always_inline]] std::size_t next_markup() {
    while (true) {
      const std::size_t at = structural_.next();
      if (at >= text_.size()) return at;
      if (text_[at] == '<' && (opens_tag_here(at) || opens_declaration(text_, at))) return at;
    }
  }

  std::size_t skip_declaration(std::size_t at) {
    const std::size_t end = end_of_declaration(text_, at, feedback_.cdata_allowed());
    structural_.skip_to(end);
    if constexpr (Feedback::kReadsText) feedback_.declaration(text_.substr(at, end - at));
    return end;
  }

  [[gnu::always_inline]] std::size_t scan_tag(std::size_t start) {
    const bool closes = text_[start + 1] == '/';
    const std::size_t name = start + 1 + closes;
    const auto [name_end, known] = read_name(name);
    const TagEnd end = end_of_tag(name_end);
    if (end.at == kUnfinished) return kUnfinished;
    sink_.add({.start = static_cast<std::uint32_t>(start),
               .length = static_cast<std::uint32_t>(end.at - start),
               .name_length = static_cast<std::uint32_t>(name_end - name),
               .name_offset = static_cast<std::uint8_t>(1 + closes),
               .read_name = known});
    const std::string_view name_text(text_.data() + name, name_end - name);
    if (!feedback_.wants(known, closes)) [[likely]]
      return end.at;
    if (closes) return feedback_.end_tag(name_text) ? end.at : kUndecided;
    const std::string_view rest(text_.data() + name_end, end.at - name_end);
    return skip_content(feedback_.start_tag(name_text, rest, end.self_closing), name_text, end.at);
  }

  std::size_t skip_content(Content content, std::string_view name, std::size_t at) {
    const std::size_t begin = at;
    switch (content) {
      case Content::markup:
        return at;
      case Content::raw_text:
        at = end_of_raw_text(text_, at, name);
        break;
      case Content::script:
        at = end_of_script(text_, at);
        break;
      case Content::plain_text:
        at = text_.size();
        break;
      case Content::undecided:
        return kUndecided;
    }
    if constexpr (Feedback::kReadsText) feedback_.raw_text(text_.substr(begin, at - begin));
    structural_.skip_to(at);
    return at;
  }

  [[gnu::always_inline]] NameRead read_name(std::size_t from) const {
    if (from + Vector::kNameBytes <= text_.size()) {
      const ShortName name = Vector::read_name(text_.data() + from);
      if (name.length < Vector::kNameBytes) return {from + name.length, name.known};
    }
    std::size_t at = from;
    while (at < text_.size() && !ends_tag_name(text_[at])) ++at;
    return {at, tag_name_table::find_in(text_, from, at - from)};
  }

  // WHATWG HTML 13.2.5.32-40, from after the tag name. Outside values only '>' and '=' matter: the
  // first ends the tag, the second begins a value unless it begins a name.
  [[gnu::always_inline]] TagEnd end_of_tag(std::size_t attribute) {
    while (true) {
      const std::size_t at = structural_.next();
      if (at >= text_.size()) return {kUnfinished, false};
      const char c = text_[at];
      // A name may contain any byte except its end: bytes found in it have no meaning.
      if (at < attribute) [[unlikely]]
        continue;
      if (c == '>') return {at + 1, text_[at - 1] == '/'};
      if (c != '=') continue;
      if (!is_ascii_alnum(text_[at - 1]) && begins_name(attribute, at)) continue;
      if (byte(at + 1) == '"') [[likely]] {
        structural_.next();
        attribute = behind_double_quote();
      } else {
        const ValueEnd value = end_of_other_value(at + 1);
        if (value.ends_tag) return {value.at, false};
        attribute = value.at;
      }
      if (attribute > text_.size()) return {kUnfinished, false};
    }
  }

  // Returns the offset after the next '"'; beyond the end of the page if there is none.
  [[gnu::always_inline]] std::size_t behind_double_quote() {
    while (true) {
      const std::size_t at = structural_.next();
      if (at >= text_.size()) return kUnfinished;
      if (text_[at] == '"') return at + 1;
    }
  }

  // Returns true if the '=' at `equals` is the first byte of an attribute name: only spaces are
  // between it and the end of the previous value (or slash).
  bool begins_name(std::size_t attribute, std::size_t equals) const {
    while (equals > attribute) {
      const char before = text_[--equals];
      if (before == '/') return true;
      if (!is_ascii_whitespace(before)) return false;
    }
    return true;
  }

  // Handles a value that is not in double quotes right after its '='.
  ValueEnd end_of_other_value(std::size_t at) {
    while (at < text_.size() && is_ascii_whitespace(text_[at])) ++at;
    if (byte(at) == '"') {
      structural_.skip_to(at + 1);
      return {behind_double_quote(), false};
    }
    if (byte(at) == '\'') {
      const std::size_t quote = text_.find('\'', at + 1);
      if (quote == std::string_view::npos) return {kUnfinished, false};
      structural_.skip_to(quote + 1);
      return {quote + 1, false};
    }
    while (at < text_.size() && !is_ascii_whitespace(text_[at]) && text_[at] != '>') ++at;
    if (at >= text_.size()) return {kUnfinished, false};
    const bool ends_tag = text_[at] == '>';
    structural_.skip_to(at + ends_tag);
    return {at + ends_tag, ends_tag};
  }

  std::string_view text_;
  StructuralBytes<Vector> structural_;
  Feedback& feedback_;
  TagSink& sink_;
};

// Scans a whole page from the data state with `feedback`. Returns false if that was undecided.
template <class Vector, class Feedback>
bool scan_page(std::string_view text, Feedback& feedback, TagIndex& index) {
  TagSink sink(index);
  TagScanner<Vector, Feedback> scanner(text, feedback, sink);
  if (!scanner.scan(0)) return false;
  sink.flush();
  return true;
}

template <class Vector>
bool scan_by_names(std::string_view text, Scripting scripting, TagIndex& index) {
  NameFeedback feedback(scripting);
  return scan_page<Vector>(text, feedback, index);
}

template <class Vector>
bool scan_by_tree(std::string_view text, Scripting scripting, TagIndex& index) {
  TreeFeedback feedback(scripting);
  scan_page<Vector>(text, feedback, index);
  return !feedback.lost();
}

}  // namespace freshet
