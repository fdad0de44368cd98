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
  explicit Proportional(const RateWeights& prior) : prior_(prior) {}

 private:
  void on_added(const KnownPage&) override {
    posteriors_.emplace_back();
    rates_.push_back(typical_rate(prior_));
  }

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
  OptimalRates(const RateWeights& prior, double budget) : prior_(prior), budget_(budget) {}

 private:
  void on_added(const KnownPage&) override {
    posteriors_.emplace_back();
    checks_.push_back(0);
  }

  double score(std::uint32_t page, int days) const override { return checks_[page] * days; }

  void begin_day(const PolicyDay& day) override {
    if (day.day < next_solution_) return;
    next_solution_ = day.day + kSolveEveryDays;
    std::vector<RatedPage> rated;
    for (const std::uint32_t page : day.open)
      rated.push_back({typical_rate(posteriors_[page].weights(prior_)), 1, 0});
    const auto checks = optimal_rates(
        rated, day.checks_per_day.value_or(budget_ * static_cast<double>(rated.size())));
    for (std::size_t i = 0; i < rated.size(); ++i) checks_[day.open[i]] = checks[i];
  }

  void learn(std::uint32_t page, int days, bool has_changed) override {
    posteriors_[page].observe({static_cast<double>(days), has_changed});
  }

  RateWeights prior_;
  std::vector<RatePosterior> posteriors_;
  std::vector<double> checks_;  // per day, of each page
  double budget_;
  int next_solution_ = 0;
};

// Scores by the elapsed share of a page's interval.
class IntervalPolicy : public ScorePolicy {
 protected:
  // Returns the first interval of an added page.
  virtual double first_interval(const KnownPage& page) = 0;
  void on_added(const KnownPage& page) final { intervals_.push_back(first_interval(page)); }

  std::vector<double> intervals_;

 private:
  double score(std::uint32_t page, int days) const override { return days / intervals_[page]; }
};

class Nutch final : public IntervalPolicy {
 public:
  explicit Nutch(const NutchOptions& options) : options_(options) {}

 private:
  double first_interval(const KnownPage&) override {
    ages_.push_back(0);
    return NutchInterval{}.days;
  }

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
  explicit History(HistoricClasses classes) : classes_(std::move(classes)) {}

 private:
  double first_interval(const KnownPage& page) override {
    require(page.first_class < classes_.size(), "the first class of a page is one of the classes");
    pages_.emplace_back(page.first_class);
    return classes_[page.first_class].days;
  }

  void learn(std::uint32_t page, int, bool has_changed) override {
    intervals_[page] = classes_[pages_[page].observe(has_changed, classes_)].days;
  }

  HistoricClasses classes_;
  std::vector<HistoricPage> pages_;
};

class Bayes final : public IntervalPolicy {
 public:
  Bayes(std::vector<double> rates, double error) : rates_(std::move(rates)), error_(error) {}

 private:
  double first_interval(const KnownPage& page) override {
    require(page.first_class < rates_.size(), "the first class of a page is one of the classes");
    beliefs_.emplace_back(belief_in_class(page.first_class, rates_.size(), error_));
    return 1 / rates_[page.first_class];
  }

  void learn(std::uint32_t page, int days, bool has_changed) override {
    beliefs_[page].observe({static_cast<double>(days), has_changed}, rates_);
    intervals_[page] = 1 / rates_[beliefs_[page].likeliest()];
  }

  std::vector<double> rates_;
  double error_;  // assumed error rate of the first class
  std::vector<ClassBelief> beliefs_;
};

class Baskets final : public IntervalPolicy {
 public:
  Baskets(const BasketOptions& options, BasketClassifier classify)
      : options_(options), classify_(std::move(classify)) {}

 private:
  double first_interval(const KnownPage&) override {
    has_changed_since_start_.push_back(false);
    return pages_.emplace_back().hours_to_next(options_);
  }

  void learn(std::uint32_t page, int, bool has_changed) override {
    // During detection a page is compared with its first version.
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

std::unique_ptr<DayPolicy> proportional_policy(const std::vector<KnownPage>& pages,
                                               const RateWeights& prior) {
  return with_pages(std::make_unique<Proportional>(prior), pages);
}

std::unique_ptr<DayPolicy> optimal_rates_policy(const std::vector<KnownPage>& pages,
                                                const RateWeights& prior, double checks_per_page) {
  return with_pages(std::make_unique<OptimalRates>(prior, checks_per_page), pages);
}

std::unique_ptr<DayPolicy> nutch_policy(const std::vector<KnownPage>& pages, NutchOptions options) {
  return with_pages(std::make_unique<Nutch>(options), pages);
}

std::unique_ptr<DayPolicy> history_policy(const std::vector<KnownPage>& pages,
                                          HistoricClasses classes) {
  return with_pages(std::make_unique<History>(std::move(classes)), pages);
}

std::unique_ptr<DayPolicy> bayes_policy(const std::vector<KnownPage>& pages,
                                        std::vector<double> class_rates, double first_error) {
  return with_pages(std::make_unique<Bayes>(std::move(class_rates), first_error), pages);
}

std::unique_ptr<DayPolicy> baskets_policy(const std::vector<KnownPage>& pages,
                                          const BasketOptions& options, BasketClassifier classify) {
  return with_pages(std::make_unique<Baskets>(options, std::move(classify)), pages);
}

}  // namespace freshet
