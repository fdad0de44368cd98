// Where the pages of a visit lead: into its own table, or to other hosts.
#include <utility>

#include "base/ascii.h"
#include "base/hash.h"
#include "crawl/visit.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// Other hosts whose place in the scope is remembered. Most pages of a host link to the same few.
constexpr std::size_t kHostsRemembered = 4096;

// So many pages may wait beyond the page limit: some of those before them may not be had.
constexpr std::size_t kWaitingBeyondLimit = 10'000;

// URLs behind nofollow that are remembered to be counted.
constexpr std::size_t kNofollowedMax = 1000;

// Links as written that are remembered; a link that was forgotten costs a second look.
constexpr std::size_t kRawSeenMax = 1'000'000;

// Bytes of URLs of other hosts that one page may want; pages have hundreds, not ten thousands.
constexpr std::size_t kWantedBytesOfPageMax = std::size_t{4} << 20;

// So many steps along the pages of a list are one level of depth.
constexpr unsigned kStepsOfALevel = 50;

struct LinkDepth {
  std::uint16_t depth = 0;
  std::uint8_t steps = 0;
};

// Returns true if the URLs differ only in their numbers, as those of the pages of a list do.
bool differ_in_numbers(const Url& a, const Url& b) {
  std::string_view one = a.href_without_fragment();
  std::string_view other = b.href_without_fragment();
  bool is_in_number = false;
  while (!one.empty() && !other.empty()) {
    if (is_ascii_digit(one.front()) && is_ascii_digit(other.front())) {
      while (!one.empty() && is_ascii_digit(one.front())) one.remove_prefix(1);
      while (!other.empty() && is_ascii_digit(other.front())) other.remove_prefix(1);
      is_in_number = true;
      continue;
    }
    if (one.front() != other.front()) return false;
    one.remove_prefix(1);
    other.remove_prefix(1);
  }
  return one.empty() && other.empty() && is_in_number;
}

LinkDepth depth_of(const FoundLink& link, const Url& page, const Url& target,
                   const KnownLink& from) {
  if (link.is_refresh) return {from.depth, from.steps};
  const auto deeper = static_cast<std::uint16_t>(from.depth + 1);
  if (!link.is_next && !differ_in_numbers(page, target)) return {deeper, from.steps};
  const unsigned steps = from.steps + 1U;
  if (steps < kStepsOfALevel) return {from.depth, static_cast<std::uint8_t>(steps)};
  return {deeper, 0};
}

}  // namespace

// Other hosts only: whether the scope may hold pages of it.
bool Visit::holds(const Host& host) {
  const auto known = holds_.find(std::string(host.key()));
  if (known != holds_.end()) return known->second;
  const bool is_held = tools_.scope.may_hold(host);
  if (holds_.size() >= kHostsRemembered) holds_.clear();
  holds_.emplace(host.key(), is_held);
  return is_held;
}

// Whether more pages of this host are worth knowing of.
bool Visit::has_room() const {
  return report_.pages + first_.size() + pages_.size() + doubtful_.size() <
         limits_.pages + kWaitingBeyondLimit;
}

// Adds a page of this host. The rules were asked already.
bool Visit::add_page(const Url& url, const KnownLink& link, bool is_first) {
  const auto number = table_.add(url.href_without_fragment(), trap_key(url), link);
  if (!number) return false;
  if (link.depth >= level_pages_.size()) level_pages_.resize(link.depth + std::size_t{1});
  ++level_pages_[link.depth];
  if (link.via == 0 && *number != 0 && link.depth == 0) table_.link(*number).via = *number;
  const bool is_doubtful = link.via < *number && table_.link(link.via).is_doubtful;
  (is_first ? first_ : is_doubtful ? doubtful_ : pages_).push_back(*number);
  return true;
}

