#include "clean/content_blocks.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/check.h"
#include "clean/content_words.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/tag_looks.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

constexpr std::uint64_t mix_path(std::uint64_t path, std::uint64_t step) {
  path ^= step + 0x9e3779b97f4a7c15u + (path << 6) + (path >> 2);
  return path * 0xff51afd7ed558ccdu;
}

bool is_cell(TagName name) { return name == TagName::td || name == TagName::th; }
bool is_term(TagName name) { return name == TagName::dt || name == TagName::dd; }

// Returns true if a start tag `next` ends an open element `open` that may lack its end tag.
bool ends_element(TagName open, TagName next) {
  using enum TagName;
  if (open == p) return next != tr && next != option && !is_cell(next);
  if (open == li || open == tr || open == option) return open == next;
  return (is_cell(open) && is_cell(next)) || (is_term(open) && is_term(next));
}

// Returns true for elements that neither show text of their own nor interrupt the text around them.
bool is_invisible(TagName name) {
  using enum TagName;
  switch (name) {
    case iframe:
    case link:
    case meta:
    case noembed:
    case noframes:
    case object:
    case script:
    case style:
    case title:
      return true;
    default:
      return looks(name, Look::unseen);
  }
}

struct DeclaringWord {
  std::string_view word;
  std::uint8_t kind;
};
constexpr std::array<DeclaringWord, 8> kDeclaringWords = {{{"Article\"", kLdArticle},
                                                           {"\"BlogPosting\"", kLdArticle},
                                                           {"\"Recipe\"", kLdArticle},
                                                           {"\"Product\"", kLdProduct},
                                                           {"DiscussionForumPosting", kLdForum},
                                                           {"QAPage", kLdForum},
                                                           {"\"ItemList\"", kLdList},
                                                           {"CollectionPage", kLdList}}};

