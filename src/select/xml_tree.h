// The tree of an XML document, such as a feed. Read by libxml2's parser through our own handlers:
// no DTD is read, no entity of the document expanded, nothing loaded; what is not well formed is
// read as far as it goes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace freshet {

inline constexpr std::size_t kXmlBytesMax = std::size_t{16} << 20;
inline constexpr std::size_t kXmlNodesMax = 500'000;    // a larger document is cut; also attributes
inline constexpr std::size_t kXmlDepthMax = 200;        // deeper elements are left out
inline constexpr std::size_t kXmlAttributesMax = 1000;  // of an element; more: Errc::limit

using XmlNumber = std::uint32_t;
inline constexpr XmlNumber kNoXml = ~XmlNumber{0};

struct XmlNode {
  std::string name = {};  // of an element, with its prefix: "media:content"; empty: a text
  std::string text = {};
  std::vector<std::pair<std::string, std::string>> attributes = {};
  XmlNumber parent = kNoXml;
  XmlNumber first_child = kNoXml;
  XmlNumber last_child = kNoXml;
  XmlNumber next = kNoXml;

  bool is_element() const { return !name.empty(); }
};

// Invariant: every node but the first comes behind its parent; the first is the root element.
struct XmlTree {
  std::vector<XmlNode> nodes = {};

  // Returns the text of an element and of all that it contains.
  std::string text_of(XmlNumber node) const;
  // Returns the node after `node` in document order within `top`; kNoXml at the end.
  XmlNumber next_in(XmlNumber node, XmlNumber top) const;
};

// `text` is UTF-8, whatever its declaration says. Errc::invalid if there is no root element,
// Errc::limit if it is too long or has an element with too many attributes.
Result<XmlTree> parse_xml(std::string_view text);

// Returns the encoding that an XML declaration at the beginning names; empty: none.
std::string_view declared_xml_encoding(std::string_view bytes);

}  // namespace freshet