void Visit::take_page_link(const Job& job, const FoundLink& link, FrontierNews& news) {
  const KnownLink& from = table_.link(job.number);
  const auto host = Host::of(link.url);
  if (!host) return;
  if (*host != task_.host) {
    if (link.is_refresh) return take_redirect(job, link.url, news);
    if (holds(*host) && !tools_.scope.refusal(link.url))
      news.links.push_back({.host = *host, .url_hash = hash64(link.url.href_without_fragment())});
    return;
  }
  if (!has_room()) return report_.drop(DropReason::page_limit, link.url.href_without_fragment());
  if (!may_hold_more()) return;
  if (!raw_seen_.insert(link.url.href_without_fragment())) return;
  const Url url = normal_form(link.url, tools_.plan.normal_form);
  if (table_.is_seen(trap_key(url))) return;
  const LinkDepth place = depth_of(link, *job.url, url, from);
  const unsigned depth = place.depth;
  std::optional<DropReason> refusal = tools_.scope.refusal(url);
  if (!refusal && (depth > limits_.depth || (depth == limits_.depth && place.steps > 0)))
    refusal = DropReason::too_deep;
  if (!refusal && limits_.level_pages > 0 && depth < level_pages_.size() &&
      level_pages_[depth] >= limits_.level_pages)
    refusal = DropReason::level_full;
  if (!refusal) refusal = traps_.refusal(url);
  if (!refusal && yield_.verdict(kinds_of(url)) == YieldGuard::Verdict::closed)
    refusal = DropReason::pages_alike;
  if (refusal) return report_.drop(*refusal, url.href());
  const std::uint8_t redirects =
      link.is_refresh ? static_cast<std::uint8_t>(from.redirects + 1) : 0;
  if (redirects > limits_.redirects) return report_.drop(DropReason::redirect_limit, url.href());
  if (!may_add_new(url, job, redirects, news)) return;
  add_page(url,
           {.use = LinkUse::page,
            .depth = place.depth,
            .redirects = redirects,
            .is_wanted = task_.is_refresh,
            .steps = place.steps,
            .via = job.number},
           link.is_refresh);
}

void Visit::want_elsewhere(const Url& url, bool is_page, const Job& job, unsigned hops,
                           FrontierNews& news) const {
  const auto host = Host::of(url);
  if (!host) return;
  news.wanted.push_back({.host = *host,
                         .url = std::string(without_credentials(url).href_without_fragment()),
                         .is_page = is_page,
                         .via = job.url_text,
                         .hops = hops});
}

void Visit::take_requisite(const Job& job, const Url& url, FrontierNews& news) {
  if (!tools_.plan.requisites || !raw_seen_.insert(url.href_without_fragment())) return;
  if (tools_.scope.pattern_refusal(url) || url.href().size() > tools_.plan.traps.url_bytes) return;
  const Url normal = normal_form(url, tools_.plan.normal_form);
  const auto host = Host::of(normal);
  if (!host) return;
  const KnownLink& from = table_.link(job.number);
  // A style sheet may import others, and so on; the hops of requisites are counted as redirects.
  const bool is_chained = from.use == LinkUse::requisite;
  const auto hops = static_cast<std::uint8_t>(is_chained ? from.redirects + 1 : 0);
  if (hops > limits_.redirects) return report_.drop(DropReason::redirect_limit);
  if (*host != task_.host) {
    if (wanted_bytes_ >= kWantedBytesOfPageMax) return report_.drop(DropReason::requisite_limit);
    wanted_bytes_ += normal.href().size() + job.url_text.size();
    return want_elsewhere(normal, false, job, hops, news);
  }
  if (const auto refusal = requisite_guard_.refusal(normal))
    return report_.drop(*refusal, normal.href());
  if (!may_hold_more()) return;
  if (task_.is_refresh && memory_.knows({.host = host, .url = std::string(normal.href())})) return;
  const auto number = table_.add(normal.href(), normal.href(),
                                 {.use = LinkUse::requisite,
                                  .depth = from.depth,
                                  .redirects = hops,
                                  .is_wanted = task_.is_refresh,
                                  .via = job.number});
  if (!number) return;
  requisites_.push_back(*number);
  // A check that is interrupted does not read the page again.
  if (task_.is_refresh) want_elsewhere(normal, false, job, hops, news);
}

// False if a new link of this host is not to be taken: it is dropped, or its page is read again.
bool Visit::may_hold_more() {
  if (raw_seen_.size() > kRawSeenMax) raw_seen_ = {};
  const bool has_memory = has_memory_for_links();
  // A host that holds its own limit would find no room in the next visit either.
  if (is_over_own_memory() || (!has_memory && task_.is_refresh)) {
    report_.drop(DropReason::memory_limit);
    return false;
  }
  is_unread_ |= !has_memory;
  return has_memory;
}

