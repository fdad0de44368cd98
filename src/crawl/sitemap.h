// Sitemaps, by the protocol of https://www.sitemaps.org/protocol.html: which pages a host says it
// has, and when they changed. In XML (a list of pages, or of further sitemaps), as plain text with
// a URL a line, or as a feed in RSS or Atom; each may be packed with gzip.
//
// The XML is read by a scanner of tags that knows no DTD and no entities but the five of XML and
// numeric ones (docs/design/crawl.md): nothing in it can grow or refer to
// anything. Names count without their prefix; but a field has the prefix of its entry, so that the
// <image:loc> of a page is not taken for its <loc>. What is not well-formed is read as far as it
// makes sense.
//
// Which hosts and paths a sitemap may speak for, and how deep lists of lists go, is up to the
// reader: nothing is fetched here.
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
inline constexpr std::size_t kSitemapBytesMax = 52'428'800;  // unpacked
inline constexpr std::size_t kSitemapUrlBytesMax = 2048;

enum class SitemapKind : std::uint8_t {
  pages,     // <urlset>
  sitemaps,  // <sitemapindex>: its entries are further sitemaps
  text,      // a URL a line
  feed,      // RSS or Atom
  none,      // nothing that we know
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

// What a sitemap says of a page, but for its URL and how much its host thinks of it.
struct SitemapWord {
  std::optional<Time> last_modified = {};
  std::optional<ChangeFrequency> changes = {};
};

struct Sitemap {
  SitemapKind kind = SitemapKind::none;
  std::vector<SitemapEntry> entries = {};  // in order
  std::size_t bad = 0;                     // entries without a URL of http or https
  std::size_t over_limit = 0;              // entries past kSitemapUrlsMax, URLs that are too long
  std::optional<Error> error = {};  // limit: longer than kSitemapBytesMax; corrupt: damaged gzip.
                                    // What came before it was read
};

// `bytes`: as they were sent. `from`: the URL of the sitemap, for relative URLs.
Sitemap read_sitemap(std::string_view bytes, const Url& from);

}  // namespace freshet
