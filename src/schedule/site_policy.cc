#include "schedule/site_policy.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "schedule/score_policy.h"
#include "schedule/site_model.h"

namespace freshet {
namespace {

constexpr PageSlot kUnknownSlot = 0xffff'ffff;

class SitePolicy final : public DayPolicy {
 public:
  SitePolicy(const RateWeights& prior, const SitePolicyOptions& options)
      : options_(options), prior_(prior) {}

  void add(const KnownPage& page) override {
    pages_.push_back(page);
    slots_.push_back(kUnknownSlot);
    is_open_.push_back(false);
    scores_.push_back(0);
    if (sites_.size() <= page.site)
      sites_.resize(page.site + std::size_t{1}, Site(SiteModel(prior_, options_.model, 0)));
  }

  void pick(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) override {
    if (day.day != today_) {
      begin_day(day);
      explore(day, random, picks);
      if (!picks.empty()) return;
    }
    scored_.clear();
    for (const std::uint32_t page : day.open) {
      const Site& site = sites_[pages_[page].site];
      if (site.is_scored_anew) scores_[page] = score(page, site);
      if (site.checks_left > 0) scored_.push_back({scores_[page], next_tie(random), page});
    }
    for (Site& site : sites_) site.is_scored_anew = false;
    if (scored_.empty()) lift_caps(day, random);
    pick_highest(scored_, std::min(day.checks_left, round_), picks);
    keep_caps(picks);
  }

  void observe(int day, std::span<const DayCheck> checks) override {
    touched_.clear();
    for (const DayCheck& check : checks) take_in(day, check);
    for (const std::uint32_t number : touched_) {
      sites_[number].model.settle_clock(day);
      sites_[number].is_touched = false;
    }
  }

  double worth(std::uint32_t page, int day) const override {
    if (slots_[page] == kUnknownSlot) return 0;
    const Site& site = sites_[pages_[page].site];
    return static_cast<double>(site.model.worth(slots_[page], day) * weight(page, site));
  }

 private:
  struct Site {
    explicit Site(SiteModel of_site) : model(std::move(of_site)) {}
    SiteModel model;
    std::size_t checks_left = 0;  // today
    float page_weight = 1;        // today
    bool is_scored_anew = true;   // its scores are stale
    bool is_touched = false;      // by the checks being recorded
  };

  static std::uint32_t next_tie(Random& random) {
    return static_cast<std::uint32_t>(random.next());
  }

  void begin_day(const PolicyDay& day) {
    today_ = day.day;
    round_ = std::max<std::size_t>(1, (day.checks_left + options_.rounds - 1) / options_.rounds);
    know_pages(day.known.empty() ? day.open : day.known);
    if (day.day > 0 && day.day % options_.learns_every_days == 0)
      for (Site& site : sites_) site.model.learn_prior();
    std::vector<std::uint32_t> open_of(sites_.size(), 0);
    for (const std::uint32_t page : day.open) ++open_of[pages_[page].site];
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const double share = std::max(
          static_cast<double>(options_.site_share_max),
          2.0 * open_of[i] / static_cast<double>(std::max<std::size_t>(day.open.size(), 1)));
      sites_[i].is_scored_anew = true;
      if (options_.counts_sites && open_of[i] > 0)
        sites_[i].page_weight = 1 / static_cast<float>(open_of[i]);
      sites_[i].checks_left = std::max<std::size_t>(
          1, static_cast<std::size_t>(std::ceil(share * static_cast<double>(day.checks_left))));
    }
  }

  void know_page(std::uint32_t page) {
    slots_[page] = sites_[pages_[page].site].model.add(pages_[page].first_day);
    is_open_[page] = true;
  }

  // Adds the pages that are new today, and removes those that are gone.
  void know_pages(std::span<const std::uint32_t> open) {
    std::vector<bool> is_open(pages_.size(), false);
    for (const std::uint32_t page : open) is_open[page] = true;
    for (std::size_t page = 0; page < pages_.size(); ++page) {
      if (is_open[page] == is_open_[page]) continue;
      SiteModel& model = sites_[pages_[page].site].model;
      if (is_open[page]) {
        know_page(static_cast<std::uint32_t>(page));
      } else {
        model.remove(std::exchange(slots_[page], kUnknownSlot));
      }
    }
    is_open_ = std::move(is_open);
  }

