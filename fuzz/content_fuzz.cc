// Reads: src/clean/content_blocks.cc, content_markdown.cc, content_facts.cc
//
// An input is a page. Its blocks lie inside it and have words; main text, Markdown and facts can be
// read, the same each time.
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "clean/content.h"
#include "clean/content_facts.h"
#include "clean/content_markdown.h"
#include "clean/shipped_content.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view page(reinterpret_cast<const char*>(bytes), size);
  if (valid_utf8_length(page) != page.size()) return 0;
  const TagIndex index = index_tags(page, Scripting::off);
  MainText main = find_main_text(page, index, Scripting::off, shipped_content_model());
  for (const ContentBlock& block : main.page.blocks) {
    require(block.line <= block.from && block.from < block.to && block.to <= page.size(),
            "a block lies in the page");
    require(block.counts.words > 0 && block.counts.link_words <= block.counts.words,
            "a block has words");
    require(block.element < main.page.elements.size(), "a block is in an element");
  }
  require(main.confidence >= 0 && main.confidence <= 1.0001, "the expected F1 is one");
  for (ScoredBlock& score : main.scores) score.is_main = true;
  const std::string markdown = main_markdown(page, index, Scripting::off, main, std::nullopt);
  require(markdown.empty() == main.page.blocks.empty(), "text has Markdown");
  require(valid_utf8_length(markdown) == markdown.size(), "Markdown is UTF-8");
  static_cast<void>(read_content_facts(page, index, Scripting::off));
  return 0;
}
