#include "select/xml_tree.h"

#include <fmt/format.h>
#include <libxml/parser.h>
#include <libxml/xmlerror.h>

#include <algorithm>
#include <memory>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "select/libxml.h"

namespace freshet {
namespace {

std::string_view view_of(const xmlChar* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

std::string qualified_name(const xmlChar* prefix, const xmlChar* name) {
  std::string out(view_of(prefix));
  if (!out.empty()) out += ':';
  out += view_of(name);
  return out;
}

// Receives the events of the parser.
class XmlBuilder {
 public:
  explicit XmlBuilder(xmlParserCtxtPtr parser) : parser_(parser) {}

  XmlTree take() { return std::move(tree_); }

  // The parser looks for the namespace of each name among all that are open.
  void open(std::string name, int namespaces, int count, const xmlChar** attributes) {
    ++depth_;
    namespaces_.push_back(static_cast<std::size_t>(namespaces));
    open_namespaces_ += namespaces_.back();
    if (open_namespaces_ > kXmlNamespacesMax) xmlStopParser(parser_);
    if (depth_ > kXmlDepthMax || tree_.nodes.size() >= kXmlNodesMax || has_ended_) {
      ++left_out_;
      return;
    }
    XmlNode node{.name = std::move(name)};
    // Five for each: name, prefix, namespace, begin and end of the value.
    for (int i = 0; i < count && attributes_ < kXmlNodesMax; ++i, ++attributes_, attributes += 5) {
      const auto* begin = reinterpret_cast<const char*>(attributes[3]);
      const auto* end = reinterpret_cast<const char*>(attributes[4]);
      node.attributes.emplace_back(qualified_name(attributes[1], attributes[0]),
                                   repair_utf8({begin, static_cast<std::size_t>(end - begin)}));
    }
    current_ = add(std::move(node));
  }

  void close() {
    if (depth_ > 0) {
      --depth_;
      open_namespaces_ -= namespaces_.back();
      namespaces_.pop_back();
    }
    if (left_out_ > 0) {
      --left_out_;
    } else if (current_ != kNoXml) {
      current_ = tree_.nodes[current_].parent;
      has_ended_ = current_ == kNoXml;
    }
  }

  void text(std::string_view text) {
    if (current_ == kNoXml || left_out_ > 0 || text.empty()) return;
    const XmlNumber last = tree_.nodes[current_].last_child;
    if (last != kNoXml && !tree_.nodes[last].is_element())
      tree_.nodes[last].text += text;
    else if (tree_.nodes.size() < kXmlNodesMax)
      add({.text = std::string(text)});
  }

  // Feeds use names of HTML, such as &nbsp;. Other names, also declared ones, stay as written.
  xmlEntityPtr entity(std::string_view name) {
    entity_text_ = decode_attribute(fmt::format("&{};", name));
    entity_.type = XML_ENTITY_DECL;
    entity_.etype = XML_INTERNAL_PREDEFINED_ENTITY;
    entity_.content = reinterpret_cast<xmlChar*>(entity_text_.data());
    entity_.orig = entity_.content;  // or else the parser keeps a text of its own there
    entity_.length = static_cast<int>(entity_text_.size());
    return &entity_;
  }

 private:
  XmlNumber add(XmlNode node) {
    const auto number = static_cast<XmlNumber>(tree_.nodes.size());
    node.parent = current_;
    tree_.nodes.push_back(std::move(node));
    if (current_ == kNoXml) return number;
    XmlNode& parent = tree_.nodes[current_];
    if (parent.last_child == kNoXml)
      parent.first_child = number;
    else
      tree_.nodes[parent.last_child].next = number;
    parent.last_child = number;
    return number;
  }

  static constexpr std::size_t kXmlNamespacesMax = 1000;

  xmlParserCtxtPtr parser_;
  xmlEntity entity_ = {};
  std::string entity_text_;
  XmlTree tree_;
  XmlNumber current_ = kNoXml;
  std::size_t attributes_ = 0;  // of all elements
  std::size_t depth_ = 0;
  std::vector<std::size_t> namespaces_;  // that each open element declares
  std::size_t open_namespaces_ = 0;
  std::size_t left_out_ = 0;  // open elements that are not in the tree
  bool has_ended_ = false;
};

XmlBuilder& builder_of(void* context) { return *static_cast<XmlBuilder*>(context); }

// Handlers that are not set stay null: declarations of entities are ignored, and without a handler
// for external subsets nothing can be loaded.
xmlSAXHandler xml_handlers() {
  xmlSAXHandler handler = {};
  handler.initialized = XML_SAX2_MAGIC;
  handler.startElementNs = [](void* context, const xmlChar* name, const xmlChar* prefix,
                              const xmlChar*, int namespaces, const xmlChar**, int count, int,
                              const xmlChar** attributes) {
    builder_of(context).open(qualified_name(prefix, name), namespaces, count, attributes);
  };
  handler.endElementNs = [](void* context, const xmlChar*, const xmlChar*, const xmlChar*) {
    builder_of(context).close();
  };
  handler.characters = [](void* context, const xmlChar* text, int length) {
    builder_of(context).text(
        {reinterpret_cast<const char*>(text), static_cast<std::size_t>(length)});
  };
  handler.ignorableWhitespace = handler.characters;
  handler.cdataBlock = handler.characters;
  handler.getEntity = [](void* context, const xmlChar* name) {
    return builder_of(context).entity(view_of(name));
  };
  handler.serror = [](void*, xmlErrorPtr) {};
  return handler;
}

// Returns true if a start tag has more attributes than an element may have. The parser compares
// each attribute with all before it. Comments and the like are not skipped: where one is broken,
// the parser goes on in the middle of it.
bool has_too_many_attributes(std::string_view text) {
  const auto begins_name = [](char c) { return is_ascii_alpha(c) || c == '_' || !is_ascii(c); };
  for (std::size_t at = text.find('<'); at < text.size();) {
    const std::size_t next = std::min(text.find('<', at + 1), text.size());
    const std::string_view tag = text.substr(at + 1, next - at - 1);
    std::size_t signs = 0;  // of equality, outside of values: one for each attribute
    char quote = 0;
    for (std::size_t i = 0; i < tag.size() && begins_name(tag[0]); ++i) {
      const char c = tag[i];
      if (quote != 0)
        quote = c == quote ? '\0' : quote;
      else if (c == '"' || c == '\'')
        quote = c;
      else if (c == '>')
        break;
      else
        signs += c == '=';
    }
    if (signs > kXmlAttributesMax) return true;
    at = next;
  }
  return false;
}

struct FreeParser {
  void operator()(xmlParserCtxtPtr parser) const {
    if (parser->myDoc) xmlFreeDoc(parser->myDoc);
    parser->myDoc = nullptr;
    xmlFreeParserCtxt(parser);
  }
};

}  // namespace

XmlNumber XmlTree::next_in(XmlNumber node, XmlNumber top) const {
  if (nodes[node].first_child != kNoXml) return nodes[node].first_child;
  for (; node != top; node = nodes[node].parent)
    if (nodes[node].next != kNoXml) return nodes[node].next;
  return kNoXml;
}

std::string XmlTree::text_of(XmlNumber node) const {
  std::string out;
  for (XmlNumber at = node; at != kNoXml; at = next_in(at, node)) out += nodes[at].text;
  return out;
}

Result<XmlTree> parse_xml(std::string_view text) {
  if (text.size() > kXmlBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the XML document is longer than {} bytes", kXmlBytesMax)});
  if (has_too_many_attributes(text))
    return std::unexpected(
        Error{Errc::limit, fmt::format("an element of the XML document has more than {} attributes",
                                       kXmlAttributesMax)});
  begin_libxml();
  const std::unique_ptr<xmlParserCtxt, FreeParser> parser(xmlNewParserCtxt());
  if (!parser) return std::unexpected(Error{Errc::unavailable, "there is no memory for XML"});
  XmlBuilder builder(parser.get());
  *parser->sax = xml_handlers();
  parser->userData = &builder;
  // NOENT replaces &amp; in attributes; there is nothing else that it could expand.
  constexpr int kOptions = XML_PARSE_RECOVER | XML_PARSE_NOENT | XML_PARSE_NONET |
                           XML_PARSE_NOERROR | XML_PARSE_NOWARNING | XML_PARSE_NOCDATA |
                           XML_PARSE_COMPACT;
  xmlCtxtReadMemory(parser.get(), text.data(), static_cast<int>(text.size()), nullptr, "UTF-8",
                    kOptions);
  XmlTree tree = builder.take();
  if (tree.nodes.empty())
    return std::unexpected(Error{Errc::invalid, "the XML document has no element"});
  return tree;
}

std::string_view declared_xml_encoding(std::string_view bytes) {
  constexpr std::size_t kDeclarationBytes = 200;
  bytes = bytes.substr(0, kDeclarationBytes);
  if (!bytes.starts_with("<?xml")) return {};
  bytes = bytes.substr(0, bytes.find("?>"));
  const std::size_t at = bytes.find("encoding");
  if (at == std::string_view::npos) return {};
  std::string_view rest =
      trim_ascii_whitespace(bytes.substr(at + std::string_view("encoding").size()));
  if (!rest.starts_with('=')) return {};
  rest = trim_ascii_whitespace(rest.substr(1));
  if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) return {};
  const std::size_t end = rest.find(rest[0], 1);
  return end == std::string_view::npos ? std::string_view() : rest.substr(1, end - 1);
}

}  // namespace freshet
