// Reads: src/clean/page_look.cc src/clean/page_redirect.cc src/clean/script_redirect.cc
//
// The look of a page for the parking detector, from arbitrary bytes: its scripts are scanned, its
// frames and refreshes followed, packed values decoded.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/check.h"
#include "charset/charset.h"
#include "clean/page_look.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace freshet;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  const Utf8Text utf8 = to_utf8(bytes, "text/html");
  const std::string_view text = utf8.text(bytes);
  const TagIndex index = index_tags(text, Scripting::off);
  const Url url = *Url::parse("http://crimsonlake.com/");
  const PageLook look = look_at_page({url, 200, "", text, index});
  require(look.tags.size() <= kTagSequenceMax, "tags are bounded");
  require(look.blocks.size() <= kLookBlocksMax, "lines are bounded");
  require(look.other_sites.size() <= kLookSitesMax, "sites are bounded");
  require(!look.redirect || look.redirect->target.is_http(), "redirects lead to the web");
  require(tag_distance(look.tags, look.tags) == 0, "a page is no different from itself");
  return 0;
}
