#include "crawl/visit/link_intake.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "crawl/traps.h"
#include "crawl/visit/link_depth.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// Other hosts whose place in the scope is remembered. Most pages of a host link to the same few.
constexpr std::size_t kHostsRemembered = 4096;

// Pages that may wait beyond the page limit: some of those before them may be unavailable.
constexpr std::size_t kWaitingBeyondLimit = 10'000;

// URLs behind nofollow that are counted.
constexpr std::size_t kNofollowedMax = 1000;

// Links as written that are remembered; a link that was forgotten costs a second look.
constexpr std::size_t kRawSeenMax = 1'000'000;

// Bytes of URLs of other hosts that one page may want; pages have hundreds, not ten thousands.
constexpr std::size_t kWantedBytesOfPageMax = std::size_t{4} << 20;

// Links of a checked page that are looked up in one call.
constexpr std::size_t kLinksLookedUp = 500;

// Pages of a sitemap are one level below the home page.
constexpr std::uint16_t kListedDepth = 1;

}  // namespace

LinkIntake::LinkIntake(const VisitParts& visit, WrittenLinks& written, KnownPages& known)
    : visit_(visit),
      written_(written),
      known_(known),
      admission_(visit.tools.scope, visit.limits, visit.tools.plan.traps, visit.agenda,
                 visit.tools.clock.now()),
      requisites_(visit.tools.plan.limits.requisite_queries, visit.task.checks_known_pages),
      budget_(visit.tools.links, visit.task.memory, visit.tools.plan.visits_max) {}

void LinkIntake::restore(const Continuation& before) {
  for (const RequisiteGuard::Path& path : before.requisite_paths) requisites_.restore(path);
  // Each visit that checks has its own share: over the years a site replaces all its images.
  if (!visit_.task.checks_known_pages) nested_left_ = before.nested_left;
}

void LinkIntake::leave(Continuation& left) const {
  left.requisite_paths = requisites_.paths();
  left.nested_left = std::min(nested_left_, kNestedRequisites);
}

void LinkIntake::add_pending(const Continuation::Pending& pending) {
  const auto url = Url::parse(pending.url);
  if (!url) return;
  KnownLink link = pending.link;
  link.via = visit_.agenda.size();
  const bool is_page = link.use == LinkUse::page;
  const auto refusal =
      is_page ? admission_.refusal({.url = *url, .by = FoundBy::earlier, .depth = link.depth})
              : visit_.tools.scope.pattern_refusal(*url);
  if (refusal) return visit_.report.drop(*refusal, pending.url);
  if (link.has_failed && visit_.memory.has_failed(pending.url))
    return visit_.agenda.add_failed(pending.url, trap_key(*url), link);
  if (std::exchange(link.has_failed, false)) link.tries = 0;
  if (is_page) {
    admission_.count(*url);
    visit_.agenda.add_page(*url, link, link.redirects > 0 || link.depth == 0);
  } else {
    visit_.agenda.add(pending.url, trap_key(*url), link);
  }
}

void LinkIntake::add_wanted(const WantedUrl& wanted, bool is_done) {
  const auto url = Url::parse(wanted.url);
  if (!url) return;
  KnownLink link{
      .use = wanted.is_page ? LinkUse::page : LinkUse::requisite,
      .redirects = static_cast<std::uint8_t>(std::clamp<std::int64_t>(wanted.hops, 0, 255)),
      .is_wanted = true,
      .is_seed = wanted.via.empty()};
  link.via = visit_.agenda.size();
  const auto refusal = wanted.is_page ? admission_.refusal({.url = *url, .by = FoundBy::others})
                                      : visit_.tools.scope.pattern_refusal(*url);
  if (refusal) visit_.report.drop(*refusal, wanted.url);
  const Url normal = normal_form(*url, visit_.tools.plan.normal_form);
  if (!refusal && visit_.agenda.add(normal.href(), trap_key(normal), link)) return;
  if (is_done) return;
  FrontierNews news;  // it is known already, or refused: there is nothing to wait for
  news.wanted_done.push_back({.host = visit_.task.host, .url = wanted.url});
  visit_.tools.sink->tell(std::move(news));
}