void Visit::take_links(const Job& job, const ReadAnswer& read, FrontierNews& news) {
  wanted_bytes_ = 0;
  const bool is_page = table_.link(job.number).use == LinkUse::page;
  const bool may_follow = is_page && !(read.directives.nofollow && tools_.plan.obey.nofollow);
  for (const FoundLink& link : read.links) {
    if (link.use == LinkUse::requisite) {
      take_requisite(job, link.url, news);
    } else if (may_follow && (link.is_endorsed || !tools_.plan.obey.nofollow)) {
      take_page_link(job, link, news);
    } else if (is_page && nofollowed_.size() < kNofollowedMax && Host::of(link.url) == task_.host) {
      nofollowed_.emplace(normal_form(link.url, tools_.plan.normal_form).href_without_fragment());
    }
  }
  if (may_follow && !is_unread_) written_.add(read.written);
}

// Counts the URLs that only links with nofollow lead to.
void Visit::count_nofollowed() {
  for (const std::string& url : nofollowed_) {
    const auto parsed = Url::parse(url);
    if (parsed && !table_.is_seen(trap_key(*parsed))) report_.drop(DropReason::nofollow, url);
  }
  nofollowed_.clear();
}

void Visit::take_redirect(const Job& job, const Url& target, FrontierNews& news) {
  const KnownLink from = table_.link(job.number);
  const auto host = Host::of(target);
  if (!host) return report_.drop(DropReason::redirect_not_http);
  // The hops are counted over all hosts, whatever is fetched: each of two hosts could send us back
  // with a new URL for ever.
  const unsigned hops = from.redirects + 1U;
  if (hops > limits_.redirects)
    return report_.drop(
        *host == task_.host ? DropReason::redirect_limit : DropReason::redirects_between_hosts,
        target.href());
  if (*host != task_.host) {
    // A seed that sends on to another host: that one is meant.
    if (from.use == LinkUse::page && from.is_seed && tools_.scope.may_hold(task_.host) &&
        !tools_.scope.may_hold(*host)) {
      tools_.scope.adopt(*host);
      adopted_.push_back(*host);
      holds_.clear();
      written_.clear();
    }
    if (from.use == LinkUse::sitemap) return report_.drop(DropReason::sitemap_of_other_host);
    const bool is_page = from.use == LinkUse::page;
    if (!is_page || !tools_.scope.refusal(target)) want_elsewhere(target, is_page, job, hops, news);
    return;
  }
  const Url url = normal_form(target, tools_.plan.normal_form);
  if (tools_.scope.refusal(url) && from.use == LinkUse::page)
    return report_.drop(*tools_.scope.refusal(url), url.href());
  KnownLink link = from;
  link.redirects = static_cast<std::uint8_t>(hops);
  link.tries = 0;
  link.is_wanted = false;
  link.is_doubtful = false;
  link.met_cookie_wall = false;
  link.via = job.number;
  // A wall that sends us round by another URL: the page is asked for once more, with the cookie.
  std::uint32_t at = job.number;
  for (unsigned back = from.redirects; back > 0 && table_.link(at).via < at; --back) {
    at = table_.link(at).via;
    if (table_.url(at) != url.href()) continue;
    if (table_.link(at).met_cookie_wall || cookies_.header(url).empty()) break;
    table_.link(at).met_cookie_wall = true;
    return first_.push_front(at);
  }
  if (guessed_home_ && table_.url(*guessed_home_) == url.href()) {
    first_.push_back(*guessed_home_);
    guessed_home_.reset();
    return;
  }
  if (from.use == LinkUse::page) {
    if (const auto trap = traps_.refusal(url)) return report_.drop(*trap, url.href());
    if (!may_add_new(url, job, hops, news)) return;
    link.is_wanted = task_.is_refresh;
    add_page(url, link, true);
  } else if (const auto number = table_.add(url.href(), url.href(), link)) {
    (from.use == LinkUse::sitemap ? sitemaps_ : requisites_).push_front(*number);
  }
}

}  // namespace freshet
