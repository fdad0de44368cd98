// Reads: src/crawl/sitemap.cc
#include <cstdint>

#include "base/check.h"
#include "crawl/sitemap.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  static const Url from = *Url::parse("https://a.example/maps/sitemap.xml");
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  const Sitemap map = read_sitemap(input, from);
  require(map.entries.size() <= kSitemapUrlsMax, "entries are limited");
  require(map.entries.empty() || map.kind != SitemapKind::none, "entries are of some kind");
  for (const SitemapEntry& entry : map.entries) {
    require(entry.url.is_http(), "entries can be fetched");
    require(!entry.priority || (*entry.priority >= 0 && *entry.priority <= 1),
            "a priority is from 0 to 1");
  }
  return 0;
}
