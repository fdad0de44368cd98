#include "crawl/visit/known_pages.h"

#include <utility>

#include "crawl/visit/observations.h"
#include "store/snapshot_facts.h"

namespace freshet {

std::vector<UncheckedPage> KnownPages::add_orders(std::vector<CheckOrder> orders) {
  std::vector<UncheckedPage> unchecked;
  if (orders.empty()) return unchecked;
  const auto moment = orders_.hold_moment();  // without it the look-ups are only slower
  for (CheckOrder& order : orders) {
    std::string url = order.page.url;
    if (!add_order(std::move(order))) unchecked.push_back({.url = std::move(url)});
  }
  return unchecked;
}

// Returns true if the order is on the agenda, or is done.
bool KnownPages::add_order(CheckOrder order) {
  const auto url = Url::parse(order.page.url);
  if (!url) return false;
  auto known = orders_.order_of(order.page);
  if (!known) return false;
  if (!*known) {
    // There is no good copy of it any more: it backs off as after a failure.
    auto read = visit_.memory.known(order.page);
    if (!read) return false;
    order.belief = std::move(read->belief);
    visit_.tools.sink->note(failed_check(std::move(order), visit_.tools.clock.now(), 0));
    return true;
  }
  (*known)->word = order.word;
  (*known)->elements_since = order.elements_since;
  (*known)->is_requisite = order.is_requisite;
  (*known)->needs_proof = order.needs_proof;
  (*known)->is_whole = order.is_whole;
  const std::uint16_t depth = (*known)->belief ? (*known)->belief->depth : 0;
  return visit_.agenda.add_check(*url, depth, **std::move(known)).has_value();
}

std::optional<CheckOrder> KnownPages::take_order(const Errand& errand, LinkNumber number) {
  if (!visit_.tools.wants_observations) return std::nullopt;
  if (auto order = visit_.agenda.take_order(number)) return order;
  // A visit that checks did not load which pages are known.
  if (!visit_.task.checks_known_pages && !visit_.memory.was_known(errand.url_text))
    return std::nullopt;
  auto order = orders_.order_of(page_key_of(errand.url_text));
  if (!order || !*order) return std::nullopt;
  // Half a page, kept for want of a better copy, is nothing to compare with.
  if (!(*order)->belief && visit_.memory.has_any_note(errand.url_text)) return std::nullopt;
  return *std::move(order);
}

KnownPages::Standing KnownPages::standing_of(const Url& url) {
  const PageKey page = page_key_of(url.href());
  const auto read = visit_.memory.known(page);
  if (read && read->belief) {
    if (read->belief->unlinked) marks_.push_back({.page = page, .kind = PageMark::Kind::linked});
    if (read->belief->state != PageState::scheduled) add_order({.page = page});
    return Standing::known;
  }
  return visit_.memory.knows(page) ? Standing::known : Standing::unknown;
}

std::vector<PageMark> KnownPages::take_marks() { return std::exchange(marks_, {}); }

}  // namespace freshet