// The scheme is that of a seed, or that of an earlier crawl; otherwise https is tried first. URLs
// that other pages want do not count: the scheme would depend on which page comes first.
void LinkIntake::add_home() {
  std::string_view scheme = visit_.memory.known_scheme().value_or("https");
  is_home_guessed_ = scheme == "https";
  for (const WantedUrl& wanted : visit_.task.wanted) {
    const auto url = Url::parse(wanted.url);
    if (!url || !url->is_http() || !wanted.via.empty()) continue;
    scheme = url->scheme() == "https" ? "https" : "http";
    is_home_guessed_ = false;
    break;
  }
  const Host& host = visit_.task.host;
  const auto home = Url::parse(fmt::format("{}://{}/", scheme, host.key()));
  if (home && !visit_.tools.scope.refusal(*home))
    visit_.agenda.add_page(
        *home, {.use = LinkUse::page, .is_seed = visit_.tools.scope.has_seed(host)}, true);
}

bool LinkIntake::fall_back_to_http(const Errand& errand) {
  if (!is_home_guessed_ || errand.url.scheme() != "https") return false;
  is_home_guessed_ = false;
  const Host& host = visit_.task.host;
  const auto home = Url::parse(fmt::format("http://{}/", host.key()));
  if (!home) return false;
  const auto first = visit_.agenda.clear_first();
  if (errand.link()) guessed_home_ = number_of(errand);
  if (errand.robots() && first) guessed_home_ = first;
  visit_.agenda.add_page(
      *home, {.use = LinkUse::page, .is_seed = visit_.tools.scope.has_seed(host)}, true);
  return true;
}

void LinkIntake::mark_read(const std::string& url) {
  const auto parsed = Url::parse(url);
  if (!parsed) return;
  visit_.agenda.mark_seen(trap_key(*parsed));
  admission_.count(*parsed);
}

// Returns true if the scope may hold pages of another host.
bool LinkIntake::is_in_scope(const Host& host) {
  const auto known = scope_.find(std::string(host.key()));
  if (known != scope_.end()) return known->second;
  const bool is_held = visit_.tools.scope.may_hold(host);
  if (scope_.size() >= kHostsRemembered) scope_.clear();
  scope_.emplace(host.key(), is_held);
  return is_held;
}

std::optional<DropReason> LinkIntake::follow_elsewhere(const Url& url, const Host& host,
                                                       FrontierNews& news) {
  if (!is_in_scope(host)) return DropReason::outside_hosts;
  if (const auto refusal = visit_.tools.scope.refusal(url)) return refusal;
  news.links.push_back({.host = host, .url_hash = hash64(url.href_without_fragment())});
  return std::nullopt;
}

// Returns true if more pages of this host are worth knowing.
bool LinkIntake::has_room() const {
  return visit_.report.pages + visit_.agenda.waiting_pages() <
         visit_.limits.pages + kWaitingBeyondLimit;
}

void LinkIntake::on_page_link(const Errand& errand, const FoundLink& link, FrontierNews& news) {
  const auto host = Host::of(link.url);
  if (!host) return;
  if (*host != visit_.task.host) {
    if (link.is_refresh) return on_redirect(errand, link.url, news);
    follow_elsewhere(link.url, *host, news);
    return;
  }
  VisitReport& report = visit_.report;
  if (!has_room()) return report.drop(DropReason::page_limit, link.url.href_without_fragment());
  if (!may_hold_more()) return;
  if (!raw_seen_.insert(link.url.href_without_fragment())) return;
  const Url url = normal_form(link.url, visit_.tools.plan.normal_form);
  if (visit_.agenda.is_seen(trap_key(url))) return;
  const KnownLink& from = visit_.agenda.link(number_of(errand));
  const LinkDepth place = depth_of(link, errand.url, url, from);
  const std::uint8_t redirects =
      link.is_refresh ? static_cast<std::uint8_t>(from.redirects + 1) : 0;
  if (const auto refusal = admission_.refusal(
          {.url = url, .depth = place.depth, .steps = place.steps, .redirects = redirects}))
    return report.drop(*refusal, url.href());
  if (!is_new(url, errand, redirects, news)) return;
  visit_.agenda.add_page(url,
                         {.use = LinkUse::page,
                          .depth = place.depth,
                          .redirects = redirects,
                          .is_wanted = visit_.task.checks_known_pages,
                          .steps = place.steps,
                          .via = number_of(errand)},
                         link.is_refresh);
}

