// The scanner behind index_tags: the tokenizer of the HTML standard, reduced to where tags begin
// and end.
//
// It is a template so that the same rules run on AVX2 and without (`Vector`, see byte_finder.h),
// and with each kind of feedback (`Feedback`, see tag_feedback.h): what the tree builder would
// tell the tokenizer after a tag.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "html/byte_finder.h"
#include "html/markup.h"
#include "html/tag_index.h"

namespace freshet {

// How the text behind a start tag is to be read.
enum class Content {
  markup,      // tags and text
  raw_text,    // up to the end tag of the same name
  script,      // up to its end tag, with the escaped states
  plain_text,  // up to the end of the page
  undecided,   // only the tree can tell: scanning stops
};

// Collects tags in a block that stays in the cache, then moves them to the index.
class TagSink {
 public:
  explicit TagSink(TagIndex& index) : index_(index) {}

  void add(const Tag& tag) {
    if (count_ == tags_.size()) flush();
    tags_[count_++] = tag;
  }
  void flush();

 private:
  TagIndex& index_;  // outlives the sink
  std::size_t count_ = 0;
  std::array<Tag, 512> tags_;
};

template <class Vector, class Feedback>
class TagScanner {
 public:
  // All must outlive the scanner.
  TagScanner(std::string_view text, Feedback& feedback, TagSink& sink)
      : text_(text), finder_(text), feedback_(feedback), sink_(sink) {}

  // Reads from `from`, in the ordinary ("data") state, to the end. False: the feedback was
  // undecided, and what the sink got is worthless.
  bool scan(std::size_t from) {
    std::size_t at = from;
    while (true) {
      const std::size_t text_begin = at;
      at = next_markup(at);
      if constexpr (Feedback::kReadsText) feedback_.text(text_.substr(text_begin, at - text_begin));
      if (at >= text_.size()) return true;
      const std::size_t end = opens_tag_here(at) ? scan_tag(at) : skip_declaration(at);
      if (end == kUndecided) return false;
      if (end == kUnfinished) return true;
      at = end;
    }
  }

 private:
  static constexpr std::size_t kUnfinished = static_cast<std::size_t>(-1);
  static constexpr std::size_t kUndecided = static_cast<std::size_t>(-2);

  struct TagEnd {
    std::size_t at;  // behind the '>'; kUnfinished if the page ends first
    bool self_closing;
  };

  struct ValueEnd {
    std::size_t at;  // behind the value; past the end of the page if that ends first
    bool ends_tag;   // the '>' came with it
  };

  char byte(std::size_t at) const { return at < text_.size() ? text_[at] : '\0'; }

  [[gnu::always_inline]] bool opens_tag_here(std::size_t at) const {
    const char next = byte(at + 1);
    return is_ascii_alpha(next == '/' ? byte(at + 2) : next);
  }

  // The next '<' that is not just text.
  [[gnu::always_inline]] std::size_t next_markup(std::size_t at) {
    while (true) {
      at = finder_.find_less_than(at);
      if (at >= text_.size() || opens_tag_here(at) || opens_declaration(text_, at)) return at;
      ++at;
    }
  }

  std::size_t skip_declaration(std::size_t at) {
    const std::size_t end = end_of_declaration(text_, at, feedback_.cdata_allowed());
    if constexpr (Feedback::kReadsText) feedback_.declaration(text_.substr(at, end - at));
    return end;
  }

  [[gnu::always_inline]] std::size_t scan_tag(std::size_t start) {
    const bool closes = text_[start + 1] == '/';
    const std::size_t name = start + 1 + closes;
    const std::size_t name_end = end_of_name(name);
    const TagEnd end = byte(name_end) == '>' ? TagEnd{name_end + 1, false} : end_of_tag(name_end);
    if (end.at == kUnfinished) return kUnfinished;
    sink_.add({.start = static_cast<std::uint32_t>(start),
               .length = static_cast<std::uint32_t>(end.at - start),
               .name_offset = 1u + closes,
               .name_length = static_cast<std::uint32_t>(name_end - name)});
    const std::string_view name_text = text_.substr(name, name_end - name);
    const std::string_view rest = text_.substr(name_end, end.at - name_end);
    if (closes) return feedback_.end_tag(name_text) ? end.at : kUndecided;
    return skip_content(feedback_.start_tag(name_text, rest, end.self_closing), name_text, end.at);
  }

