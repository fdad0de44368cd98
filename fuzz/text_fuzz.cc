// Reads: src/html/text.cc src/html/text_flow.cc src/html/page_walk.cc src/html/entities.cc
#include <cstdint>

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "html/text.h"

using freshet::require;

namespace {

// A page that shows just this text.
std::string as_page(std::string_view text) {
  std::string page = "<pre>\n";
  for (const char c : text) {
    if (c == '<')
      page += "&lt;";
    else if (c == '&')
      page += "&amp;";
    else
      page += c;
  }
  return page;
}

void check(std::string_view page, freshet::Scripting scripting) {
  const freshet::TagIndex index = freshet::index_tags(page, scripting);
  const std::string text = freshet::visible_text(page, index, scripting);
  require(text.size() <= page.size() * freshet::kTextGrowthMax, "text is bounded by the page");
  require(freshet::valid_utf8_length(text) == text.size(), "text of UTF-8 is UTF-8");
  require(freshet::visible_text(page, index, scripting) == text, "the same page has the same text");
  require(text.empty() || !freshet::is_ascii_whitespace(text.back()), "text ends in a word");
  const std::string written = as_page(text);
  const freshet::TagIndex written_index = freshet::index_tags(written, scripting);
  require(freshet::visible_text(written, written_index, scripting) == text,
          "text that is written as a page reads the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string page = freshet::repair_utf8({reinterpret_cast<const char*>(bytes), size});
  check(page, freshet::Scripting::on);
  check(page, freshet::Scripting::off);
  return 0;
}
