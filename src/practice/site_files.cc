#include "practice/site_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "practice/change_process.h"

namespace freshet {

namespace {

constexpr std::string_view kNamespace = "http://www.sitemaps.org/schemas/sitemap/0.9";

std::uint64_t sitemap_count(const Site& site) {
  return (site.count() + kSitemapPages - 1) / kSitemapPages;
}

std::string sitemap_path(std::uint64_t number) {
  return fmt::format("/sitemaps/part-{}.xml{}", number, number % 2 == 0 ? ".gz" : "");
}

std::string index_xml(const Site& site) {
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<sitemapindex xmlns=\"{}\">\n", kNamespace);
  for (std::uint64_t i = 0; i < sitemap_count(site); ++i)
    xml += fmt::format("<sitemap><loc>{}{}</loc></sitemap>\n", site.host().base, sitemap_path(i));
  return xml + "</sitemapindex>\n";
}

std::string urls_xml(const WorldPlan& plan, const Site& site, std::uint64_t first,
                     std::uint64_t last, Time now) {
  std::string xml = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"{}\">\n", kNamespace);
  for (std::uint64_t k = first; k < last; ++k) {
    const PracticePage page = site.page(k);
    if (!is_in_sitemap(site, page)) continue;
    const PageVersion version = version_at(plan, site.host().number, k, now);
    xml += fmt::format("<url><loc>{}{}</loc><lastmod>{}</lastmod></url>\n", site.host().base,
                       page.path, iso_time(version.since).substr(0, 19) + "Z");
  }
  return xml + "</urlset>\n";
}

void append_group(std::string& text, std::string_view agent, bool is_us, const WorldPlan& plan,
                  const HostFacts& host) {
  text += fmt::format("User-agent: {}\nDisallow: /private/\n", agent);
  if (plan.features.fine_rules) text += "Allow: /private/open/\nDisallow: /*.tmp$\n";
  if (host.names_us) text += is_us ? "Disallow: /staff/ # all of it\n" : "Disallow: /members/\n";
}

}  // namespace

std::string robots_text(const WorldPlan& plan, const HostFacts& host) {
  std::string text =
      fmt::format("# {}\nUser-agent: otherbot\nUser-agent: thirdbot\nDisallow: /\n\n", host.name);
  append_group(text, "*", false, plan, host);
  const std::string delay =
      host.has_crawl_delay
          ? fmt::format("Crawl-delay: {}\n", static_cast<double>(plan.crawl_delay.count()) / 1000)
          : "";
  text += delay;
  if (host.names_us) {
    text += '\n';
    append_group(text, "Freshet", true, plan, host);
    text += delay;
  }
  if (host.has_sitemap) text += fmt::format("\nSitemap: {}{}\n", host.base, kSitemapPath);
  return text;
}

bool is_in_sitemap(const Site& site, const PracticePage& page) {
  if (!site.host().has_sitemap) return false;
  if (page.kind == SitePageKind::orphan) return true;
  return page.kind == SitePageKind::home ||
         (page.kind == SitePageKind::plain && page.number % 4 != 0);
}

std::optional<SitemapFile> find_sitemap(const WorldPlan& plan, const Site& site,
                                        std::string_view path, Time now) {
  if (!site.host().has_sitemap) return std::nullopt;
  const bool has_index =
      plan.features.split_sitemaps && (sitemap_count(site) > 1 || site.host().number % 2 == 0);
  if (path == kSitemapPath) {
    if (has_index) return SitemapFile{index_xml(site)};
    return SitemapFile{urls_xml(plan, site, 0, site.count(), now)};
  }
  constexpr std::string_view kPart = "/sitemaps/part-";
  if (!has_index || !path.starts_with(kPart)) return std::nullopt;
  std::uint64_t number = 0;
  std::from_chars(path.data() + kPart.size(), path.data() + path.size(), number);
  if (number >= sitemap_count(site) || path != sitemap_path(number)) return std::nullopt;
  const std::uint64_t first = number * kSitemapPages;
  const std::uint64_t last = std::min(first + kSitemapPages, site.count());
  return SitemapFile{.xml = urls_xml(plan, site, first, last, now), .is_gzip = number % 2 == 0};
}

}  // namespace freshet