  [[gnu::always_inline]] std::size_t skip_content(Content content, std::string_view name,
                                                  std::size_t at) {
    if (content == Content::markup) [[likely]]
      return at;
    switch (content) {
      case Content::raw_text:
        return end_of_raw_text(text_, at, name);
      case Content::script:
        return end_of_script(text_, at);
      case Content::plain_text:
        return text_.size();
      case Content::undecided:
      case Content::markup:
        break;
    }
    return kUndecided;
  }

  static bool ends_name(char c) { return is_ascii_whitespace(c) || c == '/' || c == '>'; }

  [[gnu::always_inline]] std::size_t end_of_name(std::size_t at) const {
    if (at + Vector::kNameBytes <= text_.size()) {
      const std::size_t length = Vector::name_length(text_.data() + at);
      if (length < Vector::kNameBytes && ends_name(text_[at + length])) return at + length;
    }
    while (at < text_.size() && !ends_name(text_[at])) ++at;
    return at;
  }

  // WHATWG HTML 13.2.5.32-40, from behind the tag name. Outside of values only '>' and '=' matter:
  // the first ends the tag, the second begins a value unless it begins a name.
  [[gnu::always_inline]] TagEnd end_of_tag(std::size_t from) {
    std::size_t attribute = from;  // where the attributes not yet read begin
    while (true) {
      const std::size_t at = finder_.find_greater_or_equals(from);
      if (at >= text_.size()) return {kUnfinished, false};
      if (text_[at] == '>') return {at + 1, text_[at - 1] == '/'};
      from = at + 1;
      if (!is_ascii_alnum(text_[at - 1]) && begins_name(attribute, at)) continue;
      const char quote = byte(from);
      std::size_t value_end;
      if (quote == '"') [[likely]] {
        value_end = finder_.find_double_quote(from + 1) + 1;
      } else {
        const ValueEnd value = end_of_other_value(from);
        if (value.ends_tag) return {value.at, false};
        value_end = value.at;
      }
      if (value_end > text_.size()) return {kUnfinished, false};
      from = attribute = value_end;
    }
  }

  // Whether the '=' at `equals` is the first byte of an attribute name: nothing but spaces stands
  // between it and the end of the value (or slash) before.
  bool begins_name(std::size_t attribute, std::size_t equals) const {
    while (equals > attribute) {
      const char before = text_[--equals];
      if (before == '/') return true;
      if (!is_ascii_whitespace(before)) return false;
    }
    return true;
  }

  // A value that does not stand in double quotes right behind its '='.
  ValueEnd end_of_other_value(std::size_t at) {
    while (at < text_.size() && is_ascii_whitespace(text_[at])) ++at;
    if (byte(at) == '"') return {finder_.find_double_quote(at + 1) + 1, false};
    if (byte(at) == '\'') {
      const std::size_t quote = text_.find('\'', at + 1);
      return {quote == std::string_view::npos ? kUnfinished : quote + 1, false};
    }
    while (at < text_.size() && !is_ascii_whitespace(text_[at]) && text_[at] != '>') ++at;
    if (at >= text_.size()) return {kUnfinished, false};
    return text_[at] == '>' ? ValueEnd{at + 1, true} : ValueEnd{at, false};
  }

  std::string_view text_;
  ByteFinder<Vector> finder_;
  Feedback& feedback_;
  TagSink& sink_;
};

// A whole page, from the ordinary state on. False: the feedback was undecided.
template <class Vector, class Feedback>
bool scan(std::string_view text, Scripting scripting, TagIndex& index) {
  TagSink sink(index);
  Feedback feedback(scripting);
  TagScanner<Vector, Feedback> scanner(text, feedback, sink);
  if (!scanner.scan(0)) return false;
  sink.flush();
  return true;
}

}  // namespace freshet
