#include "select/xml_tree.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace freshet {
namespace {

// Returns the document as it was read: "a x=1 (b ("t"))".
std::string outline(const XmlTree& tree, XmlNumber node) {
  const XmlNode& at = tree.nodes[node];
  if (!at.is_element()) return "\"" + at.text + "\"";
  std::string out = at.name;
  for (const auto& [name, value] : at.attributes) out += " " + name + "=" + value;
  std::string inner;
  for (XmlNumber child = at.first_child; child != kNoXml; child = tree.nodes[child].next)
    inner += (inner.empty() ? "" : " ") + outline(tree, child);
  return inner.empty() ? out : out + " (" + inner + ")";
}

std::string read(std::string_view text) {
  const auto tree = parse_xml(text);
  return tree ? outline(*tree, 0) : tree.error().message;
}

TEST(XmlTree, HasElementsAttributesAndTexts) {
  EXPECT_EQ(
      read("<?xml version='1.0'?><a x='1&amp;2'><b>t</b><m:c xmlns:m='u'/><![CDATA[<i>]]></a>"),
      "a x=1&2 (b (\"t\") m:c \"<i>\")");
}

TEST(XmlTree, IsReadAsFarAsItGoes) {
  EXPECT_EQ(read("<a><b>t"), "a (b (\"t\"))");
  EXPECT_EQ(read("<a>AT&T</a>").substr(0, 3), "a (");
  EXPECT_EQ(read("<a>1</a><b/>"), "a (\"1\")");
  EXPECT_EQ(read("<p>a&nbsp;b</p>"), "p (\"a\u00a0b\")");
}

TEST(XmlTree, ExpandsNoEntities) {
  EXPECT_EQ(read("<!DOCTYPE a [<!ENTITY e 'secret'>]><a>&e;</a>"), "a (\"&e;\")");
  EXPECT_EQ(read("<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>"),
            "a (\"&e;\")");
  EXPECT_EQ(read("<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>"), "a");
}

TEST(XmlTree, EndsOnDepth) {
  std::string deep;
  for (int i = 0; i < 5000; ++i) deep += "<a>";
  const auto tree = parse_xml(deep);
  ASSERT_TRUE(tree);
  EXPECT_EQ(tree->nodes.size(), kXmlDepthMax);
}

// The time of the parser grows with the square of their number.
TEST(XmlTree, RefusesTooManyAttributes) {
  const auto element = [](std::size_t attributes) {
    std::string text = "<a";
    for (std::size_t i = 0; i < attributes; ++i) text += " a" + std::to_string(i) + "='>'";
    return text + "/>";
  };
  EXPECT_EQ(parse_xml("<r>" + element(kXmlAttributesMax) + element(kXmlAttributesMax) + "</r>")
                ->nodes.size(),
            3u);
  constexpr std::string_view kProblem =
      "an element of the XML document has more than 1000 attributes";
  EXPECT_EQ(read("<r>" + element(kXmlAttributesMax + 1) + "</r>"), kProblem);
  EXPECT_EQ(read(element(500'000)), kProblem);
  for (const std::string_view before : {"<r><!-- '", "<r><![CDATA[ <b \"", "<r><?'", "<r '"})
    EXPECT_EQ(read(std::string(before) + element(kXmlAttributesMax + 1)), kProblem);
  std::string text = "<r>a";
  for (int i = 0; i < 2000; ++i) text += " = a";
  EXPECT_EQ(read(text + "</r>").substr(0, 7), "r (\"a =");
}

TEST(XmlTree, EndsOnNamespaces) {
  std::string text;
  for (int i = 0; i < 150; ++i) {
    text += "<a";
    for (int j = 0; j < 10; ++j) text += fmt::format(" xmlns:n{}='u'", 10 * i + j);
    text += ">";
  }
  EXPECT_EQ(parse_xml(text)->nodes.size(), 101u);
  std::string flat = "<r>";
  for (int i = 0; i < 2000; ++i) flat += "<a xmlns='u'/>";
  EXPECT_EQ(parse_xml(flat + "</r>")->nodes.size(), 2001u);
}

TEST(XmlTree, NeedsAnElement) {
  EXPECT_EQ(read(""), "the XML document has no element");
  EXPECT_EQ(read("no"), "the XML document has no element");
}

TEST(XmlTree, NamesTheDeclaredEncoding) {
  EXPECT_EQ(declared_xml_encoding("<?xml version=\"1.0\" encoding='iso-8859-1'?><a/>"),
            "iso-8859-1");
  EXPECT_EQ(declared_xml_encoding("<?xml version=\"1.0\"?><a encoding='x'/>"), "");
  EXPECT_EQ(declared_xml_encoding("<a encoding='x'/>"), "");
}

}  // namespace
}  // namespace freshet
