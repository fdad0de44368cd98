#include "simulation/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "crawl/address_pace.h"
#include "crawl/visit_report.h"
#include "practice/crossings.h"
#include "practice/requisites.h"
#include "practice/site_files.h"
#include "practice/systems.h"
#include "practice/traps.h"
#include "practice/truth.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

constexpr std::size_t kComplaintsMax = 1000;

void complain(std::vector<std::string>& complaints, std::string what) {
  if (complaints.size() < kComplaintsMax) complaints.push_back(std::move(what));
}

// Scores the pages that were found.
Status score_host(const Site& site, Archive& archive, Score& score) {
  const HostFacts& host = site.host();
  const auto home = Url::parse(host.base + "/");
  if (!home) return {};
  auto row = archive.catalog().find_host(*Host::of(*home));
  if (!row) return std::unexpected(row.error());
  const auto report = *row ? VisitReport::from_json((*row)->report) : std::nullopt;
  // Given up, or left for another day after failing for long enough.
  const bool is_left =
      report && (report->state == VisitState::failed || (*row)->place == HostPlace::due);
  const bool is_host_explained = is_left && !report->why.sentence().empty();
  for (std::uint64_t number = 0; number < site.count(); ++number) {
    const PracticePage page = site.page(number);
    if (!is_allowed_by_robots(site, page)) continue;
    if (is_of_name(host.fault) || host.fault == HostFault::wrong_certificate) continue;
    ++score.expected;
    const std::string url = host.base + page.path;
    const PageKey key = page_key_of(url);
    auto found = archive.catalog().find_page(key);
    if (!found) return std::unexpected(found.error());
    if (*found) {
      ++score.found;
      continue;
    }
    auto note = archive.catalog().find_note(key);
    if (!note) return std::unexpected(note.error());
    if (*note || (is_host_explained && is_whole(host.fault))) {
      ++score.explained;
      continue;
    }
    if (is_host_explained && host.fault != HostFault::none) {
      ++score.explained;  // a host that fails throughout is given up, and recorded as such
      continue;
    }
    complain(score.missing,
             fmt::format("{} ({}, host fault {}, trap {}; {})", url, name_of(page.kind),
                         name_of(host.fault), name_of(host.trap), *row ? (*row)->report : ""));
  }
  return {};
}

// Counts the hosts of wildcards; reports images that were followed for too long. Returns true if
// the request belongs to a crossing, and is thereby scored.
bool score_crossing(const World& world, const Url& url, const ScoreRules& rules,
                    std::set<std::string>& wildcard_hosts, Score& score) {
  if (wildcard_parent(world.plan(), world.hosts(), url.hostname())) {
    wildcard_hosts.insert(std::string(url.hostname()));
    return true;
  }
  if (const auto hop = endless_image_hop(world.plan(), world.hosts(), url.path())) {
    if (hop->hops > rules.redirects)
      complain(score.forbidden,
               fmt::format("{}: {} redirects were followed", url.href(), hop->hops));
    return true;
  }
  const auto host = world.hosts().by_name(url.hostname());
  return host && far_robots_at(world.plan(), world.hosts(), *host, url.path());
}

// Scores the requests.
void score_requests(const World& world, const std::vector<PracticeLogLine>& log,
                    const ScoreRules& rules, Score& score) {
  // URLs that are neither page nor requisite, by the number of the host.
  std::map<std::uint64_t, std::set<std::string>> others;
  std::set<std::string> trap_pages;
  std::set<std::string> wildcard_hosts;
  for (const PracticeLogLine& line : log) {
    const auto url = Url::parse(line.url);
    if (!url || score_crossing(world, *url, rules, wildcard_hosts, score)) continue;
    const auto host = world.hosts().by_name(url->hostname());
    if (!host) continue;
    const std::string path(url->path());
    std::string target = path;
    if (url->query()) target.append("?").append(*url->query());
    if (path == "/robots.txt" || path == kRobotsElsewhere) continue;
    const Site site(world.plan(), *host);
    const bool is_other_name = !line.url.starts_with(host->base + "/");
    if (find_sitemap(world.plan(), site, path, Time{}) ||
        find_requisite(world.plan(), *host, path) || is_other_name)
      continue;
    if (const auto page = site.find(target)) {
      if (!is_allowed_by_robots(site, *page))
        complain(score.forbidden, fmt::format("{} ({})", line.url, name_of(page->kind)));
      continue;
    }
    if (system_url(world.plan(), *host, target).role != SystemRole::none) continue;
    others[host->number].insert(line.url);
    if (is_in_trap(host->trap, target)) trap_pages.insert(line.url);
  }
  score.trap_pages = trap_pages.size();
  // A start may have begun hosts that were not counted yet.
  const std::uint64_t granted_hosts =
      2 * rules.similar_hosts + 2 * static_cast<std::uint64_t>(rules.starts);
  if (wildcard_hosts.size() > granted_hosts)
    complain(score.forbidden, fmt::format("{} sub-domains of a wildcard, {} are granted",
                                          wildcard_hosts.size(), granted_hosts));
  for (const auto& [number, urls] : others) {
    const Site site(world.plan(), world.hosts().by_number(number));
    const std::uint64_t granted = other_urls_granted(site);
    if (urls.size() <= granted) continue;
    complain(score.forbidden,
             fmt::format("{}: {} URLs that are no pages, {} are granted (trap {}, fault {}), such "
                         "as {}",
                         site.host().name, urls.size(), granted, name_of(site.host().trap),
                         name_of(site.host().fault), *urls.rbegin()));
  }
}

