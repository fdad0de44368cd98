// The agenda of a visit: the URLs of one host that it knows, and which of them comes next.
//
// The order is data: retries and redirects first, then known pages to check, requisites, sitemaps,
// pages breadth first or in an order that is set, pages behind links that brought nothing new, and
// last a few URLs of kinds that bring nothing new (yield_guard.h). Every URL is in one queue, is
// out as an errand, or is done. Pure: no clock, no archive, no web. One thread uses it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "crawl/continuation.h"
#include "crawl/link_table.h"
#include "crawl/observation.h"
#include "crawl/page_blocks.h"
#include "crawl/visit/errand.h"
#include "crawl/visit/page_order.h"
#include "crawl/yield_guard.h"
#include "url/host.h"
#include "url/url.h"

namespace freshet {

class Agenda {
 public:
  struct Options {
    std::size_t grant = 32;  // TrapLimits::grant
  };

  Agenda(Host host, const Options& options);

  // If false, URLs wanted by other hosts are judged by their kind like any other.
  void set_trusts_wanted(bool trusts) { trusts_wanted_ = trusts; }

  // Fetches pages in this order, not breadth first. `word_of` returns what a sitemap says about a
  // page. Both outlive the agenda.
  using WordOf = std::function<SitemapWord(std::string_view url)>;
  void set_order(PageOrder& order, WordOf word_of);

  // --- What comes next ---

  struct Next {
    std::optional<Errand> errand = {};     // none: nothing is left
    std::optional<Tick> not_before = {};   // of a retry
    std::vector<LinkNumber> dropped = {};  // URLs of kinds that bring nothing new
  };
  Next next(Tick now);

  // --- New URLs. Each returns nothing if a URL with the same key was added before. ---

  // `is_first`: before all others. Counts the page in its level.
  std::optional<LinkNumber> add_page(const Url& url, const KnownLink& link, bool is_first);
  // Adds to the queue of the link's use, at its end or at its front.
  std::optional<LinkNumber> add(std::string_view url, std::string_view key, const KnownLink& link,
                                bool at_front = false);
  std::optional<LinkNumber> add_check(const Url& url, std::uint16_t depth, CheckOrder order);
  // Adds a URL that is not tried in this visit.
  void add_failed(std::string_view url, std::string_view key, const KnownLink& link);
  void mark_seen(std::string_view key) { table_.mark_seen(key); }

  // Requests the page that cannot exist, before anything else.
  void want_missing_probe(std::string origin);
  // The same with a condition, once a visit.
  void want_not_modified_probe(std::string origin);
  bool has_probed_missing() const { return has_probed_missing_; }

  // --- URLs that were out ---

  void put_back(const Errand& errand);  // it comes next again; robots.txt is not of the agenda
  void put_first(LinkNumber number) { first_.push_front(number); }
  void put_last_of_first(LinkNumber number) { first_.push_back(number); }
  void put_behind(LinkNumber number);  // at the end of its queue
  void retry(LinkNumber number, Tick when) { retries_.emplace(when, number); }
  void postpone(LinkNumber number) { postponed_.push_back(number); }  // robots.txt is unreachable
  void fail(LinkNumber number) { failed_.push_back(number); }
  // Puts a URL from the middle of those that wait before all others: one that is probably unlike
  // the last ones. Returns false if there is none.
  bool put_other_first();
  // Removes the URLs that come before all others; returns the first of them.
  std::optional<LinkNumber> clear_first();

  // Tries postponed URLs first in the next visit, or counts them as failed.
  void retry_postponed();
  void fail_postponed();
  std::size_t postponed() const { return postponed_.size(); }
  const std::vector<LinkNumber>& failed() const { return failed_; }

  // --- Orders to check known pages ---

  CheckOrder* order(LinkNumber number);
  const CheckOrder* order(LinkNumber number) const;
  std::optional<CheckOrder> take_order(LinkNumber number);
  // Carries the order out next.
  void check_next(LinkNumber number, CheckOrder order);
  const std::unordered_map<LinkNumber, CheckOrder>& orders() const { return orders_; }

  // --- What pages bring ---

  // Learns from the first answer for a page what URLs of its kinds are worth. `blocks`: none if the
  // answer was not a page.
  void observe_yield(LinkNumber number, const Url& url, const PageBlocks* blocks);
  bool is_closed(const Url& url) const;  // URLs of its kinds bring nothing new

  // --- Looking ---

  KnownLink& link(LinkNumber number) { return table_.link(number); }
  const KnownLink& link(LinkNumber number) const { return table_.link(number); }
  std::string url(LinkNumber number) const { return table_.url(number); }
  bool is_seen(std::string_view key) const { return table_.is_seen(key); }
  LinkNumber size() const { return table_.size(); }
  std::size_t pages_at(unsigned depth) const;  // pages found on that level
  std::size_t waiting_pages() const { return first_.size() + pages_.size() + doubtful_.size(); }
  std::size_t waiting() const;
  std::size_t bytes() const;  // approximate

  // --- From visit to visit ---

  void restore(const Continuation& before);  // all except its pending URLs
  void set_level_pages(const std::vector<std::size_t>& pages) { level_pages_ = pages; }
  void leave(Continuation& left, const Errand* out) const;
  // Appends the URLs that are left to the text of a continuation. Returns how many of them wait;
  // those that failed wait for the next run. Orders are left out.
  std::int64_t append_pending(std::string& text, bool is_complete, const Errand* out);
  void clear_links() { table_ = {}; }

 private:
  bool take_from(std::deque<LinkNumber>& queue, bool is_last_turn, Next& next);
  void bring_forward();
  void sort_parked();
  bool is_trusted(LinkNumber number) const;
  Errand errand_for(LinkNumber number) const;
  std::optional<Url> missing_url(const std::string& origin) const;
  void observe_use(LinkNumber number);

  Host host_;
  bool trusts_wanted_ = true;
  LinkTable table_;
  YieldGuard yield_;
  std::unordered_map<LinkNumber, CheckOrder> orders_;  // not carried out yet
  std::deque<LinkNumber> first_;
  std::deque<LinkNumber> checks_;
  std::deque<LinkNumber> requisites_;
  std::deque<LinkNumber> sitemaps_;
  std::deque<LinkNumber> pages_;
  PageOrder* order_ = nullptr;  // of `pages_`; none: breadth first
  WordOf word_of_;
  std::vector<LinkNumber> unordered_;  // of `pages_`: not told to the order yet
  std::deque<LinkNumber> doubtful_;    // found on pages that brought nothing new
  std::deque<LinkNumber> parked_;      // of kinds that bring nothing new
  std::unordered_map<LinkNumber, std::vector<std::uint64_t>> parked_folders_;  // of some of these
  std::deque<LinkNumber> postponed_;
  std::multimap<Tick, LinkNumber> retries_;  // by when they are tried again
  std::vector<LinkNumber> failed_;
  std::vector<std::size_t> level_pages_;  // by depth
  std::string missing_probe_origin_;      // empty: not wanted
  std::string not_modified_probe_origin_;
  bool has_probed_missing_ = false;
  bool has_probed_not_modified_ = false;
};

}  // namespace freshet
