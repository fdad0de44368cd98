#include "change/blocks.h"

#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/check.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/tag_looks.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

bool contains_ignoring_case(std::string_view text, std::string_view word) {
  for (std::size_t at = 0; at + word.size() <= text.size(); ++at)
    if (equals_ignoring_case(text.substr(at, word.size()), word)) return true;
  return false;
}

unsigned place_of_name(TagName name) {
  using enum TagName;
  switch (name) {
    case main:
    case article:
      return kInMain;
    case nav:
    case menu:
      return kInMenu;
    case footer:
      return kInFooter;
    case header:
      return kInHeader;
    case aside:
      return kInAside;
    case form:
    case button:
    case select:
    case label:
    case textarea:
      return kInControl;
    case dialog:
      return kInOverlay;
    case noscript:
      return kHidden;
    case h1:
    case h2:
    case h3:
    case h4:
    case h5:
    case h6:
      return kIsHeading;
    default:
      return 0;
  }
}

// A word in a class or id that reveals the place of a block.
struct TellingWord {
  std::string_view word;
  unsigned place;
};

unsigned place_of_role(std::string_view role) {
  static constexpr std::array<TellingWord, 12> kRoles = {{{"main", kInMain},
                                                          {"article", kInMain},
                                                          {"navigation", kInMenu},
                                                          {"menu", kInMenu},
                                                          {"menubar", kInMenu},
                                                          {"contentinfo", kInFooter},
                                                          {"banner", kInHeader},
                                                          {"complementary", kInAside},
                                                          {"search", kInControl},
                                                          {"dialog", kInOverlay},
                                                          {"alertdialog", kInOverlay},
                                                          {"alert", kInOverlay}}};
  for (const TellingWord& known : kRoles)
    if (equals_ignoring_case(role, known.word)) return known.place;
  return 0;
}

// Returns the place that a class or id reveals. Only words that rarely mean anything else count.
unsigned place_of_label(std::string_view label) {
  static constexpr std::array<TellingWord, 12> kWords = {{{"cookie", kInOverlay},
                                                          {"consent", kInOverlay},
                                                          {"onetrust", kInOverlay},
                                                          {"gdpr", kInOverlay},
                                                          {"popup", kInOverlay},
                                                          {"modal", kInOverlay},
                                                          {"footer", kInFooter},
                                                          {"navbar", kInMenu},
                                                          {"nav-", kInMenu},
                                                          {"menu", kInMenu},
                                                          {"sidebar", kInAside},
                                                          {"breadcrumb", kInMenu}}};
  unsigned place = 0;
  for (const TellingWord& known : kWords)
    if (contains_ignoring_case(label, known.word)) place |= known.place;
  return place;
}

