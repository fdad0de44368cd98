#include "crawl/visit/agenda.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "crawl/traps.h"

namespace freshet {
namespace {

// URLs that may wait for the end because their kind brings nothing new.
constexpr std::size_t kParkedMax = 5'000;

constexpr std::size_t kBytesOfQueued = sizeof(LinkNumber);
constexpr std::size_t kBytesOfFolders = 96;  // of a parked URL

}  // namespace

Agenda::Agenda(Host host, const Options& options) : host_(std::move(host)), yield_(options.grant) {}

void Agenda::set_order(PageOrder& order, WordOf word_of) {
  order_ = &order;
  word_of_ = std::move(word_of);
}

std::optional<Url> Agenda::missing_url(const std::string& origin) const {
  auto url = Url::parse(
      fmt::format("{}/{:016x}-is-not-here.html", origin, host_.hash() ^ 0x9e3779b97f4a7c15));
  if (!url) return std::nullopt;
  return *std::move(url);
}

Errand Agenda::errand_for(LinkNumber number) const {
  std::string text = table_.url(number);
  auto url = Url::parse(text);
  require(url.has_value(), "the table holds URLs");
  return {.task = FetchLink{.number = number}, .url = *std::move(url), .url_text = std::move(text)};
}

// Retries whose time has come go before links that were not asked for yet; where only retries are
// left, the visit waits for them. Links of kinds that bring nothing new come last.
Agenda::Next Agenda::next(Tick now) {
  Next next;
  if (const std::string origin = std::exchange(missing_probe_origin_, {}); !origin.empty()) {
    has_probed_missing_ = true;
    if (auto url = missing_url(origin)) {
      std::string text(url->href());
      next.errand = {.task = ProbeMissing{}, .url = *std::move(url), .url_text = std::move(text)};
      return next;
    }
  }
  if (const std::string origin = std::exchange(not_modified_probe_origin_, {}); !origin.empty()) {
    has_probed_not_modified_ = true;
    if (auto url = missing_url(origin)) {
      std::string text(url->href());
      next.errand = {
          .task = ProbeNotModified{}, .url = *std::move(url), .url_text = std::move(text)};
      return next;
    }
  }
  for (auto* queue : {&first_, &checks_})
    if (take_from(*queue, false, next)) return next;
  const bool is_due = !retries_.empty() && retries_.begin()->first <= now;
  if (!is_due)
    for (auto* queue : {&requisites_, &sitemaps_, &pages_, &doubtful_})
      if (take_from(*queue, false, next)) return next;
  if (retries_.empty()) {
    sort_parked();
    take_from(parked_, true, next);
    return next;
  }
  const auto retry = retries_.extract(retries_.begin());
  next.not_before = retry.key();
  next.errand = errand_for(retry.mapped());
  return next;
}

// Puts the page that the order names at the front of its queue. Pages are told to the order only
// now: sitemaps have been read before the first page is taken.
void Agenda::bring_forward() {
  for (const LinkNumber number : std::exchange(unordered_, {})) {
    std::string url = table_.url(number);
    const SitemapWord word = word_of_(url);
    order_->add({.number = number,
                 .url = std::move(url),
                 .depth = table_.link(number).depth,
                 .sitemap = word});
  }
  while (const auto number = order_->next()) {
    const auto place = std::ranges::find(pages_, *number);
    if (place == pages_.end()) continue;  // it was taken out of turn
    pages_.erase(place);
    pages_.push_front(*number);
    return;
  }
}

// Puts URLs of folders that have brought something new before those of unknown ones, and these
// before the rest: the few that are tried should not all be of one broken folder.
void Agenda::sort_parked() {
  if (parked_.empty()) return parked_folders_.clear();
  std::vector<std::pair<double, LinkNumber>> sorted;
  sorted.reserve(parked_.size());
  for (const LinkNumber number : parked_) {
    auto known = parked_folders_.find(number);
    if (known == parked_folders_.end()) {
      const auto url = Url::parse(table_.url(number));
      require(url.has_value(), "the table holds URLs");
      known = parked_folders_.emplace(number, kinds_of(*url).folders).first;
    }
    sorted.emplace_back(yield_.promise(known->second), number);
  }
  std::ranges::stable_sort(sorted, [](const auto& a, const auto& b) { return a.first > b.first; });
  std::ranges::transform(sorted, parked_.begin(), [](const auto& one) { return one.second; });
}

// Takes the next link of the queue that is worth a request. Those whose kind brings nothing new are
// parked; at the end a few of them are tried, and the rest is dropped.
bool Agenda::take_from(std::deque<LinkNumber>& queue, bool is_last_turn, Next& next) {
  while (!queue.empty()) {
    if (&queue == &pages_ && order_ != nullptr) bring_forward();
    const LinkNumber number = queue.front();
    queue.pop_front();
    Errand errand = errand_for(number);
    if (&queue != &first_ && !is_trusted(number)) {
      const UrlKinds kinds = kinds_of(errand.url);
      const YieldGuard::Verdict verdict = yield_.verdict(kinds);
      if (verdict == YieldGuard::Verdict::wait && !is_last_turn && parked_.size() < kParkedMax) {
        parked_.push_back(number);
        continue;
      }
      if (verdict != YieldGuard::Verdict::go && !(is_last_turn && yield_.take_trial(kinds))) {
        next.dropped.push_back(number);
        continue;
      }
    }
    next.errand = std::move(errand);
    return true;
  }
  return false;
}

// Returns true for a URL that is fetched regardless of its kind: not a page, a seed, an order,
// wanted by another host, or listed in a sitemap.
bool Agenda::is_trusted(LinkNumber number) const {
  const KnownLink& link = table_.link(number);
  if (link.use != LinkUse::page || link.is_seed || orders_.contains(number)) return true;
  if (link.is_wanted && trusts_wanted_) return true;
  return link.via < table_.size() && table_.link(link.via).use == LinkUse::sitemap;
}

std::optional<LinkNumber> Agenda::add_page(const Url& url, const KnownLink& link, bool is_first) {
  const auto number = table_.add(url.href_without_fragment(), trap_key(url), link);
  if (!number) return std::nullopt;
  if (link.depth >= level_pages_.size()) level_pages_.resize(link.depth + std::size_t{1});
  ++level_pages_[link.depth];
  if (link.via == 0 && *number != 0 && link.depth == 0) table_.link(*number).via = *number;
  const bool is_doubtful = link.via < *number && table_.link(link.via).is_doubtful;
  (is_first ? first_ : is_doubtful ? doubtful_ : pages_).push_back(*number);
  if (order_ != nullptr && !is_first && !is_doubtful) unordered_.push_back(*number);
  return number;
}

std::optional<LinkNumber> Agenda::add(std::string_view url, std::string_view key,
                                      const KnownLink& link, bool at_front) {
  const auto number = table_.add(url, key, link);
  if (!number) return std::nullopt;
  auto& queue = link.use == LinkUse::page      ? pages_
                : link.use == LinkUse::sitemap ? sitemaps_
                                               : requisites_;
  if (at_front) {
    queue.push_front(*number);
  } else {
    queue.push_back(*number);
  }
  return number;
}

std::optional<LinkNumber> Agenda::add_check(const Url& url, std::uint16_t depth, CheckOrder order) {
  const LinkUse use = order.is_requisite ? LinkUse::requisite : LinkUse::page;
  const auto number =
      table_.add(order.page.url, order.is_requisite ? order.page.url : trap_key(url),
                 {.use = use, .depth = depth});
  if (!number) return std::nullopt;
  table_.link(*number).via = *number;
  checks_.push_back(*number);
  orders_.emplace(*number, std::move(order));
  return number;
}

void Agenda::add_failed(std::string_view url, std::string_view key, const KnownLink& link) {
  if (const auto number = table_.add(url, key, link)) failed_.push_back(*number);
}

void Agenda::want_missing_probe(std::string origin) { missing_probe_origin_ = std::move(origin); }

void Agenda::want_not_modified_probe(std::string origin) {
  if (!has_probed_not_modified_) not_modified_probe_origin_ = std::move(origin);
}

void Agenda::put_back(const Errand& errand) {
  if (errand.link()) put_first(errand.link()->number);
  if (std::holds_alternative<ProbeMissing>(errand.task)) want_missing_probe(errand.url.origin());
  if (std::holds_alternative<ProbeNotModified>(errand.task))
    not_modified_probe_origin_ = errand.url.origin();
}

void Agenda::put_behind(LinkNumber number) {
  (table_.link(number).use == LinkUse::page ? pages_ : requisites_).push_back(number);
}

bool Agenda::put_other_first() {
  for (auto* queue : {&checks_, &pages_, &requisites_}) {
    if (queue->empty()) continue;
    const auto middle = queue->begin() + static_cast<std::ptrdiff_t>(queue->size() / 2);
    const LinkNumber number = *middle;
    // A URL that comes first is fetched regardless of its kind.
    if (!is_trusted(number) &&
        yield_.verdict(kinds_of(errand_for(number).url)) != YieldGuard::Verdict::go)
      continue;
    queue->erase(middle);
    put_first(number);
    return true;
  }
  return false;
}

std::optional<LinkNumber> Agenda::clear_first() {
  if (first_.empty()) return std::nullopt;
  const LinkNumber first = first_.front();
  first_.clear();
  return first;
}

void Agenda::retry_postponed() { std::swap(first_, postponed_); }

void Agenda::fail_postponed() {
  failed_.insert(failed_.end(), postponed_.begin(), postponed_.end());
}

CheckOrder* Agenda::order(LinkNumber number) {
  const auto known = orders_.find(number);
  return known == orders_.end() ? nullptr : &known->second;
}

const CheckOrder* Agenda::order(LinkNumber number) const {
  const auto known = orders_.find(number);
  return known == orders_.end() ? nullptr : &known->second;
}

std::optional<CheckOrder> Agenda::take_order(LinkNumber number) {
  auto known = orders_.extract(number);
  if (known.empty()) return std::nullopt;
  return std::move(known.mapped());
}

void Agenda::check_next(LinkNumber number, CheckOrder order) {
  orders_.emplace(number, std::move(order));
  checks_.push_front(number);
}

void Agenda::observe_yield(LinkNumber number, const Url& url, const PageBlocks* blocks) {
  const UrlKinds kinds = kinds_of(url);
  if (blocks == nullptr) {
    yield_.observe_nothing(kinds);
    table_.link(number).is_doubtful = true;
  } else if (yield_.observe(kinds, *blocks)) {
    observe_use(table_.link(number).via);
  } else {
    table_.link(number).is_doubtful = true;
  }
}

// A page led to something new: it was worth its request, and so were those that led to it.
void Agenda::observe_use(LinkNumber number) {
  while (number < table_.size() && table_.link(number).is_doubtful) {
    table_.link(number).is_doubtful = false;
    if (const auto url = Url::parse(table_.url(number))) yield_.observe_use(kinds_of(*url));
    number = table_.link(number).via;
  }
}

bool Agenda::is_closed(const Url& url) const {
  return yield_.verdict(kinds_of(url)) == YieldGuard::Verdict::closed;
}

std::size_t Agenda::pages_at(unsigned depth) const {
  return depth < level_pages_.size() ? level_pages_[depth] : 0;
}

std::size_t Agenda::waiting() const {
  return first_.size() + checks_.size() + requisites_.size() + sitemaps_.size() + pages_.size() +
         retries_.size();
}

std::size_t Agenda::bytes() const {
  const std::size_t queued = waiting() + unordered_.size() + doubtful_.size() + parked_.size() +
                             postponed_.size() + failed_.size();
  return table_.bytes() + queued * kBytesOfQueued + parked_folders_.size() * kBytesOfFolders;
}

void Agenda::restore(const Continuation& before) {
  for (const YieldGuard::Record& record : before.yields) yield_.restore(record);
  for (const auto& [pattern, alike] : before.alike)
    yield_.restore_alike(kind_of_pattern(pattern), alike);
  has_probed_missing_ = before.has_probed;
  if (before.wants_probe && !before.pending.empty())
    if (const auto url = Url::parse(before.pending.front().url)) want_missing_probe(url->origin());
}

void Agenda::leave(Continuation& left, const Errand* out) const {
  left.has_probed = has_probed_missing_;
  left.wants_probe = !missing_probe_origin_.empty() ||
                     (out != nullptr && std::holds_alternative<ProbeMissing>(out->task));
  left.level_pages = level_pages_;
  left.yields = yield_.records();
}

std::int64_t Agenda::append_pending(std::string& text, bool is_complete, const Errand* out) {
  std::int64_t count = 0;
  const auto add = [&](LinkNumber number) {
    if (orders_.contains(number)) return;  // the caller reports orders that were not carried out
    Continuation::append({.url = table_.url(number), .link = table_.link(number)}, text);
    ++count;
  };
  for (const LinkNumber number : failed_) {
    table_.link(number).has_failed = true;
    add(number);
  }
  if (is_complete) return 0;
  count = 0;
  if (out != nullptr && out->link()) add(out->link()->number);
  for (const auto* queue :
       {&first_, &requisites_, &sitemaps_, &pages_, &doubtful_, &parked_, &postponed_})
    for (const LinkNumber number : *queue) add(number);
  for (const auto& [when, number] : retries_) add(number);
  return count;
}

}  // namespace freshet
