// Sitemaps, by the protocol of https://www.sitemaps.org/protocol.html: the pages that a host lists,
// and when they changed. In XML (a list of pages, or of further sitemaps), as plain text with a URL
// per line, or as a feed in RSS or Atom; each optionally compressed with gzip.
//
// The XML is read by a tag scanner without DTDs and with only the five entities of XML and numeric
// ones (docs/design/crawl.md): nothing in it can expand or refer to anything. Prefixes of names are
// ignored; but a field must have the prefix of its entry, so that the <image:loc> of a page is not
// taken for its <loc>. Malformed XML is read as far as possible.
//
// The caller decides which hosts and paths a sitemap may list, and how deep indexes nest: nothing
// is fetched here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "url/url.h"

namespace freshet {

// The limits of the protocol.
inline constexpr std::size_t kSitemapUrlsMax = 50'000;
inline constexpr std::size_t kSitemapBytesMax = 52'428'800;  // decompressed
inline constexpr std::size_t kSitemapUrlBytesMax = 2048;

enum class SitemapKind : std::uint8_t {
  pages,     // <urlset>
  sitemaps,  // <sitemapindex>: its entries are further sitemaps
  text,      // a URL a line
  feed,      // RSS or Atom
  none,      // unknown format
};

enum class ChangeFrequency : std::uint8_t { always, hourly, daily, weekly, monthly, yearly, never };

// "always", "hourly", ..., "never".
std::string_view change_frequency_text(ChangeFrequency frequency);

struct SitemapEntry {
  Url url;
  std::optional<Time> last_modified = {};
  std::optional<ChangeFrequency> changes = {};
  std::optional<double> priority = {};  // 0 to 1

  friend bool operator==(const SitemapEntry&, const SitemapEntry&) = default;
};

// The statements of a sitemap about a page, without its URL and priority.
struct SitemapWord {
  std::optional<Time> last_modified = {};
  std::optional<ChangeFrequency> changes = {};
};

struct Sitemap {
  SitemapKind kind = SitemapKind::none;
  std::vector<SitemapEntry> entries = {};  // in order
  std::size_t bad = 0;                     // entries without an http or https URL
  std::size_t over_limit = 0;              // entries beyond kSitemapUrlsMax, URLs that are too long
  std::optional<Error> error = {};  // limit: longer than kSitemapBytesMax; corrupt: damaged gzip.
                                    // The part before it was read
};

// `bytes`: as received. `from`: the URL of the sitemap, for relative URLs.
Sitemap read_sitemap(std::string_view bytes, const Url& from);

}  // namespace freshet