// Scores the content systems: missed pages, and wasted requests.
Status score_systems(const World& world, Archive& archive, const std::vector<PracticeLogLine>& log,
                     Score& score) {
  struct Seen {
    std::set<std::uint64_t> content, lists;
    std::uint64_t trap = 0;
    std::uint64_t wasted = 0;
  };
  std::map<std::uint64_t, Seen> by_host;
  for (const PracticeLogLine& line : log) {
    const auto url = Url::parse(line.url);
    const auto host = url ? world.hosts().by_name(url->hostname()) : std::nullopt;
    if (!host || !line.url.starts_with(host->base + "/")) continue;
    const SystemUrl asked =
        system_url(world.plan(), *host, std::string_view(line.url).substr(host->base.size()));
    Seen& seen = by_host[host->number];
    if (asked.role == SystemRole::trap) ++seen.trap;
    if (asked.role == SystemRole::noise) ++seen.wasted;
    if (asked.role == SystemRole::list && !seen.lists.insert(asked.key).second) ++seen.wasted;
    if (asked.role != SystemRole::content) continue;
    auto page = archive.catalog().find_page(page_key_of(line.url));
    if (!page) return std::unexpected(page.error());
    if (!*page || !seen.content.insert(asked.key).second) ++seen.wasted;
  }
  for (std::uint64_t number = 0; number < world.hosts().count(); ++number) {
    const HostFacts host = world.hosts().by_number(number);
    if (!has_system(world.plan(), host)) continue;
    const Seen& seen = by_host[number];
    const std::uint64_t pages = system_pages(world.plan(), host);
    score.system_pages += pages;
    score.system_pages_found += seen.content.size();
    score.wasted += seen.wasted;
    score.letter_trap_most = std::max(score.letter_trap_most, seen.trap);
    score.systems.push_back(fmt::format("{} ({}): {} of {} pages, {} wasted, {} of the trap",
                                        host.name, system_name(world.plan(), host),
                                        seen.content.size(), pages, seen.wasted, seen.trap));
  }
  return {};
}

// Scores the pace. `at_once`: hosts that may be visited there concurrently, each with its delay and
// its burst.
void score_pace(const std::string& where, const std::vector<const PracticeLogLine*>& lines,
                const ScoreRules& rules, std::int64_t at_once, Score& score) {
  const Duration delay = rules.delay / at_once;
  std::int64_t close = 0;  // requests that follow the previous one by less than the delay
  std::int64_t bursts = 1;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const Duration gap = lines[i]->start - lines[i - 1]->start;
    if (gap + rules.tolerance < delay) ++close;
    if (gap >= AddressPace::kForgetAfter) ++bursts;
  }
  // A burst of n has n - 1 close requests; a start may follow the previous end by less than the
  // delay.
  const std::int64_t burst = std::max(rules.burst, 1);
  if (close > bursts * (burst - 1) + (rules.starts - 1) * (burst + 1))
    complain(score.impolite, fmt::format("{}: {} of {} requests came sooner than {} us after the "
                                         "one before",
                                         where, close, lines.size(), delay.count()));
}

void score_manners(const std::vector<PracticeLogLine>& log, const ScoreRules& rules, Score& score) {
  std::map<std::string, std::vector<const PracticeLogLine*>> by_host;
  std::map<std::string, std::vector<const PracticeLogLine*>> by_address;
  for (const PracticeLogLine& line : log) {
    if (!Url::parse(line.url))
      continue;  // not a request: for example a TLS ClientHello at an HTTP
                 // port
    by_host[line.host].push_back(&line);
    by_address[line.address].push_back(&line);
  }
  // The pace at an address is limited too, however many hosts share it.
  for (const auto& [host, lines] : by_host) score_pace(host, lines, rules, 1, score);
  for (const auto& [address, lines] : by_address)
    score_pace(address, lines, rules, rules.hosts_per_address, score);
  for (const auto& [address, lines] : by_address) {
    const PracticeLogLine* open = nullptr;  // the one that ends last so far
    for (const PracticeLogLine* line : lines) {
      if (open != nullptr && open->host != line->host && open->end > line->start + rules.tolerance)
        complain(score.impolite, fmt::format("{}: {} was asked for while {} was not answered",
                                             address, line->url, open->url));
      if (open == nullptr || line->end > open->end) open = line;
    }
  }
}

}  // namespace

std::string Score::text() const {
  std::string out = fmt::format("{} of {} pages found, {} explained, {} requests\n", found,
                                expected, explained, requests);
  if (system_pages > 0)
    out += fmt::format(
        "content systems: {} of {} pages found, {} requests wasted ({:.2f} a page), {} at most to "
        "a trap of letters\n",
        system_pages_found, system_pages, wasted, wasted_per_page(), letter_trap_most);
  for (const auto& [name, list] :
       {std::pair{"missing", &missing}, {"forbidden", &forbidden}, {"impolite", &impolite}})
    for (std::size_t i = 0; i < std::min<std::size_t>(list->size(), 20); ++i)
      out += fmt::format("{}: {}\n", name, (*list)[i]);
  return out;
}

Result<Score> score_crawl(const World& world, Archive& archive,
                          const std::vector<PracticeLogLine>& log, const ScoreRules& rules) {
  Score score;
  score.requests = log.size();
  for (std::uint64_t number = 0; number < world.hosts().count(); ++number) {
    const Site site(world.plan(), world.hosts().by_number(number));
    if (site.host().trap != Trap::none) {
      ++score.trap_hosts;
      score.trap_pages_granted += trap_pages_granted(site.host().trap);
    }
    if (auto scored = score_host(site, archive, score); !scored)
      return std::unexpected(scored.error());
  }
  score_requests(world, log, rules, score);
  if (auto scored = score_systems(world, archive, log, score); !scored)
    return std::unexpected(scored.error());
  score_manners(log, rules, score);
  return score;
}

}  // namespace freshet
