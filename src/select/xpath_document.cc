#include "select/xpath_document.h"

#include <fmt/format.h>
#include <libxml/tree.h>
#include <libxml/valid.h>

#include <algorithm>

#include "base/ascii.h"
#include "select/libxml.h"
#include "select/xpath.h"

namespace freshet {
namespace {

const xmlChar* xml_text(const std::string& text) {
  return reinterpret_cast<const xmlChar*>(text.c_str());
}

// The price of a text beside its bytes, in bytes.
constexpr std::size_t kTextNodeBytes = 64;

std::size_t content_bytes(const xmlNode* text) {
  if (text == nullptr || text->content == nullptr) return 1;
  return static_cast<std::size_t>(xmlStrlen(text->content));
}

bool is_prefix(std::string_view text) {
  constexpr std::size_t kPrefixBytesMax = 32;
  return !text.empty() && text.size() <= kPrefixBytesMax && is_ascii_alpha(text[0]) &&
         std::ranges::all_of(text,
                             [](char c) { return is_ascii_alnum(c) || c == '-' || c == '_'; });
}

Error too_large() {
  return {Errc::limit,
          fmt::format("the page has more than {} nodes or attributes, too many for XPath",
                      kXPathNodesMax)};
}

}  // namespace

void FreeXmlDoc::operator()(_xmlDoc* document) const { xmlFreeDoc(document); }

XPathDocument::XPathDocument() {
  begin_libxml();
  document_.reset(xmlNewDoc(reinterpret_cast<const xmlChar*>("1.0")));
  current_ = reinterpret_cast<xmlNodePtr>(document_.get());
}

// A prefix is its own namespace. All of them are declared at the root.
xmlNsPtr XPathDocument::name_space(std::string_view name, std::string& local) {
  const std::size_t colon = name.find(':');
  local = name;
  if (colon == std::string_view::npos || colon + 1 == name.size()) return nullptr;
  const std::string prefix(name.substr(0, colon));
  if (!is_prefix(prefix) || prefix == "xmlns") return nullptr;
  const xmlNodePtr root = xmlDocGetRootElement(document_.get());
  if (root == nullptr) return nullptr;
  if (std::ranges::find(prefixes_, prefix) == prefixes_.end()) {
    if (prefixes_.size() >= kPrefixesMax) return nullptr;
    prefixes_.push_back(prefix);
    if (prefix != "xml") xmlNewNs(root, xml_text(prefix), xml_text(prefix));
  }
  const xmlNsPtr found = xmlSearchNs(document_.get(), root, xml_text(prefix));
  if (found) local = name.substr(colon + 1);
  return found;
}

// Links by hand: xmlAddChild merges texts, and then a node is not where its number says.
void XPathDocument::link(xmlNodePtr node) {
  node->parent = current_;
  node->prev = current_->last;
  if (current_->last)
    current_->last->next = node;
  else
    current_->children = node;
  current_->last = node;
}

void XPathDocument::open(std::uint32_t number, const std::string& name) {
  const xmlNodePtr node = xmlNewDocNode(document_.get(), nullptr, xml_text(name), nullptr);
  node->_private = reinterpret_cast<void*>(static_cast<std::uintptr_t>(number));
  link(node);
  // Namespaces are declared at the root, so it must be linked before it can have one.
  std::string local;
  if (const xmlNsPtr space = name_space(name, local)) {
    xmlNodeSetName(node, xml_text(local));
    xmlSetNs(node, space);
  }
  current_ = node;
  attributes_ = 0;
  if (text_bytes_.size() <= number) text_bytes_.resize(number + 1);
}

void XPathDocument::attribute(const std::string& name, const std::string& value) {
  if (++attributes_ > kXPathAttributesMax || name == "xmlns" || name.starts_with("xmlns:")) return;
  if (++all_attributes_ > kXPathNodesMax) return;
  std::string local;
  const xmlNsPtr space = name_space(name, local);
  const xmlAttrPtr made = xmlNewNsProp(current_, space, xml_text(local), xml_text(value));
  if (made && name == "id") xmlAddID(nullptr, document_.get(), xml_text(value), made);
}

void XPathDocument::add_text(std::string_view text) {
  if (current_->type != XML_ELEMENT_NODE) return;
  link(xmlNewDocTextLen(document_.get(), reinterpret_cast<const xmlChar*>(text.data()),
                        static_cast<int>(text.size())));
  text_bytes_[number_of(current_)] += text.size() + kTextNodeBytes;
}

// Without its text; it parts the texts beside it, as in a browser.
void XPathDocument::add_comment() {
  if (current_->type == XML_ELEMENT_NODE) link(xmlNewDocComment(document_.get(), nullptr));
}

void XPathDocument::close() {
  const std::size_t bytes = text_bytes_[number_of(current_)];
  current_ = current_->parent;
  if (current_->type == XML_ELEMENT_NODE) text_bytes_[number_of(current_)] += bytes;
}

std::uint32_t XPathDocument::number_of(const xmlNode* element) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(element->_private));
}

