#include "schedule/interval_policies.h"

#include <cmath>

#include "base/check.h"
#include "predict/bayes.h"
#include "schedule/optimal_rates.h"
#include "schedule/score_policy.h"

namespace freshet {
namespace {

constexpr int kSolveEveryDays = 7;

class Proportional final : public ScorePolicy {
 public:
  Proportional(const std::vector<KnownPage>& pages, const RateWeights& prior)
      : ScorePolicy(pages),
        prior_(prior),
        posteriors_(pages.size()),
        rates_(pages.size(), typical_rate(prior)) {}

 private:
  double score(std::uint32_t page, int days) const override { return rates_[page] * days; }

  void learn(std::uint32_t page, int days, bool has_changed) override {
    posteriors_[page].observe({static_cast<double>(days), has_changed});
    rates_[page] = typical_rate(posteriors_[page].weights(prior_));
  }

  RateWeights prior_;
  std::vector<RatePosterior> posteriors_;
  std::vector<double> rates_;
};

class OptimalRates final : public ScorePolicy {
 public:
  OptimalRates(const std::vector<KnownPage>& pages, const RateWeights& prior, double budget)
      : ScorePolicy(pages),
        prior_(prior),
        posteriors_(pages.size()),
        checks_(pages.size(), 0),
        budget_(budget) {}

 private:
  double score(std::uint32_t page, int days) const override { return checks_[page] * days; }

  void begin_day(const ReplayDay& day) override {
    if (day.day < next_solution_) return;
    next_solution_ = day.day + kSolveEveryDays;
    std::vector<RatedPage> rated;
    for (const std::uint32_t page : day.open)
      rated.push_back({typical_rate(posteriors_[page].weights(prior_)), 1, 0});
    const auto checks = optimal_rates(rated, budget_ * static_cast<double>(rated.size()));
    for (std::size_t i = 0; i < rated.size(); ++i) checks_[day.open[i]] = checks[i];
  }

  void learn(std::uint32_t page, int days, bool has_changed) override {
    posteriors_[page].observe({static_cast<double>(days), has_changed});
  }

  RateWeights prior_;
  std::vector<RatePosterior> posteriors_;
  std::vector<double> checks_;  // a day, of each page
  double budget_;
  int next_solution_ = 0;
};

// Scores by the share of a page's interval that has passed.
class IntervalPolicy : public ScorePolicy {
 public:
  IntervalPolicy(const std::vector<KnownPage>& pages, double days)
      : ScorePolicy(pages), intervals_(pages.size(), days) {}

 protected:
  std::vector<double> intervals_;

 private:
  double score(std::uint32_t page, int days) const override { return days / intervals_[page]; }
};

class Nutch final : public IntervalPolicy {
 public:
  Nutch(const std::vector<KnownPage>& pages, const NutchOptions& options)
      : IntervalPolicy(pages, NutchInterval{}.days), options_(options), ages_(pages.size(), 0) {}

 private:
  void learn(std::uint32_t page, int days, bool has_changed) override {
    ages_[page] = has_changed ? 0 : ages_[page] + days;
    const NutchInterval next = next_interval(intervals_[page], has_changed, ages_[page], options_);
    intervals_[page] = next.days;
  }

  NutchOptions options_;
  std::vector<double> ages_;
};

class History final : public IntervalPolicy {
 public:
  History(const std::vector<KnownPage>& pages, HistoricClasses classes,
          const std::vector<std::size_t>& first)
      : IntervalPolicy(pages, 1), classes_(std::move(classes)) {
    require(first.size() == pages.size(), "each page has a first class");
    for (std::size_t i = 0; i < first.size(); ++i) {
      pages_.emplace_back(first[i]);
      intervals_[i] = classes_[first[i]].days;
    }
  }

 private:
  void learn(std::uint32_t page, int, bool has_changed) override {
    intervals_[page] = classes_[pages_[page].observe(has_changed, classes_)].days;
  }

  HistoricClasses classes_;
  std::vector<HistoricPage> pages_;
};

class Bayes final : public IntervalPolicy {
 public:
  Bayes(const std::vector<KnownPage>& pages, std::vector<double> rates,
        const std::vector<std::size_t>& first, double error)
      : IntervalPolicy(pages, 1), rates_(std::move(rates)) {
    require(first.size() == pages.size(), "each page has a first class");
    for (std::size_t i = 0; i < first.size(); ++i) {
      beliefs_.emplace_back(belief_in_class(first[i], rates_.size(), error));
      intervals_[i] = 1 / rates_[first[i]];
    }
  }

 private:
  void learn(std::uint32_t page, int days, bool has_changed) override {
    beliefs_[page].observe({static_cast<double>(days), has_changed}, rates_);
    intervals_[page] = 1 / rates_[beliefs_[page].likeliest()];
  }

  std::vector<double> rates_;
  std::vector<ClassBelief> beliefs_;
};

class Baskets final : public IntervalPolicy {
 public:
  Baskets(const std::vector<KnownPage>& pages, const BasketOptions& options,
          BasketClassifier classify)
      : IntervalPolicy(pages, BasketPage{}.hours_to_next(options)),
        options_(options),
        classify_(std::move(classify)),
        pages_(pages.size()),
        has_changed_since_start_(pages.size(), false) {}

 private:
  void learn(std::uint32_t page, int, bool has_changed) override {
    // While a page is being detected it is compared with its first version.
    const bool is_detected = pages_[page].basket().has_value();
    const bool counts = has_changed || (!is_detected && has_changed_since_start_[page]);
    pages_[page].observe({.changed_elements = counts ? 1.0 : 0.0}, options_, classify_);
    has_changed_since_start_[page] = !pages_[page].basket() && !is_detected && counts;
    intervals_[page] = pages_[page].hours_to_next(options_);
  }

  BasketOptions options_;
  BasketClassifier classify_;
  std::vector<BasketPage> pages_;
  std::vector<bool> has_changed_since_start_;
};

}  // namespace

std::unique_ptr<Policy> proportional_policy(const std::vector<KnownPage>& pages,
                                            const RateWeights& prior) {
  return std::make_unique<Proportional>(pages, prior);
}

std::unique_ptr<Policy> optimal_rates_policy(const std::vector<KnownPage>& pages,
                                             const RateWeights& prior, double checks_per_page) {
  return std::make_unique<OptimalRates>(pages, prior, checks_per_page);
}

std::unique_ptr<Policy> nutch_policy(const std::vector<KnownPage>& pages, NutchOptions options) {
  return std::make_unique<Nutch>(pages, options);
}

std::unique_ptr<Policy> history_policy(const std::vector<KnownPage>& pages, HistoricClasses classes,
                                       const std::vector<std::size_t>& first_classes) {
  return std::make_unique<History>(pages, std::move(classes), first_classes);
}

std::unique_ptr<Policy> bayes_policy(const std::vector<KnownPage>& pages,
                                     std::vector<double> class_rates,
                                     const std::vector<std::size_t>& first_classes,
                                     double first_error) {
  return std::make_unique<Bayes>(pages, std::move(class_rates), first_classes, first_error);
}

std::unique_ptr<Policy> baskets_policy(const std::vector<KnownPage>& pages, BasketOptions options,
                                       BasketClassifier classify) {
  return std::make_unique<Baskets>(pages, options, std::move(classify));
}

}  // namespace freshet