class ContentReader {
 public:
  ContentReader(std::string_view page, const TagIndex& index) : page_(page), index_(index) {
    result_.elements.push_back({});
    open_.push_back({0, {}, false, 0});
  }

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (std::exchange(in_title_, false)) return read_title(from, to);
    if (std::exchange(in_json_, false)) read_declared(page_.substr(from, to - from));
    if (around.are_unseen() || kind == TextKind::references) return;
    if (around.place() == Place::foreign && in_svg_) return;
    const std::size_t before = flow_.size();
    flow_.add(page_, from, to, kind, around.place());
    const std::size_t after = flow_.size();
    if (after == before) return;
    after_link_ = false;
    if (before == 0) begin_block(from);
    block_.to = static_cast<std::uint32_t>(to);
    if (open_.back().in_link) {
      block_.counts.link_bytes += static_cast<std::uint32_t>(after - before);
      links_.push_back({before, after});
    }
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    in_title_ = in_json_ = false;
    if (space != Namespace::html) {
      if (name == TagName::svg || name == TagName::math) in_svg_ = name == TagName::svg;
      return;
    }
    if (name == TagName::title) in_title_ = result_.title.empty() && !around.are_inert();
    if (name == TagName::meta) read_meta(i);
    if (name == TagName::script)
      in_json_ = find_attribute(page_, index_[i], "type").value_or("") == "application/ld+json";
    if (around.are_unseen() || is_invisible(name)) return;
    ++block_.counts.tags;
    if (start_counted(name)) return;
    const bool flows = is_inline_element(name, index_[i].name(page_));
    if (!flows) flush(i);
    // Links side by side are different words.
    if (name == TagName::a && std::exchange(after_link_, false)) flow_.add_gap(Gap::space);
    if (looks(name, Look::empty)) return;
    if (name == TagName::a) ++block_.counts.links;
    if (!flows) end_unclosed(name);
    push(i, name, flows);
    if (looks(name, Look::preformatted)) flow_.begin_preformatted();
  }

  void end_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    in_title_ = in_json_ = false;
    if (space != Namespace::html || around.are_unseen() || is_invisible(name)) return;
    ++block_.counts.tags;
    if (looks(name, Look::empty) || name == TagName::body || name == TagName::html) return;
    const bool flows = is_inline_element(name, index_[i].name(page_));
    if (!flows) flush(i);
    after_link_ = name == TagName::a;
    if (looks(name, Look::preformatted)) flow_.end_preformatted();
    close(i, name, flows);
  }

  ContentPage take() {
    end_block();
    return std::move(result_);
  }

 private:
  struct Open {
    std::uint32_t element;
    TagKey key;
    bool flows;
    std::uint64_t path;
    bool in_link = false;
  };
  struct LinkRange {
    std::size_t from, to;  // of the block's text
  };

  void read_title(std::size_t from, std::size_t to) {
    TextFlow title;
    title.add(page_, from, to, TextKind::references, Place::html);
    result_.title = title.take();
  }

  void read_meta(std::size_t i) {
    const auto [property, content] =
        find_attributes(page_, index_[i], std::array<std::string_view, 2>{"property", "content"});
    if (property && content && equals_ignoring_case(*property, "og:type") &&
        content->find("article") != content->npos)
      result_.declared |= kOgArticle;
  }

  void read_declared(std::string_view json) {
    json = json.substr(0, kDeclaredBytesMax);
    for (const auto& [word, kind] : kDeclaringWords)
      if (json.find(word) != json.npos) result_.declared |= kind;
  }

  // Counts tags that open no element; returns false for others.
  bool start_counted(TagName name) {
    switch (name) {
      case TagName::br:
        flow_.add_gap(Gap::line);
        ++block_.counts.breaks;
        return true;
      case TagName::img:
        flow_.add_gap(Gap::space);
        ++block_.counts.images;
        return true;
      case TagName::input:
        ++block_.counts.inputs;
        return true;
      default:
        return false;
    }
  }

  void end_unclosed(TagName name) {
    if (!looks(name, Look::block) && !is_cell(name)) return;
    for (std::size_t at = open_.size(); at-- > 1;) {
      if (ends_element(open_[at].key.name, name)) {
        open_.resize(at);
        return;
      }
      if (!open_[at].flows) return;
    }
  }

  void push(std::size_t i, TagName name, bool flows) {
    if (open_.size() >= kContentDepthMax || result_.elements.size() >= kContentElementsMax) {
      ++untracked_;
      return;
    }
    const Open& around = open_.back();
    const TagKey key =
        name == TagName::unknown ? find_tag_key(index_[i].name(page_)) : TagKey{name, 0};
    const std::uint64_t step = static_cast<std::uint64_t>(name) + key.unknown_hash;
    const auto element = static_cast<std::uint32_t>(result_.elements.size());
    result_.elements.push_back({.parent = around.element,
                                .tag = static_cast<std::uint32_t>(i),
                                .depth = static_cast<std::uint16_t>(open_.size()),
                                .name = name});
    open_.push_back(
        {element, key, flows, mix_path(around.path, step), name == TagName::a || around.in_link});
  }

  // An inline end tag closes nothing beyond the block around it.
  void close(std::size_t i, TagName name, bool flows) {
    if (untracked_ > 0) {
      --untracked_;
      return;
    }
    const TagKey key =
        name == TagName::unknown ? find_tag_key(index_[i].name(page_)) : TagKey{name, 0};
    for (std::size_t at = open_.size(); at-- > 1;) {
      if (open_[at].key == key) {
        open_.resize(at);
        return;
      }
      if (flows && !open_[at].flows) return;
    }
  }

  void begin_block(std::size_t from) {
    std::size_t at = open_.size() - 1;
    while (at > 0 && open_[at].flows) --at;
    block_.element = open_[at].element;
    block_.path = open_.back().path;
    block_.from = static_cast<std::uint32_t>(from);
  }

  // All blocks beyond the limit are one.
  void flush(std::size_t tag) {
    const bool is_last = result_.blocks.size() + 1 >= kContentBlocksMax;
    if (is_last && flow_.size() > 0) return flow_.add_gap(Gap::line);
    end_block();
    block_.line = index_[tag].end();
  }

  void end_block() {
    if (flow_.size() > 0) {
      block_.text = take_text();
      count_words();
      if (block_.counts.words > 0) result_.blocks.push_back(std::move(block_));
    }
    block_ = {};
    links_.clear();
  }

  // Keeps the number of open preformatted elements.
  std::string take_text() {
    const bool is_preformatted = std::ranges::any_of(
        open_, [](const Open& open) { return looks(open.key.name, Look::preformatted); });
    std::string text = flow_.take();
    if (is_preformatted) flow_.begin_preformatted();
    return text;
  }

  void count_words() {
    std::size_t link = 0;
    for_each_word(block_.text, [&](std::size_t from, std::size_t) {
      ++block_.counts.words;
      while (link < links_.size() && links_[link].to <= from) ++link;
      if (link < links_.size() && links_[link].from <= from) ++block_.counts.link_words;
    });
  }

  std::string_view page_;
  const TagIndex& index_;
  ContentPage result_;
  ContentBlock block_;
  TextFlow flow_;
  std::vector<Open> open_;
  std::vector<LinkRange> links_;
  std::size_t untracked_ = 0;  // open elements beyond the limits
  bool after_link_ = false;    // a link ended, and no text followed
  bool in_svg_ = false;        // the innermost foreign element is a drawing
  bool in_title_ = false;      // the text after this tag is the title
  bool in_json_ = false;       // ... is JSON-LD
};

}  // namespace

int heading_level(TagName name) {
  constexpr std::array<TagName, 6> kHeadings = {TagName::h1, TagName::h2, TagName::h3,
                                                TagName::h4, TagName::h5, TagName::h6};
  const auto found = std::ranges::find(kHeadings, name);
  return found == kHeadings.end() ? 0 : static_cast<int>(found - kHeadings.begin()) + 1;
}

bool is_inline_element(TagName name, std::string_view written) {
  using enum TagName;
  if (name == unknown) return written.find('-') == written.npos;
  if (looks(name, Look::block) || is_cell(name)) return false;
  switch (name) {
    case button:
    case col:
    case colgroup:
    case noscript:
      return false;
    default:
      return true;
  }
}

ContentPage read_content_blocks(std::string_view text, const TagIndex& index, Scripting scripting) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  ContentReader reader(text, index);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