class BlockReader {
 public:
  BlockReader(std::string_view page, const TagIndex& index,
              std::span<const std::uint32_t> template_texts)
      : page_(page), index_(index), template_texts_(template_texts) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (around.are_unseen()) return;
    const std::size_t before = flow_.size();
    flow_.add(page_, from, to, kind, around.place());
    if (flow_.size() == before) return;
    has_own_text_ |= !is_template(from);
    touch();
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (space != Namespace::html || around.are_unseen()) return;
    separate(name);
    open(i, name);
    if (name == TagName::a) add_anchor(i);
    if (name == TagName::img) add_image(i);
    if (is_marking(name)) pending_markup_.append(tag_name_text(name)).push_back(' ');
  }

  void end_tag(std::size_t, TagName name, Namespace space, const Surroundings& around) {
    if (space != Namespace::html || around.are_unseen()) return;
    if (name == TagName::a && !pending_links_.empty()) touch();
    separate(name);
    close(name);
  }

  std::vector<Block> take() {
    if (!pending_links_.empty()) touch();
    flush();
    return std::move(blocks_);
  }

 private:
  struct Open {
    TagName name;
    unsigned place;  // including its ancestors'
  };

  static bool is_marking(TagName name) {
    using enum TagName;
    switch (name) {
      case h1:
      case h2:
      case h3:
      case h4:
      case h5:
      case h6:
      case li:
      case td:
      case th:
      case blockquote:
      case pre:
      case b:
      case strong:
      case em:
      case i:
      case u:
      case s:
      case code:
        return true;
      default:
        return false;
    }
  }

  void separate(TagName name) {
    if (looks(name, Look::block)) return flush();
    if (name == TagName::td || name == TagName::th) return flow_.add_gap(Gap::tab);
    if (looks(name, Look::box)) flow_.add_gap(Gap::space);
  }

  void open(std::size_t i, TagName name) {
    if (looks(name, Look::empty) || name == TagName::p || name == TagName::li) return;
    if (open_.size() >= kPlaceDepthMax) return;
    open_.push_back({name, place() | place_of_name(name) | place_of_attributes(i, name)});
  }

  // Elements without an end tag close with their parent.
  void close(TagName name) {
    for (std::size_t at = open_.size(); at > 0; --at) {
      if (open_[at - 1].name != name) continue;
      if (name == TagName::unknown && at != open_.size()) return;
      open_.resize(at - 1);
      return;
    }
  }

  unsigned place_of_attributes(std::size_t i, TagName name) const {
    unsigned found = 0;
    const bool is_root = name == TagName::html || name == TagName::body;
    for_each_attribute(page_, index_[i], [&](std::string_view key, std::string_view value) {
      if (equals_ignoring_case(key, "role")) {
        found |= place_of_role(value);
      } else if (equals_ignoring_case(key, "hidden")) {
        found |= kHidden;
      } else if (equals_ignoring_case(key, "aria-hidden")) {
        if (equals_ignoring_case(value, "true")) found |= kHidden;
      } else if (equals_ignoring_case(key, "style")) {
        if (contains_ignoring_case(value, "display:none") ||
            contains_ignoring_case(value, "display: none"))
          found |= kHidden;
      } else if (!is_root &&
                 (equals_ignoring_case(key, "class") || equals_ignoring_case(key, "id"))) {
        found |= place_of_label(value);
      }
    });
    return is_root ? 0 : found;
  }

  unsigned place() const { return open_.empty() ? 0 : open_.back().place; }

  void add_anchor(std::size_t i) {
    const auto href = find_attribute(page_, index_[i], "href");
    if (!href) return;
    pending_links_.push_back(readable_link(decode_attribute(href->substr(0, kBlockLinkBytesMax))));
  }

  void add_image(std::size_t i) {
    const auto src = find_attribute(page_, index_[i], "src");
    if (!src || src->empty() || starts_with_ignoring_case(*src, "data:")) return;
    touch();
    block_.images.push_back(decode_attribute(src->substr(0, kBlockLinkBytesMax)));
  }

  bool is_template(std::size_t from) {
    while (!template_texts_.empty() && template_texts_.front() < from)
      template_texts_ = template_texts_.subspan(1);
    return !template_texts_.empty() && template_texts_.front() == from;
  }

  // Notes that the current block has content.
  void touch() {
    block_.place |= place();
    block_.markup += std::exchange(pending_markup_, {});
    for (std::string& link : pending_links_) block_.links.push_back(std::move(link));
    pending_links_.clear();
    touched_ = true;
  }

  void flush() {
    if (!touched_) return;
    if (blocks_.size() + 1 >= kBlocksMax) return flow_.add_gap(Gap::line);
    block_.text = flow_.take();
    if (!block_.text.empty() && !has_own_text_) block_.place |= kInTemplate;
    blocks_.push_back(std::exchange(block_, {}));
    touched_ = false;
    has_own_text_ = false;
  }

  std::string_view page_;
  const TagIndex& index_;
  std::span<const std::uint32_t> template_texts_;  // those that are left
  std::vector<Block> blocks_;
  Block block_;
  TextFlow flow_;
  bool touched_ = false;
  bool has_own_text_ = false;  // the current block has text that is no template
  std::vector<Open> open_;
  // Markup of the next text or image, which may start another block.
  std::string pending_markup_;
  std::vector<std::string> pending_links_;
};

}  // namespace

std::string readable_link(std::string_view href) {
  constexpr std::string_view kProtected = "/cdn-cgi/l/email-protection#";
  const std::size_t at = href.find(kProtected);
  if (at == href.npos) return std::string(href);
  const std::string_view hex = href.substr(at + kProtected.size());
  std::string address;
  for (std::size_t i = 0; i + 1 < hex.size(); i += 2) {
    if (!is_ascii_hex_digit(hex[i]) || !is_ascii_hex_digit(hex[i + 1])) break;
    address.push_back(static_cast<char>(hex_value(hex[i]) << 4 | hex_value(hex[i + 1])));
  }
  if (address.empty()) return std::string(href);
  const char key = address.front();
  address.erase(0, 1);
  for (char& c : address) c = static_cast<char>(c ^ key);
  // Some addresses contain character references inside the encoding.
  return "mailto:" + decode_attribute(address);
}

std::vector<Block> read_blocks(std::string_view text, const TagIndex& index, Scripting scripting,
                               std::span<const std::uint32_t> template_texts) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  BlockReader reader(text, index, template_texts);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
