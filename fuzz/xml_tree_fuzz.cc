// Reads: src/select/xml_tree.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "select/xml_tree.h"

using freshet::require;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view all(reinterpret_cast<const char*>(bytes), size);
  require(freshet::declared_xml_encoding(all).size() <= all.size(), "an encoding is in the text");
  const auto tree = freshet::parse_xml(freshet::repair_utf8(all));
  if (!tree) return 0;
  std::size_t nodes = 0;
  for (freshet::XmlNumber node = 0; node != freshet::kNoXml; node = tree->next_in(node, 0)) ++nodes;
  require(nodes == tree->nodes.size(), "every node is reached once");
  const std::string text = tree->text_of(0);
  require(freshet::valid_utf8_length(text) == text.size(), "texts are UTF-8");
  return 0;
}
