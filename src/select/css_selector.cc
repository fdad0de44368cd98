#include "select/css_selector.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "select/css_list.h"
#include "select/css_parser.h"

namespace freshet {
namespace {

struct NamedValue {
  std::string name;
  std::string value;
};

bool same_text(std::string_view a, std::string_view b, bool ignores_case) {
  return ignores_case ? equals_ignoring_case(a, b) : a == b;
}

bool is_separator(char c) { return is_ascii_whitespace(c); }

bool has_word(std::string_view text, std::string_view word, bool ignores_case) {
  if (word.empty()) return false;
  while (!text.empty()) {
    const auto end =
        static_cast<std::size_t>(std::ranges::find_if(text, is_separator) - text.begin());
    if (same_text(text.substr(0, end), word, ignores_case)) return true;
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return false;
}

bool value_matches(const CssSimple& simple, std::string_view value) {
  const bool any_case = simple.ignores_case;
  const std::string_view wanted = simple.value;
  const auto part_is = [&](std::size_t at) {
    return same_text(value.substr(at, wanted.size()), wanted, any_case);
  };
  switch (simple.op) {
    case CssOperator::exists:
      return true;
    case CssOperator::equals:
      return same_text(value, wanted, any_case);
    case CssOperator::word:
      return has_word(value, wanted, any_case);
    case CssOperator::dash:
      return same_text(value, wanted, any_case) ||
             (value.size() > wanted.size() && value[wanted.size()] == '-' && part_is(0));
    case CssOperator::prefix:
      return !wanted.empty() && value.size() >= wanted.size() && part_is(0);
    case CssOperator::suffix:
      return !wanted.empty() && value.size() >= wanted.size() &&
             part_is(value.size() - wanted.size());
    case CssOperator::substring:
      if (wanted.empty()) return false;
      for (std::size_t at = 0; at + wanted.size() <= value.size(); ++at)
        if (part_is(at)) return true;
      return false;
  }
  return false;
}

// One search. Long attributes take more steps than one: a page decides how long they are and how
// often they are compared. Attributes are read once for each element that is asked for them.
class CssSearch {
 public:
  CssSearch(const HtmlTree& tree, const CssList& list) : tree_(tree), attributes_(tree.size()) {
    add_names(list.complexes);
  }

  std::vector<NodeNumber> find(const CssList& list) {
    std::vector<NodeNumber> found;
    for (NodeNumber node = 0; node != kNoNode && !is_exhausted(); node = tree_.next_in(node, 0))
      if (tree_.is_element(node) && matches_any(list.complexes, node)) found.push_back(node);
    return found;
  }

  bool is_exhausted() const { return steps_ > CssSelector::kStepsMax; }

 private:
  // Collects the names of attributes that the selector looks at; only those are kept.
  void add_names(const std::vector<CssComplex>& list) {
    for (const CssComplex& complex : list)
      for (const CssCompound& compound : complex.compounds)
        for (const CssSimple& simple : compound.simples) {
          if (simple.kind == CssKind::attribute) names_.insert(simple.name);
          add_names(simple.list);
        }
  }

  // Counts the comparison of so many bytes. Returns false if there are no steps left.
  bool spend(std::size_t bytes) {
    steps_ += bytes / kBytesPerCssStep;
    return !is_exhausted();
  }

  NodeNumber parent_element(NodeNumber node) const {
    const NodeNumber parent = tree_[node].parent;
    return parent != kNoNode && tree_.is_element(parent) ? parent : kNoNode;
  }
  NodeNumber sibling(NodeNumber node, bool forward) {
    do {
      ++steps_;
      node = forward ? tree_[node].next : tree_[node].previous;
    } while (node != kNoNode && !tree_.is_element(node));
    return node;
  }

  bool matches_any(const std::vector<CssComplex>& list, NodeNumber node) {
    return std::ranges::any_of(list, [&](const CssComplex& complex) {
      return matches(complex, complex.compounds.size() - 1, node, kNoNode);
    });
  }

  // Returns true if `node` matches the compounds up to `last`. `anchor`: the element of :has, to
  // which the first compound relates; kNoNode for other selectors.
  bool matches(const CssComplex& complex, std::size_t last, NodeNumber node, NodeNumber anchor) {
    if (++steps_ > CssSelector::kStepsMax) return false;
    const CssCompound& compound = complex.compounds[last];
    for (const CssSimple& simple : compound.simples)
      if (!matches(simple, node)) return false;
    if (last == 0 && anchor == kNoNode) return true;
    const auto left_matches = [&](NodeNumber left) {
      return last == 0 ? left == anchor : matches(complex, last - 1, left, anchor);
    };
    switch (compound.before) {
      case CssCombinator::child: {
        const NodeNumber parent = parent_element(node);
        return parent != kNoNode && left_matches(parent);
      }
      case CssCombinator::descendant:
        for (NodeNumber up = parent_element(node); up != kNoNode; up = parent_element(up)) {
          if (left_matches(up)) return true;
          if (++steps_ > CssSelector::kStepsMax) return false;
        }
        return false;
      case CssCombinator::next: {
        const NodeNumber before = sibling(node, false);
        return before != kNoNode && left_matches(before);
      }
      case CssCombinator::later:
        for (NodeNumber before = sibling(node, false); before != kNoNode && !is_exhausted();
             before = sibling(before, false))
          if (left_matches(before)) return true;
        return false;
    }
    return false;
  }

  bool matches(const CssSimple& simple, NodeNumber node) {
    ++steps_;
    switch (simple.kind) {
      case CssKind::type:
        return type_is(simple.name, node);
      case CssKind::universal:
        return true;
      case CssKind::id: {
        const std::string* id = attribute(node, "id");
        return id != nullptr && *id == simple.name;
      }
      case CssKind::class_name: {
        const std::string* classes = attribute(node, "class");
        return classes != nullptr && spend(classes->size()) &&
               has_word(*classes, simple.name, false);
      }
      case CssKind::attribute: {
        const std::string* value = attribute(node, simple.name);
        const std::size_t tries = simple.op == CssOperator::substring ? simple.value.size() : 1;
        return value != nullptr && spend(value->size() * tries) && value_matches(simple, *value);
      }
      case CssKind::nth:
        return is_nth(simple, node);
      case CssKind::is:
        return matches_any(simple.list, node);
      case CssKind::not_:
        return !matches_any(simple.list, node);
      case CssKind::has:
        return has(simple.list, node);
      case CssKind::root:
        return parent_element(node) == kNoNode;
      case CssKind::empty:
        return is_empty(node);
      case CssKind::link:
        return is_one_of(node, {TagName::a, TagName::area}) && attribute(node, "href") != nullptr;
      case CssKind::checked:
        return is_checked(node);
      case CssKind::disabled:
        return can_be_disabled(node) && attribute(node, "disabled") != nullptr;
      case CssKind::enabled:
        return can_be_disabled(node) && attribute(node, "disabled") == nullptr;
      case CssKind::nothing:
        return false;
    }
    return false;
  }

  bool is_one_of(NodeNumber node, std::initializer_list<TagName> names) const {
    return tree_[node].space == Namespace::html &&
           std::ranges::find(names, tree_[node].name) != names.end();
  }
  bool can_be_disabled(NodeNumber node) const {
    return is_one_of(node, {TagName::button, TagName::input, TagName::select, TagName::textarea,
                            TagName::optgroup, TagName::option, TagName::fieldset});
  }
  bool is_checked(NodeNumber node) {
    if (is_one_of(node, {TagName::option})) return attribute(node, "selected") != nullptr;
    if (!is_one_of(node, {TagName::input}) || attribute(node, "checked") == nullptr) return false;
    const std::string* type = attribute(node, "type");
    return type != nullptr &&
           (equals_ignoring_case(*type, "checkbox") || equals_ignoring_case(*type, "radio"));
  }

  bool type_is(std::string_view name, NodeNumber node) const {
    const TagName known = tree_[node].name;
    return known != TagName::unknown ? tag_name_text(known) == name : tree_.name(node) == name;
  }
  std::string type_of(NodeNumber node) const {
    return static_cast<char>('0' + static_cast<int>(tree_[node].space)) + tree_.name(node);
  }

  bool is_empty(NodeNumber node) const {
    for (NodeNumber child = tree_[node].first_child; child != kNoNode; child = tree_[child].next)
      if (tree_[child].kind != NodeKind::comment && tree_[child].kind != NodeKind::template_content)
        return false;
    return true;
  }

  bool is_nth(const CssSimple& simple, NodeNumber node) {
    if (!simple.list.empty() && !matches_any(simple.list, node)) return false;
    const long place = simple.list.empty() ? place_of(simple.nth, node) : place_in(simple, node);
    const long distance = place - simple.nth.offset;
    if (simple.nth.step == 0) return distance == 0;
    return distance % simple.nth.step == 0 && distance / simple.nth.step >= 0;
  }

  // Returns the place of an element among its siblings, or among those of its type. It is found for
  // all of them at once: they may be the rows of a long table.
  long place_of(const CssNth& nth, NodeNumber node) {
    std::vector<std::uint32_t>& places =
        places_[(nth.from_end ? 2U : 0U) + (nth.of_type ? 1U : 0U)];
    if (places.empty()) places.resize(tree_.size());
    if (places[node] != 0) return places[node];
    const TreeNode& parent = tree_[tree_[node].parent];
    std::map<std::string, std::uint32_t> counts;  // by type
    for (NodeNumber at = nth.from_end ? parent.last_child : parent.first_child; at != kNoNode;
         at = nth.from_end ? tree_[at].previous : tree_[at].next) {
      ++steps_;
      if (tree_.is_element(at)) places[at] = ++counts[nth.of_type ? type_of(at) : std::string()];
    }
    return places[node];
  }

  // Returns its place among those of its siblings that match the list.
  long place_in(const CssSimple& simple, NodeNumber node) {
    long place = 1;
    for (NodeNumber other = sibling(node, simple.nth.from_end); other != kNoNode && !is_exhausted();
         other = sibling(other, simple.nth.from_end))
      place += matches_any(simple.list, other);
    return place;
  }

  bool has(const std::vector<CssComplex>& list, NodeNumber node) {
    return std::ranges::any_of(list, [&](const CssComplex& complex) {
      const CssCombinator first = complex.compounds.front().before;
      const bool among_siblings = first == CssCombinator::next || first == CssCombinator::later;
      if (!among_siblings) return has_inside(complex, node, node);
      for (NodeNumber after = sibling(node, true); after != kNoNode && !is_exhausted();
           after = sibling(after, true))
        if (matches(complex, complex.compounds.size() - 1, after, node) ||
            has_inside(complex, after, node))
          return true;
      return false;
    });
  }

  bool has_inside(const CssComplex& complex, NodeNumber top, NodeNumber anchor) {
    for (NodeNumber at = tree_.next_in(top, top); at != kNoNode && !is_exhausted();
         at = tree_.next_in(at, top))
      if (tree_.is_element(at) && matches(complex, complex.compounds.size() - 1, at, anchor))
        return true;
    return false;
  }

  const std::string* attribute(NodeNumber node, std::string_view name) {
    auto& known = attributes_[node];
    if (!known) {
      known.emplace();
      tree_.each_attribute(node, [&](const std::string& one, const std::string& value) {
        if (names_.contains(one)) known->push_back({one, value});
      });
    }
    const auto found = std::ranges::find(*known, name, &NamedValue::name);
    return found == known->end() ? nullptr : &found->value;
  }

  static constexpr std::size_t kBytesPerCssStep = 8;

  const HtmlTree& tree_;
  // Pseudo-classes look at the first ones.
  std::set<std::string> names_ = {"id", "class", "href", "selected", "checked", "type", "disabled"};
  std::vector<std::optional<std::vector<NamedValue>>> attributes_;  // of the elements looked at
  std::array<std::vector<std::uint32_t>, 4> places_;  // of elements among siblings, if asked for
  std::size_t steps_ = 0;
};

}  // namespace

Result<CssSelector> CssSelector::parse(std::string_view text) {
  auto list = parse_css_list(text);
  if (!list) return std::unexpected(list.error());
  return CssSelector(std::make_shared<const CssList>(*std::move(list)));
}

Result<std::vector<NodeNumber>> CssSelector::find(const HtmlTree& tree) const {
  CssSearch search(tree, *list_);
  auto found = search.find(*list_);
  if (!search.is_exhausted()) return found;
  return std::unexpected(
      Error{Errc::limit, fmt::format("the selector takes more than {} steps on this page; a "
                                     "simpler one, for example with a class, would do",
                                     kStepsMax)});
}

}  // namespace freshet
