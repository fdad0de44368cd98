// Reads: src/html/links.cc src/html/link_kinds.cc src/html/srcset.cc src/html/attributes.cc
// Reads: src/html/page_walk.cc src/html/page_facts.cc src/html/features.cc src/html/emails.cc
#include <cstdint>

#include "base/check.h"
#include "base/utf8.h"
#include "html/features.h"
#include "html/page_facts.h"

using freshet::require;

namespace {

bool is_utf8(std::string_view text) { return freshet::valid_utf8_length(text) == text.size(); }

void check(std::string_view page, freshet::Scripting scripting,
           const std::optional<freshet::Url>& url) {
  const freshet::TagIndex index = freshet::index_tags(page, scripting);
  const freshet::Links links = freshet::extract_links(page, index, scripting, url);
  const freshet::Links again = freshet::extract_links(page, index, scripting, url);
  require(again.all.size() == links.all.size() && again.missing == links.missing,
          "the same page has the same links");
  require(links.all.size() <= freshet::kLinksMax, "links are limited");
  for (std::size_t i = 0; i < links.all.size(); ++i) {
    const freshet::Link& link = links.all[i];
    require(link.url == again.all[i].url && link.text == again.all[i].text, "and the same texts");
    require(link.tag < index.size() && !index[link.tag].is_end(), "a link has its start tag");
    require(link.url.href().size() <= freshet::kLinkBytesMax, "a URL is limited");
    require(link.url.scheme() != "data", "data leads nowhere");
    require(link.text.size() <= freshet::kLinkTextBytesMax &&
                link.hreflang.size() <= freshet::kHreflangBytesMax,
            "texts are limited");
    require(is_utf8(link.text) && is_utf8(link.hreflang), "texts are UTF-8");
    require(freshet::RelSet(link.rel.text()) == link.rel, "rel words read as written");
  }
  const freshet::PageFacts facts =
      freshet::read_page_facts(page, index, scripting, links, "freshet");
  for (const std::string* fact : {&facts.title, &facts.language, &facts.description}) {
    require(fact->size() <= freshet::kFactBytesMax && is_utf8(*fact),
            "facts are limited, in UTF-8");
  }
  require(facts.robots.size() <= freshet::kRobotsMetasMax, "robots metas are limited");
  const freshet::PageFeatures features =
      freshet::measure_features(page, index, scripting, links.all, url);
  require(features.elements <= index.size() && features.links <= features.elements &&
              features.internal_links + features.external_links <= links.all.size(),
          "counts are parts of each other");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const std::optional<freshet::Url> url = *freshet::Url::parse("https://a.example/d/p?q");
  const std::string page = freshet::repair_utf8({reinterpret_cast<const char*>(bytes), size});
  check(page, freshet::Scripting::on, url);
  check(page, freshet::Scripting::off, std::nullopt);
  return 0;
}
