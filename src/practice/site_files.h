// What a host says about itself to crawlers: robots.txt and sitemaps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "practice/site.h"

namespace freshet {

// Pages that one sitemap names. The protocol allows 50,000; fewer make index files common.
inline constexpr std::uint64_t kSitemapPages = 1000;

// The text of robots.txt, wherever the host keeps it.
std::string robots_text(const WorldPlan& plan, const HostFacts& host);

inline constexpr std::string_view kRobotsElsewhere = "/rules/robots-of-this-host.txt";

struct SitemapFile {
  std::string xml;
  bool is_gzip = false;  // to be packed; its name ends in .gz
};

// "/sitemap.xml": the only one, or the index of all.
inline constexpr std::string_view kSitemapPath = "/sitemap.xml";

// The sitemap with this path, as it is at `now`; none if the host has no such.
std::optional<SitemapFile> find_sitemap(const WorldPlan& plan, const Site& site,
                                        std::string_view path, Time now);

// Whether a sitemap of the host names the page.
bool is_in_sitemap(const Site& site, const PracticePage& page);

}  // namespace freshet
