// The tree of a page, by html5lib's cases of tree construction and by hand.
#include "html/html_tree.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>

#include "base/ascii.h"
#include "testkit/test_data.h"

namespace freshet {
namespace {

// The form of html5lib: an element, attribute or text a line, indented by depth.
class Outline {
 public:
  explicit Outline(const HtmlTree& tree) : tree_(tree) {}

  std::string text() {
    write_children(0, 0);
    return std::move(out_);
  }

 private:
  void write_children(NodeNumber parent, int depth) {
    for (NodeNumber node = tree_[parent].first_child; node != kNoNode; node = tree_[node].next)
      write(node, depth);
  }

  void write(NodeNumber node, int depth) {
    switch (tree_[node].kind) {
      case NodeKind::element:
        line(depth, "<" + prefix(node) + tree_.name(node) + ">");
        write_attributes(node, depth + 1);
        break;
      case NodeKind::text:
        line(depth, "\"" + tree_.text(node) + "\"");
        break;
      case NodeKind::comment:
        line(depth, "<!-- -->");
        break;
      default:
        line(depth, "content");
    }
    write_children(node, depth + 1);
  }

  std::string prefix(NodeNumber node) const {
    const Namespace space = tree_[node].space;
    return space == Namespace::svg ? "svg " : space == Namespace::math ? "math " : "";
  }

  void write_attributes(NodeNumber node, int depth) {
    std::map<std::string, std::string> sorted;
    tree_.each_attribute(node, [&](const std::string& name, const std::string& value) {
      sorted.emplace(name, value);
    });
    for (const auto& [name, value] : sorted) line(depth, name + "=\"" + value + "\"");
  }

  void line(int depth, const std::string& what) {
    out_ += "| " + std::string(static_cast<std::size_t>(2 * depth), ' ') + what + "\n";
  }

  const HtmlTree& tree_;
  std::string out_;
};

// A browser copies the chosen option into this element after parsing; no tree shows that.
constexpr std::string_view kCopiesLater = "<selectedcontent>";

struct Case {
  std::string data;
  std::string document;  // the outline
  bool is_fragment = false;
  bool only_with_scripts = false;
  bool only_without_scripts = false;
};

std::vector<Case> read_cases(const std::string& file) {
  std::vector<Case> cases;
  std::string* part = nullptr;
  std::string ignored;
  std::istringstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line == "#data") {
      cases.emplace_back();
      part = &cases.back().data;
    } else if (line == "#document") {
      part = &cases.back().document;
    } else if (line == "#document-fragment") {
      cases.back().is_fragment = true;
      part = &ignored;
    } else if (line == "#script-on") {
      cases.back().only_with_scripts = true;
    } else if (line == "#script-off") {
      cases.back().only_without_scripts = true;
    } else if (line == "#errors" || line == "#new-errors") {
      part = &ignored;
    } else if (part != nullptr) {
      *part += line + "\n";
    }
  }
  for (Case& one : cases) {
    if (!one.data.empty()) one.data.pop_back();
    while (one.document.ends_with("\n\n")) one.document.pop_back();
  }
  return cases;
}

// Returns the expected outline without what the tree does not keep: doctypes, the text of comments,
// the capitals of SVG and MathML names, by which attributes are sorted.
std::string simplified(const std::string& document) {
  std::string out;
  std::vector<std::string> attributes;
  const auto flush = [&] {
    std::ranges::sort(attributes);
    for (const std::string& attribute : attributes) out += attribute + "\n";
    attributes.clear();
  };
  std::istringstream in(document);
  bool in_comment = false, in_foreign = false, in_text = false;
  for (std::string line; std::getline(in, line);) {
    if (in_comment) {
      in_comment = !line.ends_with("-->");
      continue;
    }
    const bool is_new = line.starts_with("| ") && !in_text;
    const std::size_t at = is_new ? line.find_first_not_of(' ', 2) : std::string::npos;
    const bool is_attribute = at != std::string::npos && line[at] != '<' && line[at] != '"';
    if (!is_attribute) flush();
    if (at == std::string::npos) {
      out += line + "\n";
      in_text = in_text && !line.ends_with('"');
      continue;
    }
    if (line.compare(at, 9, "<!DOCTYPE") == 0) continue;
    if (line.compare(at, 4, "<!--") == 0) {
      in_comment = !line.ends_with("-->");
      out += line.substr(0, at) + "<!-- -->\n";
      continue;
    }
    if (line[at] == '<') {
      in_foreign = line.compare(at, 5, "<svg ") == 0 || line.compare(at, 6, "<math ") == 0;
      if (in_foreign) line = ascii_lower(line);
    } else if (line[at] == '"') {
      in_text = !line.ends_with('"') || line.size() == at + 1;
    } else if (in_foreign) {
      const std::size_t equals = line.find('=');
      line = ascii_lower(line.substr(0, equals)) + line.substr(equals);
      for (const std::string_view space : {"xlink ", "xml ", "xmlns "})
        if (line.compare(at, space.size(), space) == 0) line[at + space.size() - 1] = ':';
    }
    if (is_attribute && line.find("=\"") != std::string::npos)
      attributes.push_back(line);
    else
      out += line + "\n";
  }
  flush();
  return out;
}

TEST(HtmlTree, IsTheOneOfAllCasesOfTreeConstruction) {
  if (!testkit::has_test_data("html5lib-tests/tree-construction")) return;
  int cases = 0, fragments = 0, copied_later = 0;
  for (const auto& entry : std::filesystem::directory_iterator(
           testkit::test_data("html5lib-tests/tree-construction"))) {
    if (entry.path().extension() != ".dat") continue;
    for (const Case& one : read_cases(testkit::read_file(entry.path()))) {
      if (one.is_fragment) {
        ++fragments;
        continue;
      }
      if (one.data.find(kCopiesLater) != std::string::npos) {
        ++copied_later;
        continue;
      }
      for (const Scripting scripting : {Scripting::off, Scripting::on}) {
        const bool is_on = scripting == Scripting::on;
        if (is_on ? one.only_without_scripts : one.only_with_scripts) continue;
        const HtmlTree tree = parse_html_tree(one.data, scripting);
        const std::string seen = Outline(tree).text();
        const std::string expected = simplified(one.document);
        EXPECT_EQ(seen, expected) << entry.path().filename() << (is_on ? ", scripts on" : "")
                                  << ":\n"
                                  << one.data;
        ++cases;
      }
    }
  }
  EXPECT_GT(cases, 2500);
  EXPECT_GT(fragments, 100);
  EXPECT_EQ(copied_later, 4);
}

// In time that does not grow with the square of their number.
TEST(HtmlTree, HasElementsWithManyAttributes) {
  std::string page = "<p";
  for (int i = 0; i < 300'000; ++i) page += " a" + std::to_string(i);
  page += " a1=x>";
  const HtmlTree tree = parse_html_tree(page, Scripting::off);
  NodeNumber node = 0;
  while (tree[node].name != TagName::p) node = tree.next_in(node, 0);
  std::size_t attributes = 0;
  tree.each_attribute(node, [&](const std::string&, const std::string& value) {
    EXPECT_EQ(value, "");
    ++attributes;
  });
  EXPECT_EQ(attributes, 300'000u);
}

}  // namespace
}  // namespace freshet
