// The tree builder's exact feedback: tree construction (WHATWG HTML 13.2.6) followed tag by tag.
// The tag index keeps only the state that the tokenizer depends on; it is much slower than
// NameFeedback, and needed on few pages. With a tree the nodes are built as well.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "html/open_elements.h"
#include "html/tag_content.h"
#include "html/tag_index.h"

namespace freshet {

class TreeFeedback {
 public:
  static constexpr bool kReadsText = true;

  // `tree`: null if none is built; otherwise it outlives this.
  explicit TreeFeedback(Scripting scripting, TreeEditor* tree = nullptr)
      : scripting_(scripting), open_(tree), tree_(tree) {}
  ~TreeFeedback();
  TreeFeedback(const TreeFeedback&) = delete;
  TreeFeedback& operator=(const TreeFeedback&) = delete;

  bool wants(TagName, bool) const { return true; }
  Content start_tag(std::string_view name, std::string_view rest, bool self_closing);
  bool end_tag(std::string_view name);
  void text(std::string_view run);
  void raw_text(std::string_view run);  // the content of the element that was opened last
  void declaration(std::string_view run);
  void finish();  // the page has ended
  bool cdata_allowed() const;

  // Beyond OpenElements::kDepthMax or kFormattingMax the tree is not followed any more, and names
  // decide.
  bool lost() const { return open_.too_deep(); }

 private:
  enum class Mode : std::uint8_t {
    initial,
    before_html,
    before_head,
    in_head,
    in_head_noscript,
    after_head,
    in_body,
    text,
    in_table,
    in_caption,
    in_column_group,
    in_table_body,
    in_row,
    in_cell,
    in_select,
    in_select_in_table,
    in_template,
    after_body,
    in_frameset,
    after_frameset,
    after_after_body,
    after_after_frameset,
  };
  // The three kinds of characters that the standard distinguishes.
  enum class Character { space, null, other };

  bool foreign_rules_apply(const TagToken* start) const;
  void pop_to_html_or_point();

  Content start(const TagToken& token);
  Content start_foreign(const TagToken& token);
  Content start_before_body(const TagToken& token);
  Content start_in_head(const TagToken& token);
  Content start_in_head_noscript(const TagToken& token);
  Content start_after_head(const TagToken& token);
  Content start_in_body(const TagToken& token);
  std::optional<Content> start_raw_or_mode(const TagToken& token);
  std::optional<Content> start_without_content(const TagToken& token);
  Content start_block(const TagToken& token);
  Content start_list_item(const TagToken& token);
  Content start_formatting(const TagToken& token);
  Content start_form(const TagToken& token);
  Content start_option(const TagToken& token);
  std::optional<Content> start_select(const TagToken& token);
  Content start_raw(const TagToken& token);
  Content start_foreign_root(const TagToken& token, Namespace space);
  Content start_in_table(const TagToken& token);
  Content start_in_caption(const TagToken& token);
  Content start_in_column_group(const TagToken& token);
  Content start_in_table_body(const TagToken& token);
  Content start_in_row(const TagToken& token);
  Content start_in_cell(const TagToken& token);
  Content start_in_select(const TagToken& token);
  Content start_in_template(const TagToken& token);
  Content start_in_frameset(const TagToken& token);

  void end(const TagToken& token);
  void end_foreign(const TagToken& token);
  void end_before_body(const TagToken& token);
  void end_template();
  void end_in_body(const TagToken& token);
  void end_form();
  void end_in_table(const TagToken& token);
  void end_in_caption(const TagToken& token);
  void end_in_column_group(const TagToken& token);
  void end_in_table_body(const TagToken& token);
  void end_in_row(const TagToken& token);
  void end_in_cell(const TagToken& token);
  void end_in_select(const TagToken& token);
  void end_in_frameset(const TagToken& token);

  // Moves from the modes before the body to the mode that accepts anything else.
  void leave_mode_before_body();
  static Character next_character(std::string_view run, std::size_t& at);
  void character(Character kind);
  void characters_in_body(Character kind);
  void characters_in_table(std::string_view run);

  // The tree.
  void text_into_tree(std::string_view decoded);
  std::size_t insert_some_text(std::string_view decoded);
  void insert_text(std::string_view decoded);
  void table_text_into_tree(std::string_view decoded);
  void insert_comment();
  Content insert_void(const TagToken& token);
  void merge_attributes(std::size_t element, const TagToken& token);
  bool html_rules_apply() const;
  Content foster(const TagToken& token);
  void reset_mode();
  void close_cell();
  void close_open_paragraph();
  Content push_html(const TagToken& token);

  Scripting scripting_;
  Mode mode_ = Mode::initial;
  Mode original_mode_ = Mode::initial;  // to return to after raw text
  std::vector<Mode> template_modes_;
  OpenElements open_;
  TreeEditor* tree_;
  NodeNumber head_node_ = kNoNode;
  bool skips_newline_ = false;  // the first one in a <pre>
  std::optional<std::uint32_t> form_;
  bool head_seen_ = false;
  bool frameset_ok_ = true;
  bool quirks_ = false;
};

}  // namespace freshet
