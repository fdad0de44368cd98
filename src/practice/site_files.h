// The files of a host for crawlers: robots.txt and sitemaps.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "practice/site.h"

namespace freshet {

// Pages in one sitemap. The protocol allows 50,000; fewer make index files common.
inline constexpr std::uint64_t kSitemapPages = 1000;

// Returns the text of robots.txt, also if it is redirected to another host.
std::string robots_text(const WorldPlan& plan, const HostFacts& host);

inline constexpr std::string_view kRobotsElsewhere = "/rules/robots-of-this-host.txt";

struct SitemapFile {
  std::string xml;
  bool is_gzip = false;  // served as gzip; its name ends in .gz
};

// The only sitemap, or the index of all.
inline constexpr std::string_view kSitemapPath = "/sitemap.xml";

// Returns the sitemap at this path, as of `now`; none if the host has no such file.
std::optional<SitemapFile> find_sitemap(const WorldPlan& plan, const Site& site,
                                        std::string_view path, Time now);

// Returns true if a sitemap of the host names the page.
bool is_in_sitemap(const Site& site, const PracticePage& page);

}  // namespace freshet
