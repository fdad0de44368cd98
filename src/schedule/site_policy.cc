#include "schedule/site_policy.h"

#include <algorithm>
#include <cmath>

#include "base/check.h"
#include "schedule/rate_beliefs.h"

namespace freshet {
namespace {

constexpr float kSpanMin = 1e-3F;

class SitePolicy final : public Policy {
 public:
  SitePolicy(std::vector<KnownPage> pages, const RateWeights& prior,
             const SitePolicyOptions& options, std::vector<float> weights)
      : options_(options),
        pages_(std::move(pages)),
        weights_(std::move(weights)),
        beliefs_(pages_, prior),
        scores_(pages_.size(), 0) {
    require(weights_.empty() || weights_.size() == pages_.size(), "each page has a weight or none");
    for (const KnownPage& page : pages_) {
      last_.push_back(page.first_day);
      if (sites_.size() <= page.site)
        sites_.resize(page.site + std::size_t{1}, Site(options.clock));
      ++sites_[page.site].pages;
    }
  }

  void pick(const ReplayDay& day, Random& random, std::vector<std::uint32_t>& picks) override {
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

  void observe(int day, std::span<const ReplayCheck> checks) override {
    touched_.clear();
    for (const ReplayCheck& check : checks) take_in(day, check);
    for (const std::uint32_t number : touched_) {
      Site& site = sites_[number];
      if (options_.uses_clock && site.pages > 1) site.clock.settle(day);
      site.is_touched = false;
    }
  }

 private:
  struct Site {
    explicit Site(const SiteClockOptions& clock_options) : clock(clock_options) {}
    SiteClock clock;
    std::uint32_t pages = 0;
    std::size_t checks_left = 0;  // today
    bool is_scored_anew = true;   // its scores are not those of now
    bool is_touched = false;      // by the checks being taken in
  };

  static std::uint32_t next_tie(Random& random) {
    return static_cast<std::uint32_t>(random.next());
  }

  void begin_day(const ReplayDay& day) {
    today_ = day.day;
    round_ = std::max<std::size_t>(1, (day.checks_left + options_.rounds - 1) / options_.rounds);
    if (day.day > 0 && day.day % options_.learns_every_days == 0)
      beliefs_.learn_priors(day.open, options_.prior_strength, options_.checks_full);
    std::vector<std::uint32_t> open_of(sites_.size(), 0);
    for (const std::uint32_t page : day.open) ++open_of[pages_[page].site];
    for (std::size_t i = 0; i < sites_.size(); ++i) {
      const double share = std::max(
          static_cast<double>(options_.site_share_max),
          2.0 * open_of[i] / static_cast<double>(std::max<std::size_t>(day.open.size(), 1)));
      sites_[i].is_scored_anew = true;
      sites_[i].checks_left = std::max<std::size_t>(
          1, static_cast<std::size_t>(std::ceil(share * static_cast<double>(day.checks_left))));
    }
  }

  // The pages that nobody looked at for longest. What is less than one check is left to chance.
  void explore(const ReplayDay& day, Random& random, std::vector<std::uint32_t>& picks) {
    const auto count = static_cast<std::size_t>(static_cast<double>(options_.explored_share) *
                                                    static_cast<double>(day.checks_left) +
                                                random.unit());
    if (count == 0 || options_.explored_share == 0) return;
    scored_.clear();
    for (const std::uint32_t page : day.open)
      scored_.push_back({static_cast<float>(day.day - last_[page]), next_tie(random), page});
    pick_highest(scored_, std::min(count, day.checks_left), picks);
  }

  float score(std::uint32_t page, const Site& site) const {
    const float span = options_.uses_clock ? site.clock.span(last_[page], today_)
                                           : static_cast<float>(today_ - last_[page]);
    return beliefs_.worth(page, span) * (weights_.empty() ? 1 : weights_[page]);
  }

  // Every site with open pages has had its share, and checks are left: they go where they are worth
  // most after all.
  void lift_caps(const ReplayDay& day, Random& random) {
    for (Site& site : sites_) site.checks_left = day.open.size();
    for (const std::uint32_t page : day.open)
      scored_.push_back({scores_[page], next_tie(random), page});
  }

  // Drops from a round what goes over the cap of a site; at least one pick stays, since only sites
  // with checks left were scored.
  void keep_caps(std::vector<std::uint32_t>& picks) {
    std::erase_if(picks, [&](std::uint32_t page) {
      std::size_t& left = sites_[pages_[page].site].checks_left;
      if (left == 0) return true;
      --left;
      return false;
    });
  }

  void take_in(int day, const ReplayCheck& check) {
    const std::uint32_t number = pages_[check.page].site;
    Site& site = sites_[number];
    const float span = options_.uses_clock ? site.clock.span(last_[check.page], day)
                                           : static_cast<float>(day - last_[check.page]);
    beliefs_.observe(check.page, std::max(span, kSpanMin), check.has_changed);
    if (options_.uses_clock && site.pages > 1)
      site.clock.observe({last_[check.page], day,
                          beliefs_.mean_rate(check.page, options_.clock_rate_max),
                          check.has_changed});
    last_[check.page] = day;
    if (!site.is_touched) touched_.push_back(number);
    site.is_touched = true;
    site.is_scored_anew = true;
  }

  SitePolicyOptions options_;
  std::vector<KnownPage> pages_;
  std::vector<float> weights_;
  RateBeliefs beliefs_;
  std::vector<float> scores_;
  std::vector<int> last_;  // day of the last check
  std::vector<Site> sites_;
  std::vector<ScoredPage> scored_;
  std::vector<std::uint32_t> touched_;  // sites of the last checks
  int today_ = -1;
  std::size_t round_ = 1;
};

SitePolicyOptions reference_options(int learns_every_days) {
  SitePolicyOptions options;
  options.uses_clock = false;
  options.rounds = 1;
  options.explored_share = 0;
  options.prior_strength = 5;
  options.learns_every_days = learns_every_days;
  options.site_share_max = 1;
  return options;
}

}  // namespace

std::unique_ptr<Policy> site_policy(std::vector<KnownPage> pages, const RateWeights& prior,
                                    const SitePolicyOptions& options, std::vector<float> weights) {
  return std::make_unique<SitePolicy>(std::move(pages), prior, options, std::move(weights));
}

std::unique_ptr<Policy> global_prior_policy(std::vector<KnownPage> pages,
                                            const RateWeights& prior) {
  return site_policy(std::move(pages), prior, reference_options(kHistoryDays + 1));
}

std::unique_ptr<Policy> site_prior_policy(std::vector<KnownPage> pages, const RateWeights& prior) {
  return site_policy(std::move(pages), prior, reference_options(7));
}

}  // namespace freshet