std::size_t XPathDocument::text_bytes(const xmlNode* node) const {
  // The smallest of three kinds of structures, of which each begins in the same way.
  if (node->type == XML_ELEMENT_NODE) return text_bytes_[number_of(node)];
  if (node->type == XML_TEXT_NODE) return content_bytes(node);
  if (node->type == XML_ATTRIBUTE_NODE) return content_bytes(node->children);
  if (node->type != XML_DOCUMENT_NODE) return 1;
  const xmlNode* root = xmlDocGetRootElement(document_.get());
  return root ? text_bytes_[number_of(root)] : 0;
}

Result<XPathDocument> XPathDocument::of(const HtmlTree& tree) {
  if (tree.size() > kXPathNodesMax) return std::unexpected(too_large());
  XPathDocument document;
  NodeNumber node = 0;
  while (true) {
    const TreeNode& at = tree[node];
    const bool is_element = at.kind == NodeKind::element;
    if (is_element) {
      document.open(node, tree.name(node));
      tree.each_attribute(node, [&](const std::string& name, const std::string& value) {
        document.attribute(name, value);
      });
    } else if (at.kind == NodeKind::text) {
      document.add_text(tree.text(node));
    } else if (at.kind == NodeKind::comment) {
      document.add_comment();
    }
    if (at.first_child != kNoNode && tree[at.first_child].kind != NodeKind::template_content) {
      node = at.first_child;
      continue;
    }
    if (is_element) document.close();
    while (node != 0 && tree[node].next == kNoNode) {
      node = tree[node].parent;
      if (tree.is_element(node)) document.close();
    }
    if (node == 0) break;
    node = tree[node].next;
  }
  if (document.all_attributes_ > kXPathNodesMax) return std::unexpected(too_large());
  return document;
}

Result<XPathDocument> XPathDocument::of(const XmlTree& tree) {
  if (tree.nodes.size() > kXPathNodesMax) return std::unexpected(too_large());
  XPathDocument document;
  if (tree.nodes.empty()) return document;
  XmlNumber node = 0;
  while (true) {
    const XmlNode& at = tree.nodes[node];
    if (at.is_element()) {
      document.open(node, at.name);
      for (const auto& [name, value] : at.attributes) document.attribute(name, value);
    } else {
      document.add_text(at.text);
    }
    if (at.first_child != kNoXml) {
      node = at.first_child;
      continue;
    }
    if (at.is_element()) document.close();
    while (node != 0 && tree.nodes[node].next == kNoXml) {
      node = tree.nodes[node].parent;
      document.close();
    }
    if (node == 0) break;
    node = tree.nodes[node].next;
  }
  if (document.all_attributes_ > kXPathNodesMax) return std::unexpected(too_large());
  return document;
}

}  // namespace freshet
