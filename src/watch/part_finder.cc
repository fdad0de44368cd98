#include "watch/part_finder.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

#include "base/escape.h"
#include "base/split.h"
#include "html/text.h"
#include "select/element_text.h"

namespace freshet {
namespace {

std::string_view expression_name(WatchPart::Kind kind) {
  switch (kind) {
    case WatchPart::Kind::css:
      return "the CSS selector";
    case WatchPart::Kind::xpath:
      return "the XPath";
    case WatchPart::Kind::json_path:
      return "the JSONPath";
    case WatchPart::Kind::regex:
      return "the regular expression";
  }
  return "";
}

void append_text(std::string_view text, WatchLines& lines) {
  for (const std::string_view line : split_at('\n', text))
    lines.push_back({.text = std::string(line)});
}

// Returns the attribute that says most of an element without text: the value of a field, the
// description of an image.
std::string telling_attribute(const HtmlTree& tree, NodeNumber element) {
  constexpr std::array<std::string_view, 5> kTelling = {"value", "content", "alt", "src", "href"};
  std::array<std::string, kTelling.size()> values;
  tree.each_attribute(element, [&](const std::string& name, const std::string& value) {
    if (const auto* found = std::ranges::find(kTelling, name); found != kTelling.end())
      values[static_cast<std::size_t>(found - kTelling.begin())] = value;
  });
  const auto* first = std::ranges::find_if(values, [](const auto& each) { return !each.empty(); });
  return first == values.end() ? "" : *first;
}

void append_element(const HtmlTree& tree, NodeNumber element, WatchLines& lines) {
  std::string text = element_text(tree, element);
  if (text.empty() && element != 0) text = telling_attribute(tree, element);
  append_text(text, lines);
}

bool is_in(const HtmlTree& tree, NodeNumber node, NodeNumber top) {
  while (node != kNoNode && node != top) node = tree[node].parent;
  return node == top;
}

template <class Parsed, class Expression>
Result<Expression> as_expression(Result<Parsed> parsed, const std::string& label) {
  if (parsed) return Expression(*std::move(parsed));
  return std::unexpected(
      Error{parsed.error().code, fmt::format("{}: {}", label, parsed.error().message)});
}

struct FindLines {
  SearchedPage& page;
  WatchLines& lines;

  // An element in one that was found before is left out: its text is there already.
  Status operator()(const CssSelector& selector) const {
    if (page.kind() != PageKind::html) return {};
    const HtmlTree& tree = page.html();
    const auto found = selector.find(tree);
    if (!found) return std::unexpected(found.error());
    NodeNumber last = kNoNode;
    for (const NodeNumber element : *found) {
      if (last != kNoNode && is_in(tree, element, last)) continue;
      last = element;
      append_element(tree, element, lines);
    }
    return {};
  }

  Status operator()(const XPath& path) const {
    if (page.kind() != PageKind::html) return find_in_xml(path);
    const HtmlTree& tree = page.html();
    const auto found = path.find(tree);
    if (!found) return std::unexpected(found.error());
    NodeNumber last = kNoNode;
    for (const XPathMatch& match : *found) {
      if (!match.element) {
        append_text(match.text, lines);
      } else if (last == kNoNode || !is_in(tree, *match.element, last)) {
        last = *match.element;
        append_element(tree, last, lines);
      }
    }
    return {};
  }

  Status find_in_xml(const XPath& path) const {
    if (page.kind() != PageKind::feed && page.kind() != PageKind::xml) return {};
    const auto& tree = page.xml();
    if (!tree) return tree.error().code == Errc::limit ? status_of(tree) : Status();
    const auto found = path.find(*tree);
    if (!found) return std::unexpected(found.error());
    for (const XPathMatch& match : *found) append_text(match.text, lines);
    return {};
  }

  Status operator()(const JsonPath& path) const {
    const auto& document = page.json();
    if (!document) return document.error().code == Errc::limit ? status_of(document) : Status();
    const auto found = path.find(*document);
    if (!found) return std::unexpected(found.error());
    for (const JsonMatch& match : *found)
      for (const std::string& line : match.lines) lines.push_back({.text = line});
    return {};
  }

  Status operator()(const TextRegex& regex) const {
    for (const std::string& match : regex.find(page.shown_text())) append_text(match, lines);
    return {};
  }
};

}  // namespace

const HtmlTree& SearchedPage::html() {
  if (!html_) html_ = parse_html_tree(text_, scripting_);
  return *html_;
}

const std::string& SearchedPage::shown_text() {
  if (!shown_text_)
    shown_text_ = kind_ == PageKind::html
                      ? visible_text(text_, index_tags(text_, scripting_), scripting_)
                      : std::string(text_);
  return *shown_text_;
}

const Result<XmlTree>& SearchedPage::xml() {
  if (!xml_) xml_ = parse_xml(text_);
  return *xml_;
}

const Result<JsonDocument>& SearchedPage::json() {
  if (!json_) json_ = JsonDocument::parse(text_);
  return *json_;
}

Result<PartFinder> PartFinder::make(const WatchPart& part) {
  std::string label =
      fmt::format("{} \"{}\"", expression_name(part.kind), visible(part.expression));
  Result<Expression> parsed = [&]() -> Result<Expression> {
    switch (part.kind) {
      case WatchPart::Kind::css:
        return as_expression<CssSelector, Expression>(CssSelector::parse(part.expression), label);
      case WatchPart::Kind::xpath:
        return as_expression<XPath, Expression>(XPath::parse(part.expression), label);
      case WatchPart::Kind::json_path:
        return as_expression<JsonPath, Expression>(JsonPath::parse(part.expression), label);
      case WatchPart::Kind::regex:
        break;
    }
    return as_expression<TextRegex, Expression>(TextRegex::parse(part.expression), label);
  }();
  if (!parsed) return std::unexpected(parsed.error());
  return PartFinder(*std::move(parsed), std::move(label));
}

Status PartFinder::find(SearchedPage& page, WatchLines& lines) const {
  auto found = std::visit(FindLines{page, lines}, expression_);
  if (found) return found;
  return std::unexpected(
      Error{found.error().code, fmt::format("{}: {}", label_, found.error().message)});
}

Result<std::vector<NodeNumber>> PartFinder::find_elements(const HtmlTree& tree) const {
  if (const auto* selector = std::get_if<CssSelector>(&expression_)) return selector->find(tree);
  std::vector<NodeNumber> elements;
  const auto* path = std::get_if<XPath>(&expression_);
  if (path == nullptr) return elements;
  const auto found = path->find(tree);
  if (!found) return std::unexpected(found.error());
  for (const XPathMatch& match : *found)
    if (match.element && *match.element != 0) elements.push_back(*match.element);
  return elements;
}

}  // namespace freshet
