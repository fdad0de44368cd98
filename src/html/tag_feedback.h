// What the tree builder tells the tokenizer after each tag, worked out without a tree.
//
// On nearly every page the name of a start tag decides how the text behind it is read. Only inside
// SVG and MathML, inside <select>, in framesets and in templates of table columns the tree has a
// say. NameFeedback follows the first two as long as they are well-formed, and otherwise answers
// `undecided`; then the page is read again with TreeFeedback (tag_tree.h), which follows the tree
// itself, exactly and more slowly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "html/tag_index.h"
#include "html/tag_scanner.h"

namespace freshet {

class NameFeedback {
 public:
  static constexpr bool kReadsText = false;

  explicit NameFeedback(Scripting scripting) : scripting_(scripting) {}

  // `rest` is what stands between the name and the end of the tag.
  Content start_tag(std::string_view name, std::string_view /*rest*/, bool self_closing) {
    if (region_ != Region::html) [[unlikely]]
      return start_tag_in_region(name, self_closing);
    if (!may_matter(name)) return Content::markup;
    return start_tag_that_may_matter(name, self_closing);
  }

  // False: undecided.
  bool end_tag(std::string_view name) {
    if (region_ == Region::html) [[likely]]
      return true;
    return end_tag_in_region(name);
  }

  bool cdata_allowed() const { return region_ == Region::foreign; }

 private:
  enum class Region { html, foreign, select };
  static constexpr std::size_t kForeignDepthMax = 64;

  // A first sieve by length and first letter: most tags are not among them.
  static bool may_matter(std::string_view name) {
    constexpr auto letter = [](char c) { return 1u << (c & 31); };
    constexpr std::array<std::uint32_t, 10> kFirstLetters = {
        0,
        0,
        0,
        letter('s') | letter('x') | letter('c'),  // svg xmp col
        letter('m'),                              // math
        letter('t') | letter('s'),                // title style
        letter('s') | letter('i'),                // script select iframe
        letter('n'),                              // noembed
        letter('t') | letter('n') | letter('f'),  // textarea template noframes noscript frameset
        letter('p'),                              // plaintext
    };
    return name.size() < kFirstLetters.size() &&
           (kFirstLetters[name.size()] & letter(name[0])) != 0;
  }

  Content start_tag_that_may_matter(std::string_view name, bool self_closing);
  Content start_tag_in_region(std::string_view name, bool self_closing);
  Content start_tag_in_foreign(std::string_view name, bool self_closing);
  Content start_tag_in_select(std::string_view name);
  bool end_tag_in_region(std::string_view name);
  void open_foreign(std::string_view name);

  Scripting scripting_;
  Region region_ = Region::html;
  bool template_seen_ = false;
  std::size_t foreign_depth_ = 0;
  std::array<std::string_view, kForeignDepthMax> foreign_;  // open elements, views of the page
};

}  // namespace freshet
