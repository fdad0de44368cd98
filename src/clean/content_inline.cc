#include "clean/content_inline.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/tag_looks.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

enum class InlineKind : std::uint8_t { none, link, strong, emphasis, code };

InlineKind inline_kind(TagName name) {
  switch (name) {
    case TagName::a:
      return InlineKind::link;
    case TagName::b:
    case TagName::strong:
      return InlineKind::strong;
    case TagName::i:
    case TagName::em:
      return InlineKind::emphasis;
    case TagName::code:
    case TagName::tt:
    case TagName::samp:
      return InlineKind::code;
    default:
      return InlineKind::none;
  }
}

// Marked text: from where to where in the text of its block.
struct InlineMark {
  InlineKind kind;
  std::size_t from;
  std::size_t to;
  std::string url;  // of a link; empty: none
};

// Returns the target of a link as Markdown writes it; empty if it leads nowhere.
std::string link_target(std::string_view href, const std::optional<Url>& base) {
  const auto url = base ? Url::parse(href, *base) : Url::parse(href);
  if (!url || url->href().size() > kInlineUrlBytesMax) return {};
  if (!url->is_http() && url->scheme() != "mailto") return {};
  const std::string target(url->href());
  return target.find_first_of("()<> ") == target.npos ? target : "<" + target + ">";
}

// Writes the text of a block with its marks, which must be nested.
class MarkWriter {
 public:
  explicit MarkWriter(std::string_view text) : text_(text) {}

  std::string write(std::vector<InlineMark> marks) {
    std::ranges::stable_sort(marks, [](const InlineMark& a, const InlineMark& b) {
      return a.from != b.from ? a.from < b.from : a.to > b.to;
    });
    for (InlineMark& mark : marks) {
      close_until(mark.from);
      // A mark that ends behind the one around it is not nested; code has no marks inside.
      if (!open_.empty() && (mark.to > open_.back().to || open_.back().kind == InlineKind::code))
        continue;
      copy(mark.from);
      out_ += opening(mark.kind);
      open_.push_back(std::move(mark));
    }
    close_until(SIZE_MAX);
    copy(text_.size());
    return std::move(out_);
  }

 private:
  static std::string_view opening(InlineKind kind) {
    switch (kind) {
      case InlineKind::link:
        return "[";
      case InlineKind::strong:
        return "**";
      case InlineKind::emphasis:
        return "*";
      case InlineKind::code:
        return "`";
      default:
        return "";
    }
  }

  void close_until(std::size_t at) {
    while (!open_.empty() && open_.back().to <= at) {
      copy(open_.back().to);
      const InlineMark mark = std::move(open_.back());
      open_.pop_back();
      out_ +=
          mark.kind == InlineKind::link ? "](" + mark.url + ")" : std::string(opening(mark.kind));
    }
  }

  void copy(std::size_t to) {
    const std::string_view part = text_.substr(at_, to - at_);
    at_ = to;
    const bool is_code = !open_.empty() && open_.back().kind == InlineKind::code;
    is_code ? void(out_.append(part)) : append_escaped(out_, part);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<InlineMark> open_;
  std::string out_;
};

// Collects the text and the marks of each chosen block.
class InlineReader {
 public:
  InlineReader(std::string_view page, const TagIndex& index, const MainText& main,
               const std::optional<Url>& base)
      : page_(page), index_(index), main_(main), base_(base) {
    advance();
  }

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    finish_before(from);
    if (!is_in_block(from) || around.are_unseen() || kind == TextKind::references) return;
    if (around.place() == Place::foreign && in_svg_) return;
    const std::size_t before = flow_.size();
    flow_.add(page_, from, to, kind, around.place());
    if (flow_.size() > before) after_link_ = false;
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (space != Namespace::html) {
      if (name == TagName::svg || name == TagName::math) in_svg_ = name == TagName::svg;
      return;
    }
    finish_before(index_[i].start);
    if (around.are_unseen()) return;
    if (!is_near_block(index_[i].start)) return open_.clear();
    if (name == TagName::br) return flow_.add_gap(Gap::line);
    const bool is_next_link = name == TagName::a && std::exchange(after_link_, false);
    if (name == TagName::img || is_next_link) flow_.add_gap(Gap::space);
    const InlineKind kind = inline_kind(name);
    if (kind == InlineKind::none || open_.size() + marks_.size() >= kInlineMarksMax) return;
    open_.push_back({kind, flow_.size(), 0, kind == InlineKind::link ? target(i) : ""});
  }

