// The state of a LivePolicy; see schedule/live_policy.h.
//
// A page is in one of three states: it rests until it may be checked again, it waits with a score,
// or it is being checked. One with an appointment rests until then, and does not wait. Waiting
// pages are in the queue of their site; a site with waiting pages is in the queue of sites under
// the score of its best one, or set aside while it is at its cap. So the best page of all is at the
// front of the front site.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "schedule/due_queue.h"
#include "schedule/live_policy.h"

namespace freshet {

class LivePolicy::State {
 public:
  State(const RateWeights& prior, const LivePolicyOptions& options);

  PageNumber add(const PolicyPage& page, const RateWeights* first_sight);
  void forget(PageNumber number);
  void set_weight(PageNumber number, float weight);
  void appoint(PageNumber number, double due);
  void hint(PageNumber number, HintKind kind, bool says_changed);
  std::optional<DueCheck> next(double now);
  std::optional<double> next_moment(double now);
  void observe(const PolicyCheck& row, std::uint64_t bytes, int requests);
  void restore(const PolicyCheck& row, std::uint64_t bytes);
  void charge(PageNumber number, double at, std::uint64_t bytes);
  HeardHints heard(PageNumber number) const { return known(number).hints; }
  void give_back(PageNumber number, int requests, std::optional<Time> failed_at);
  void postpone(PageNumber number, double until);
  void rest_after_failure(PageNumber number, double at);
  void learn_hint(std::uint32_t site, HintKind kind, bool said_changed, bool has_changed);
  std::uint32_t checks(PageNumber number) const {
    const Page& page = pages_.at(number);
    return sites_[page.site]->model.checks(page.slot);
  }
  PageOutlook outlook(PageNumber number, double now) const;
  double stale_probability(PageNumber number, double now) const;
  double stale_by_checks(PageNumber number, double now) const;
  std::vector<PlannedCheck> plan(double now) const;

  RollingBudget& budget() { return budget_; }
  std::size_t pages() const { return pages_.size() - free_.size(); }
  std::uint64_t bytes_of_memory() const;

 private:
  static constexpr double kNever = std::numeric_limits<double>::infinity();
  static constexpr std::uint32_t kTypicalBytes = 50'000;  // of a page of unknown size

  enum class Place : std::uint8_t { unknown, resting, waiting, out };

  struct Page {
    std::uint32_t site = 0;
    std::uint32_t host = 0;
    PageSlot slot = 0;
    float weight = 1;
    std::uint32_t bytes = 0;
    Place place = Place::unknown;
    std::uint8_t failures = 0;  // consecutive
    HeardHints hints = {};
    bool is_appointed = false;  // its checks are set by appoint()
  };

  struct Site {
    explicit Site(SiteModel of_site) : model(std::move(of_site)) {}
    SiteModel model;
    std::vector<PageNumber> page_of_slot;
    DueQueue waiting;  // slots by -score
    std::array<HintTrust, kHintKinds> trust = {HintTrust::of(HintKind::sitemap_lastmod),
                                               HintTrust::of(HintKind::feed_entry),
                                               HintTrust::of(HintKind::not_modified)};
    double learned_at = -std::numeric_limits<double>::infinity();
    std::uint32_t checks_since_settled = 0;
  };

  // The time at which a page is worth its check, and the reason.
  struct Plan {
    std::optional<double> at;
    CheckReason reason = CheckReason::worth;
  };

  // Requires a number that add() returned and that was not forgotten.
  Page& known(PageNumber number);
  const Page& known(PageNumber number) const;
  Site& site_of(std::uint32_t number, double first_seen);
  double page_share(std::uint32_t site) const;
  double cost(const Page& page) const;
  float odds(const Page& page) const;
  double index(const Page& page, double now) const;

  void learn(const PolicyCheck& row, double at);
  void learn_hints(Page& page, bool has_changed);
  void settle(std::uint32_t number, double at);

  // The queues (live_choice.cc).
  DueQueue& queue_of_resting(const Page& page) { return page.is_appointed ? appointed_ : resting_; }
  void rest(PageNumber number, double until);
  void wait(PageNumber number, double now);
  void leave(PageNumber number);
  void place_site(std::uint32_t number);
  void score_site(std::uint32_t number, double now);
  void wake(double now);
  void go_back_to(double now);
  std::optional<DueCheck> take_appointed(double now);
  std::optional<DueCheck> take_explored(double now);
  std::optional<DueCheck> take_worthiest(double now);
  std::optional<DueCheck> take_from(std::uint32_t site, double now);
  DueCheck take_out(PageNumber number, CheckReason reason, double now);

  // Plans (live_plan.cc).
  Plan plan_page(PageNumber number, double price, double now) const;
  double affordable_checks() const;
  double price(double now) const;

  LivePolicyOptions options_;
  RateWeights prior_;
  RollingBudget budget_;
  std::vector<Page> pages_;
  std::vector<PageNumber> free_;
  std::vector<std::unique_ptr<Site>> sites_;  // null: no page was added
  DueQueue resting_;    // pages by the time at which they may be checked again
  DueQueue appointed_;  // pages that rest until their appointment
  DueQueue unchecked_;  // waiting pages, by their last check
  DueQueue worthiest_;  // sites with waiting pages, by -score of the best
  DueQueue capped_;     // sites at their cap, by the time at which they are below it again
  DueQueue scored_;     // sites with pages, by the time at which they were scored
  double latest_ = -std::numeric_limits<double>::infinity();  // latest time passed in
  double explored_due_ = 0;  // checks owed to pages unchecked for longest

  struct Price {
    double at = -std::numeric_limits<double>::infinity();
    std::size_t pages = 0;
    double value = 0;
  };
  mutable Price price_;  // cached, since it is expensive; only plans and explanations use it
};

}  // namespace freshet