// Decides about a link on a page that was checked. One that is new is also wanted, so that it is
// not forgotten should the visit end before it.
bool LinkIntake::is_new(const Url& url, const Errand& errand, unsigned hops, FrontierNews& news) {
  if (!visit_.task.checks_known_pages) return true;
  if (known_.standing_of(url) == KnownPages::Standing::known) return false;
  want_elsewhere(url, true, errand, hops, news);
  if (new_pages_ >= visit_.limits.new_pages) {
    visit_.report.drop(DropReason::new_page_limit, url.href());
    return false;
  }
  ++new_pages_;
  return true;
}

// Leaves a URL to the visit of its host; `hops` are those that led to it.
void LinkIntake::want_elsewhere(const Url& url, bool is_page, const Errand& errand, unsigned hops,
                                FrontierNews& news) const {
  const auto host = Host::of(url);
  if (!host) return;
  news.wanted.push_back({.host = *host,
                         .url = std::string(without_credentials(url).href_without_fragment()),
                         .is_page = is_page,
                         .via = errand.url_text,
                         .hops = hops});
}

void LinkIntake::on_requisite(const Errand& errand, const Url& url, FrontierNews& news) {
  const CrawlPlan& plan = visit_.tools.plan;
  VisitReport& report = visit_.report;
  if (!plan.requisites || !raw_seen_.insert(url.href_without_fragment())) return;
  if (visit_.tools.scope.pattern_refusal(url) || url.href().size() > plan.traps.url_bytes) return;
  const Url normal = normal_form(url, plan.normal_form);
  const auto host = Host::of(normal);
  if (!host) return;
  const KnownLink& from = visit_.agenda.link(number_of(errand));
  // A style sheet may import others, and so on; the hops of requisites are counted as redirects.
  const bool is_nested = from.use == LinkUse::requisite;
  const auto hops = static_cast<std::uint8_t>(is_nested ? from.redirects + 1 : 0);
  if (hops > visit_.limits.redirects) return report.drop(DropReason::redirect_limit);
  const bool has_share = !is_nested || nested_left_ > 0;
  if (*host != visit_.task.host) {
    if (!has_share || wanted_bytes_ >= kWantedBytesOfPageMax)
      return report.drop(DropReason::requisite_limit, normal.href());
    wanted_bytes_ += normal.href().size() + errand.url_text.size();
    if (is_nested) --nested_left_;
    return want_elsewhere(normal, false, errand, hops, news);
  }
  if (const auto refusal = requisites_.refusal(normal)) return report.drop(*refusal, normal.href());
  if (!may_hold_more()) return;
  const bool is_check = visit_.task.checks_known_pages;
  if (is_check && visit_.memory.knows({.host = host, .url = std::string(normal.href())}))
    return requisites_.note_known(normal);
  if (!has_share) {
    if (!visit_.agenda.is_seen(normal.href()))
      report.drop(DropReason::requisite_limit, normal.href());
    return;
  }
  const auto number = visit_.agenda.add(normal.href(), normal.href(),
                                        {.use = LinkUse::requisite,
                                         .depth = from.depth,
                                         .redirects = hops,
                                         .is_wanted = is_check,
                                         .via = number_of(errand)});
  if (number && is_nested) --nested_left_;
  // A check that is interrupted does not read the page again.
  if (number && is_check) want_elsewhere(normal, false, errand, hops, news);
}

