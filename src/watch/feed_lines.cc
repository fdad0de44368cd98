#include "watch/feed_lines.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/html_tree.h"
#include "select/element_text.h"

namespace freshet {
namespace {

// Returns the text of a fragment of HTML on one line.
std::string text_of_html(std::string_view html) {
  const std::string_view some = html.substr(0, 16 * kFeedTextBytesMax);
  const std::string whole = repair_utf8(some);
  const HtmlTree tree = parse_html_tree(whole, Scripting::off);
  std::string text = element_text(tree, 0);
  std::ranges::replace(text, '\n', ' ');
  cut_utf8(text, kFeedTextBytesMax);
  return text;
}

const std::string* attribute_of(const XmlNode& node, std::string_view name) {
  for (const auto& [key, value] : node.attributes)
    if (key == name) return &value;
  return nullptr;
}

// Reads the fields of one entry.
class FeedEntry {
 public:
  FeedEntry(const XmlTree& tree, XmlNumber entry) : tree_(tree), entry_(entry) {}

  std::string line() const {
    std::string out;
    for (const std::string& field :
         {text_of_html(first({"title"})), first({"pubDate", "published", "dc:date", "updated"}),
          link(), text_of_html(first({"description", "summary", "content:encoded", "content"}))}) {
      if (field.empty()) continue;
      if (!out.empty()) out += " · ";
      out += field;
    }
    return out;
  }

 private:
  // Returns the text of the first of these elements that has one.
  std::string first(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : names)
      for (XmlNumber at = tree_.nodes[entry_].first_child; at != kNoXml;
           at = tree_.nodes[at].next) {
        if (tree_.nodes[at].name != name) continue;
        const std::string text = tree_.text_of(at);
        if (const auto trimmed = trim_ascii_whitespace(text); !trimmed.empty())
          return std::string(trimmed);
      }
    return {};
  }

  // The text of an RSS link; the target of an Atom one that is the page itself.
  std::string link() const {
    for (XmlNumber at = tree_.nodes[entry_].first_child; at != kNoXml; at = tree_.nodes[at].next) {
      const XmlNode& node = tree_.nodes[at];
      if (node.name != "link") continue;
      const std::string* rel = attribute_of(node, "rel");
      if (const std::string* href = attribute_of(node, "href");
          href && (!rel || *rel == "alternate"))
        return *href;
    }
    return first({"link", "guid", "id"});
  }

  const XmlTree& tree_;
  XmlNumber entry_;
};

}  // namespace

WatchLines feed_lines(const XmlTree& feed) {
  WatchLines lines;
  for (XmlNumber at = 0; at != kNoXml && lines.size() < kFeedLinesMax; at = feed.next_in(at, 0)) {
    const std::string& name = feed.nodes[at].name;
    if (name != "item" && name != "entry") continue;
    if (std::string line = FeedEntry(feed, at).line(); !line.empty())
      lines.push_back({.text = std::move(line)});
  }
  return lines;
}

WatchLines xml_lines(const XmlTree& document) {
  WatchLines lines;
  const auto add = [&](const std::string& name, std::string_view text) {
    if (text = trim_ascii_whitespace(text); !text.empty())
      lines.push_back({.text = name + ": " + std::string(text)});
  };
  for (XmlNumber at = 0; at != kNoXml; at = document.next_in(at, 0)) {
    const XmlNode& node = document.nodes[at];
    if (!node.is_element() && node.parent != kNoXml)
      add(document.nodes[node.parent].name, node.text);
    for (const auto& [name, value] : node.attributes) add(node.name + "@" + name, value);
  }
  return lines;
}

}  // namespace freshet
