#include "practice/truth.h"

#include <string>

#include "base/json.h"
#include "practice/change_process.h"
#include "practice/page_body.h"
#include "practice/requisites.h"
#include "practice/site_files.h"
#include "practice/systems.h"
#include "practice/traps.h"

namespace freshet {

namespace {

// Requests that every host may cost beyond its pages: a redirect from "/" to its home page, and an
// invented URL to detect soft 404s.
constexpr std::uint64_t kOthersOfEachHost = 2;

// Returns true if a crawler cannot get the host's rules, and so must stay away.
bool hides_rules(HostFault fault) {
  return fault == HostFault::too_many_requests || fault == HostFault::robots_unavailable ||
         fault == HostFault::robots_too_many || fault == HostFault::robots_silent;
}

bool gives_no_head(HostFault fault) {
  switch (fault) {
    case HostFault::slow_head:
    case HostFault::reset_before_head:
    case HostFault::header_flood:
    case HostFault::long_header:
    case HostFault::no_http:
    case HostFault::never_answers:
      return true;
    default:
      return fault == HostFault::wrong_certificate || is_of_name(fault);
  }
}

std::string world_line(const World& world) {
  const WorldPlan& plan = world.plan();
  JsonWriter json;
  json.begin_object().key("type").value("world").key("seed").value(plan.seed);
  json.key("hosts").value(plan.hosts).key("first_url").value(world.first_url());
  json.key("http_port").value(plan.http_port).key("https_port").value(plan.https_port);
  json.key("began").value(iso_time(plan.began)).key("depth_max").value(kPracticeDepthMax);
  json.key("agent").value("freshet");
  return json.end_object().take() + "\n";
}

std::string host_line(const World& world, const Site& site) {
  const HostFacts& host = site.host();
  JsonWriter json;
  json.begin_object().key("type").value("host").key("name").value(host.name);
  json.key("url").value(host.base + "/").key("other_url");
  host.other_base.empty() ? json.null() : json.value(host.other_base + "/");
  json.key("rank").value(host.rank).key("pages").value(host.pages);
  json.key("addresses").begin_array();
  for (const IpAddress& address : host.addresses) json.value(address.text());
  json.end_array().key("robots");
  json.value(host.robots == RobotsKind::missing ? "missing"
             : host.robots == RobotsKind::rules ? "rules"
                                                : "redirected");
  json.key("crawl_delay_ms");
  json.value(host.has_crawl_delay && host.robots != RobotsKind::missing
                 ? world.plan().crawl_delay.count()
                 : 0);
  json.key("sitemap");
  host.has_sitemap ? json.value(host.base + std::string(kSitemapPath)) : json.null();
  json.key("soft_404").value(host.has_soft_404);
  json.key("trap").value(name_of(host.trap)).key("fault").value(name_of(host.fault));
  const bool is_system = has_system(world.plan(), host);
  json.key("system").value(is_system ? system_name(world.plan(), host) : "none");
  json.key("system_pages").value(is_system ? system_pages(world.plan(), host) : 0);
  json.key("other_urls_granted").value(other_urls_granted(site));
  json.key("requisites").begin_array();
  if (world.plan().features.requisites)
    for (const std::string& path : style_sheet_requisites()) json.value(host.base + path);
  return json.end_array().end_object().take() + "\n";
}

std::string page_line(const World& world, const Site& site, const PracticePage& page) {
  const WorldPlan& plan = world.plan();
  const HostFacts& host = site.host();
  JsonWriter json;
  json.begin_object().key("type").value("page").key("url").value(host.base + page.path);
  json.key("kind").value(name_of(page.kind));
  json.key("allowed").value(is_allowed_by_robots(site, page));
  json.key("reached_by").value(page.kind == SitePageKind::orphan ? "sitemap" : "link");
  json.key("in_sitemap").value(is_in_sitemap(site, page));
  json.key("depth_max").value(page.depth).key("status").value(expected_status(site, page));
  if (page.kind == SitePageKind::redirect) {
    json.key("redirect").value(name_of(page.redirect));
    json.key("redirects_to").value(redirect_target(plan, world.hosts(), site, page));
  }
  if (page.kind == SitePageKind::directive) {
    json.key("noindex").value(page.noindex).key("nofollow").value(page.nofollow);
    json.key("noarchive").value(page.noarchive);
  }
  json.key("changes_per_day").value(changes_per_day(plan, host.number, page.number));
  json.key("requisites").begin_array();
  if (expected_status(site, page) == 200 && page.kind != SitePageKind::missing)
    for (const std::string& url : page_requisites(plan, world.hosts(), site, page)) json.value(url);
  return json.end_array().end_object().take() + "\n";
}

}  // namespace

int expected_status(const Site& site, const PracticePage& page) {
  const HostFacts& host = site.host();
  if (is_whole(host.fault)) {
    if (host.fault == HostFault::too_many_requests) return 429;
    return gives_no_head(host.fault) ? 0 : 200;
  }
  if (host.fault != HostFault::none && page.number > 0) {
    if (host.fault == HostFault::redirect_loop) return 302;
    return gives_no_head(host.fault) ? 0 : 200;
  }
  if (page.kind == SitePageKind::redirect) return status_of(page.redirect);
  if (page.kind == SitePageKind::missing) return host.has_soft_404 ? 200 : 404;
  return page.kind == SitePageKind::gone ? 410 : 200;
}

bool is_allowed_by_robots(const Site& site, const PracticePage& page) {
  return is_allowed(page.kind) && !hides_rules(site.host().fault);
}

std::uint64_t other_urls_granted(const Site& site) {
  const HostFacts& host = site.host();
  std::uint64_t granted = kOthersOfEachHost + trap_pages_granted(host.trap);
  if (host.fault == HostFault::redirect_loop) granted += host.pages;
  // The links in garbage are not predictable.
  if (host.fault == HostFault::garbage_html) granted += host.pages * 10;
  for (std::uint64_t k = 1; k < site.count(); ++k) {
    const PracticePage page = site.page(k);
    if (page.kind != SitePageKind::redirect) continue;
    if (page.redirect == RedirectKind::chain) granted += kChainLength;
    if (page.redirect == RedirectKind::loop) granted += 1;
  }
  return granted;
}

void write_truth(const World& world, const std::function<void(std::string_view)>& line) {
  line(world_line(world));
  for (std::uint64_t rank = 0; rank < world.hosts().count(); ++rank) {
    const Site site(world.plan(), world.hosts().by_rank(rank));
    line(host_line(world, site));
    for (std::uint64_t k = 0; k < site.count(); ++k) line(page_line(world, site, site.page(k)));
  }
}

}  // namespace freshet
