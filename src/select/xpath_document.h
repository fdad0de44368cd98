// The document of libxml2 that XPath expressions are evaluated on. Internal to select/.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "html/html_tree.h"
#include "select/xml_tree.h"

struct _xmlDoc;
struct _xmlNode;
struct _xmlNs;

namespace freshet {

struct FreeXmlDoc {
  void operator()(_xmlDoc* document) const;
};

// Elements keep their number in the tree that the document was made from.
class XPathDocument {
 public:
  // Errc::limit if the tree is too large.
  static Result<XPathDocument> of(const HtmlTree& tree);
  static Result<XPathDocument> of(const XmlTree& tree);

  _xmlDoc* get() const { return document_.get(); }
  // Returns the prefixes that names of the document have.
  const std::vector<std::string>& prefixes() const { return prefixes_; }
  // Returns the number of an element in its tree.
  static std::uint32_t number_of(const _xmlNode* element);
  // Returns the length of the string value of a node of this document, about.
  std::size_t text_bytes(const _xmlNode* node) const;

 private:
  static constexpr std::size_t kPrefixesMax = 64;

  XPathDocument();
  void open(std::uint32_t number, const std::string& name);
  void attribute(const std::string& name, const std::string& value);
  void add_text(std::string_view text);
  void add_comment();
  void close();
  _xmlNs* name_space(std::string_view name, std::string& local);
  void link(_xmlNode* node);

  std::unique_ptr<_xmlDoc, FreeXmlDoc> document_;
  _xmlNode* current_ = nullptr;
  std::size_t attributes_ = 0;      // of the current element
  std::size_t all_attributes_ = 0;  // without those that were left out
  std::vector<std::string> prefixes_;
  std::vector<std::size_t> text_bytes_;  // of elements, by number
};

}  // namespace freshet
