// The tree builder's feedback to the tokenizer after each tag, computed without a tree.
//
// On nearly every page the name of a start tag decides how the text after it is read. Only inside
// SVG and MathML, inside <select>, in framesets and in templates of table columns the tree matters.
// NameFeedback follows the first two as long as they are well-formed, and otherwise answers
// `undecided`; then the page is read again with TreeFeedback (tag_tree.h), which follows the tree
// exactly, but more slowly.
#pragma once

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
  [[gnu::always_inline]] bool wants(TagName name, bool closes) const {
    return (region_ != Region::html) | (!closes & kMatters[static_cast<std::size_t>(name)]);
  }

  // `rest` is the part between the name and the end of the tag.
  Content start_tag(std::string_view name, std::string_view rest, bool self_closing);

  // Returns false if undecided.
  bool end_tag(std::string_view name);

  bool cdata_allowed() const { return region_ == Region::foreign; }

 private:
  enum class Region { html, foreign, select };
  static constexpr std::size_t kForeignDepthMax = 64;

  // Tags outside of foreign content and <select> that change how the text behind them is read.
  static constexpr auto kMatters = [] {
    using enum TagName;
    std::array<bool, kTagNameCount> matters{};
    for (const TagName name : {svg, math, select, template_, col, frameset, script, plaintext,
                               noscript, title, textarea, style, xmp, iframe, noembed, noframes})
      matters[static_cast<std::size_t>(name)] = true;
    return matters;
  }();

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