  void end_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (space != Namespace::html || around.are_unseen()) return;
    const InlineKind kind = inline_kind(name);
    if (kind != InlineKind::none) close(kind);
    finish_before(index_[i].start);
    after_link_ = name == TagName::a;
  }

  std::vector<std::string> take() {
    finish_before(SIZE_MAX);
    return std::move(out_);
  }

 private:
  const ContentBlock& block() const { return main_.page.blocks[next_]; }
  bool is_in_block(std::size_t at) const { return has_block() && at >= block().from; }
  bool has_block() const { return next_ < main_.page.blocks.size(); }

  // Tags between the start of a block's line and its first text count, too.
  bool is_near_block(std::size_t at) const { return has_block() && at >= block().line; }

  // Moves to the next chosen block.
  void advance() {
    while (has_block() && !main_.scores[next_].is_main) ++next_;
    if (has_block() && is_preformatted()) flow_.begin_preformatted();
  }

  bool is_preformatted() const {
    for (std::size_t e = block().element; e > 0; e = main_.page.elements[e].parent)
      if (looks(main_.page.elements[e].name, Look::preformatted)) return true;
    return false;
  }

  std::string target(std::size_t i) const {
    const auto href = find_attribute(page_, index_[i], "href");
    if (!href || href->size() > kInlineUrlBytesMax) return {};
    return link_target(decode_attribute(*href), base_);
  }

  void close(InlineKind kind) {
    for (std::size_t at = open_.size(); at-- > 0;) {
      if (open_[at].kind != kind) continue;
      InlineMark mark = std::move(open_[at]);
      open_.erase(open_.begin() + static_cast<std::ptrdiff_t>(at));
      mark.to = flow_.size();
      if (mark.to > mark.from) marks_.push_back(std::move(mark));
      return;
    }
  }

  void finish_before(std::size_t at) {
    while (has_block() && at >= block().to) {
      while (!open_.empty()) close(open_.back().kind);
      finish();
      ++next_;
      advance();
    }
  }

  void finish() {
    const bool is_literal = is_preformatted();
    const std::string text = flow_.take();
    std::erase_if(marks_, [&](InlineMark& mark) {
      // The gap before the first word is not marked.
      while (mark.from < mark.to && mark.from < text.size() && is_ascii_whitespace(text[mark.from]))
        ++mark.from;
      mark.to = std::min(mark.to, text.size());
      return mark.from >= mark.to || (mark.kind == InlineKind::link && mark.url.empty());
    });
    out_.push_back(is_literal ? text : MarkWriter(text).write(std::exchange(marks_, {})));
    marks_.clear();
    open_.clear();
  }

  std::string_view page_;
  const TagIndex& index_;
  const MainText& main_;
  const std::optional<Url>& base_;
  std::size_t next_ = 0;  // the chosen block that is read
  TextFlow flow_;
  std::vector<InlineMark> open_, marks_;
  std::vector<std::string> out_;
  bool after_link_ = false;  // a link ended, and no text followed
  bool in_svg_ = false;
};

}  // namespace

void append_escaped(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '\\' || c == '`' || c == '*' || c == '_' || c == '[' || c == ']' || c == '<' ||
        c == '|')
      out.push_back('\\');
    out.push_back(c);
  }
}

std::vector<std::string> inline_markdown(std::string_view text, const TagIndex& index,
                                         Scripting scripting, const MainText& main,
                                         const std::optional<Url>& base) {
  InlineReader reader(text, index, main, base);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