  // Picks the pages unchecked for longest, heavier ones sooner. A fraction of a check is decided at
  // random.
  void explore(const PolicyDay& day, Random& random, std::vector<std::uint32_t>& picks) {
    const auto count = static_cast<std::size_t>(static_cast<double>(options_.explored_share) *
                                                    static_cast<double>(day.checks_left) +
                                                random.unit());
    if (count == 0 || options_.explored_share == 0) return;
    scored_.clear();
    for (const std::uint32_t page : day.open)
      scored_.push_back({neglect(page, day.day), next_tie(random), page});
    pick_highest(scored_, std::min(count, day.checks_left), picks);
  }

  // Returns the days since the last check, fewer for a page of little weight.
  float neglect(std::uint32_t page, int day) const {
    const Site& site = sites_[pages_[page].site];
    const auto days = static_cast<float>(day - site.model.last_check(slots_[page]));
    return days * std::pow(weight(page, site), options_.explored_weight);
  }

  float weight(std::uint32_t page, const Site& site) const {
    return site.page_weight * pages_[page].weight;
  }

  float score(std::uint32_t page, const Site& site) const {
    return site.model.worth(slots_[page], today_) * weight(page, site);
  }

  // Every site with open pages has used its share, and checks are left: they go where they are
  // worth most.
  void lift_caps(const PolicyDay& day, Random& random) {
    for (Site& site : sites_) site.checks_left = day.open.size();
    for (const std::uint32_t page : day.open)
      scored_.push_back({scores_[page], next_tie(random), page});
  }

  // Drops picks of a round beyond the cap of a site; at least one pick stays, since only sites with
  // checks left were scored.
  void keep_caps(std::vector<std::uint32_t>& picks) {
    std::erase_if(picks, [&](std::uint32_t page) {
      std::size_t& left = sites_[pages_[page].site].checks_left;
      if (left == 0) return true;
      --left;
      return false;
    });
  }

  void take_in(int day, const DayCheck& check) {
    const std::uint32_t number = pages_[check.page].site;
    Site& site = sites_[number];
    if (slots_[check.page] == kUnknownSlot) know_page(check.page);
    site.model.observe(slots_[check.page], day, check.has_changed);
    if (!site.is_touched) touched_.push_back(number);
    site.is_touched = true;
    site.is_scored_anew = true;
  }

  SitePolicyOptions options_;
  RateWeights prior_;
  std::vector<KnownPage> pages_;
  std::vector<PageSlot> slots_;  // of each page in the model of its site
  std::vector<bool> is_open_;
  std::vector<float> scores_;
  std::vector<Site> sites_;
  std::vector<ScoredPage> scored_;
  std::vector<std::uint32_t> touched_;  // sites of the last checks
  int today_ = -1;
  std::size_t round_ = 1;
};

SitePolicyOptions reference_options(int learns_every_days) {
  SitePolicyOptions options;
  options.model.uses_clock = false;
  options.rounds = 1;
  options.explored_share = 0;
  options.model.prior_strength = 5;
  options.learns_every_days = learns_every_days;
  options.site_share_max = 1;
  return options;
}

}  // namespace

std::unique_ptr<DayPolicy> site_policy(std::vector<KnownPage> pages, const RateWeights& prior,
                                       const SitePolicyOptions& options,
                                       const std::vector<float>& weights) {
  require(weights.empty() || weights.size() == pages.size(), "each page has a weight or none");
  for (std::size_t i = 0; i < weights.size(); ++i) pages[i].weight = weights[i];
  return with_pages(std::make_unique<SitePolicy>(prior, options), pages);
}

std::unique_ptr<DayPolicy> global_prior_policy(std::vector<KnownPage> pages,
                                               const RateWeights& prior) {
  return site_policy(std::move(pages), prior, reference_options(kHistoryDays + 1));
}

std::unique_ptr<DayPolicy> site_prior_policy(std::vector<KnownPage> pages,
                                             const RateWeights& prior) {
  return site_policy(std::move(pages), prior, reference_options(7));
}

}  // namespace freshet
