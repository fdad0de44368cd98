// The tree builder's feedback to the tokenizer after each tag, computed without a tree.
//
// On nearly every page the name of a start tag decides how the text after it is read. Only inside
// SVG and MathML, inside <select>, in framesets and in templates of table columns the tree matters.
// NameFeedback follows the first two as long as they are well-formed, and otherwise answers
// `undecided`; then the page is read again with TreeFeedback (tag_tree.h), which follows the tree
// exactly, but more slowly.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "html/tag_content.h"
#include "html/tag_index.h"
#include "html/tag_names.h"

namespace freshet {

class NameFeedback {
 public:
  static constexpr bool kReadsText = false;

  explicit NameFeedback(Scripting scripting) : scripting_(scripting) {}

  // Returns true if this tag must be passed on. It runs for every tag, so it has no branches.
  [[gnu::always_inline]] bool wants(std::string_view name, bool closes) const {
    return (region_ != Region::html) | (!closes & may_matter(name));
  }

  // `rest` is the part between the name and the end of the tag.
  Content start_tag(std::string_view name, std::string_view rest, bool self_closing);

  // Returns false if undecided.
  bool end_tag(std::string_view name);

  bool cdata_allowed() const { return region_ == Region::foreign; }

 private:
  enum class Region { html, foreign, select };
  static constexpr std::size_t kForeignDepthMax = 64;

  // A first filter by length and the first two letters, which excludes most tags. There is always a
  // byte after the name, at least the '>' of its tag.
  [[gnu::always_inline]] static bool may_matter(std::string_view name) {
    constexpr auto letters = [](auto... c) { return ((1u << (c & 31)) | ...); };
    struct Sieve {
      std::uint32_t first = 0;
      std::uint32_t second = 0;
    };
    constexpr std::size_t kLongest = 9;
    static constexpr std::array<Sieve, kLongest + 2> kSieves = {{
        {},
        {},
        {},
        {letters('s', 'x', 'c'), letters('v', 'm', 'o')},  // svg xmp col
        {letters('m'), letters('a')},                      // math
        {letters('t', 's'), letters('i', 't')},            // title style
        {letters('s', 'i'), letters('c', 'e', 'f')},       // script select iframe
        {letters('n'), letters('o')},                      // noembed
        {letters('t', 'n', 'f'),
         letters('e', 'o', 'r')},      // textarea template noframes noscript ...
        {letters('p'), letters('l')},  // plaintext
        {},
    }};
    const Sieve& sieve = kSieves[std::min(name.size(), kLongest + 1)];
    const char* letter = name.data();
    return ((sieve.first >> (letter[0] & 31)) & (sieve.second >> (letter[1] & 31)) & 1) != 0;
  }

  Content start_tag_in_html(std::string_view name, bool self_closing);
  Content start_tag_in_foreign(std::string_view name, std::string_view rest, bool self_closing);
  Content start_tag_in_select(std::string_view name);
  void open_foreign(const TagKey& key);

  Scripting scripting_;
  Region region_ = Region::html;
  bool template_seen_ = false;
  std::size_t foreign_depth_ = 0;
  std::array<TagKey, kForeignDepthMax> foreign_;  // open elements
};

}  // namespace freshet
