// Reads: src/replay/replay_page.cc src/replay/replay_attributes.cc src/replay/replay_css.cc
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/css_urls.h"
#include "html/links.h"
#include "replay/replay_page.h"

using namespace freshet;

namespace {

constexpr std::string_view kPrefix = "https://replay.example/r/";

bool is_inside(std::string_view href) {
  return href.starts_with(kPrefix) || href == "about:invalid";
}

}  // namespace

// Judged by our own readers: a replayed page has no script and no handler, and all its links,
// styles included, stay in the replay.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Url url = *Url::parse("https://a.example/d/p?q");
  static const Url place =
      *Url::parse(std::string(kPrefix) + "20261116003446/https://a.example/d/p?q");
  const std::string page = repair_utf8({reinterpret_cast<const char*>(bytes), size});
  const std::string shown = replay_page(page, url, {"/r/", *parse_time("20261116003446")});
  const TagIndex index = index_tags(shown, Scripting::off);
  for (const Tag& tag : index) {
    require(tag.known_name(shown) != TagName::script, "there is no script");
    for_each_attribute(shown, tag, [](std::string_view name, std::string_view) {
      require(!starts_with_ignoring_case(name, "on"), "there is no handler");
    });
  }
  for (const Link& link : extract_links(shown, index, Scripting::off, place).all)
    require(is_inside(link.url.href()), "links stay inside");
  for (const CssUrl& style : extract_style_urls(shown, index, Scripting::off, place).all)
    require(is_inside(style.url.href()), "styles stay inside");
  return 0;
}
