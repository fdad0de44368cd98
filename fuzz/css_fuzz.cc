// Reads: src/html/css_urls.cc
//
// An input is a style sheet, and also a page.
#include <cstdint>

#include "base/check.h"
#include "base/utf8.h"
#include "html/css_urls.h"

using namespace freshet;

namespace {

void check(const CssUrls& urls) {
  require(urls.all.size() <= kCssUrlsMax, "URLs are limited");
  for (const CssUrl& found : urls.all) {
    require(found.url.href().size() <= kLinkBytesMax, "a URL is limited");
    require(found.url.scheme() != "data", "data leads nowhere");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::optional<Url> base = *Url::parse("https://a.example/d/s.css");
  const std::string_view sheet(reinterpret_cast<const char*>(bytes), size);
  check(extract_css_urls(sheet, base));
  const std::string page = repair_utf8(sheet);
  const TagIndex index = index_tags(page, Scripting::off);
  check(extract_style_urls(page, index, Scripting::off, base));
  CssUrlReader reader(sheet);
  std::size_t written = 0;
  while (const auto url = reader.next()) written += url->text.size();
  require(written <= 3 * size, "nothing is read twice");
  return 0;
}