std::size_t LinkIntake::bytes() const {
  return visit_.agenda.bytes() + raw_seen_.bytes() + sitemap_bytes_;
}

void LinkIntake::count_memory() { budget_.count(bytes()); }

bool LinkIntake::may_hold_more() {
  if (raw_seen_.size() > kRawSeenMax) raw_seen_ = {};
  count_memory();
  const bool has_memory = budget_.has_room();
  // A host that holds its own limit would find no room in the next visit either.
  if (budget_.is_exhausted() || (!has_memory && visit_.task.checks_known_pages)) {
    visit_.report.drop(DropReason::memory_limit);
    return false;
  }
  is_unread_ |= !has_memory;
  return has_memory;
}

void LinkIntake::clear() { raw_seen_ = {}; }

void LinkIntake::on_links(const Errand& errand, const ReadAnswer& read, FrontierNews& news) {
  wanted_bytes_ = 0;
  const Obedience& obey = visit_.tools.plan.obey;
  const KnownLink from = visit_.agenda.link(number_of(errand));
  const bool is_page = from.use == LinkUse::page;
  if (from.use == LinkUse::requisite && from.redirects == 0 && !read.links.empty())
    nested_left_ += kNestedOfSheet;
  const bool may_follow = is_page && !(read.directives.nofollow && obey.nofollow);
  for (std::size_t i = 0; i < read.links.size(); ++i) {
    if (visit_.task.checks_known_pages && i % kLinksLookedUp == 0)
      look_up(std::span(read.links).subspan(i, std::min(kLinksLookedUp, read.links.size() - i)));
    const FoundLink& link = read.links[i];
    if (link.use == LinkUse::requisite) {
      on_requisite(errand, link.url, news);
    } else if (may_follow && (link.is_endorsed || !obey.nofollow)) {
      on_page_link(errand, link, news);
    } else if (is_page && nofollowed_.size() < kNofollowedMax &&
               Host::of(link.url) == visit_.task.host) {
      nofollowed_.emplace(
          normal_form(link.url, visit_.tools.plan.normal_form).href_without_fragment());
    }
  }
  visit_.memory.forget_looked_up();
  if (may_follow && !is_unread_) written_.add(read.written);
}

// Reads what is known about links of this host that need a look, in one call. If it fails they are
// looked up one by one.
void LinkIntake::look_up(std::span<const FoundLink> links) {
  std::vector<PageKey> urls;
  for (const FoundLink& link : links) {
    if (raw_seen_.contains(link.url.href_without_fragment())) continue;
    const Url url = normal_form(link.url, visit_.tools.plan.normal_form);
    if (Host::of(url) != visit_.task.host) continue;
    if (link.use == LinkUse::page && visit_.agenda.is_seen(trap_key(url))) continue;
    urls.push_back({.host = visit_.task.host, .url = std::string(url.href())});
  }
  static_cast<void>(visit_.memory.look_up(urls));
}

void LinkIntake::count_nofollowed() {
  for (const std::string& url : nofollowed_) {
    const auto parsed = Url::parse(url);
    if (parsed && !visit_.agenda.is_seen(trap_key(*parsed)))
      visit_.report.drop(DropReason::nofollow, url);
  }
  nofollowed_.clear();
}

LinkIntake::Listed LinkIntake::add_listed(const Errand& errand, const Url& url,
                                          FrontierNews& news) {
  if (!has_room()) {
    visit_.report.drop(DropReason::page_limit, url.href());
    return Listed::full;
  }
  if (!may_hold_more()) return Listed::refused;
  if (const auto refusal = admission_.refusal({.url = url, .by = FoundBy::sitemap})) {
    visit_.report.drop(*refusal, url.href());
    return Listed::refused;
  }
  if (!is_new(url, errand, 0, news)) return Listed::refused;
  visit_.agenda.add_page(url,
                         {.use = LinkUse::page,
                          .depth = kListedDepth,
                          .is_wanted = visit_.task.checks_known_pages,
                          .via = number_of(errand)},
                         false);
  return Listed::added;
}

}  // namespace freshet
