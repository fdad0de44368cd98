#include "predict/first_sight_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/random.h"

namespace freshet {
namespace {

constexpr double kProbabilityMin = 1e-6;  // a group that was called impossible costs this much
constexpr int kTrustRounds = 200;

// The facts of a look that a history can tell, in the order in which the classifier has them.
constexpr std::array<std::string_view, 3> kSiteFacts = {"site_pages", "site_rate_seen",
                                                        "site_rate_most"};

// A page of the history as it may be met.
struct Sight {
  std::uint32_t page = 0;
  FirstLook look;
  bool is_among = false;  // something is known of its site
};

// Pages as they are met, and what they turned out to be.
struct Lessons {
  RateGroups groups;
  std::vector<double> rates;         // of each page
  std::vector<std::size_t> classes;  // of each page
  std::vector<double> weights;       // of each page
  std::vector<Sight> sights;
};

// The number whose log is drawn evenly from that of 1 to that of `max`.
std::size_t draw_log(Random& random, std::size_t max) {
  const double drawn = std::exp(random.unit() * std::log(static_cast<double>(max) + 1));
  return std::clamp<std::size_t>(static_cast<std::size_t>(drawn), 1, max);
}

// Some of the site's other pages, followed for some days.
void tell_of_site(const DayHistory& history, const std::vector<std::uint32_t>& pages_of_site,
                  const FirstSightOptions& options, Random& random, Sight& sight) {
  const std::size_t others = std::min(pages_of_site.size() - 1, options.site_pages_max);
  const std::size_t count = draw_log(random, others);
  const auto horizon = static_cast<int>(draw_log(random, kHistoryDays));
  double days = 0;
  double changes = 0;
  for (std::size_t i = 0; i < count;) {
    const std::uint32_t other = pages_of_site[random.below(pages_of_site.size())];
    if (other == sight.page) continue;
    const DayPage& page = history.pages[other];
    const int followed = std::min(horizon, page.days());
    const auto end = std::ranges::upper_bound(page.changes, page.first_day + followed);
    days += std::max(followed, 1);
    changes += static_cast<double>(end - page.changes.begin());
    ++i;
  }
  sight.look.tell_site(static_cast<double>(count), days, changes);
  sight.is_among = true;
}

Lessons make_lessons(const DayHistory& history, const FirstSightOptions& options) {
  require(!history.pages.empty() && history.features.size() == history.pages.size(),
          "the history says what was counted on its pages");
  Lessons lessons;
  for (const DayPage& page : history.pages) lessons.rates.push_back(true_rate(page));
  lessons.groups = group_rates(lessons.rates, options.classes);
  std::vector<std::vector<std::uint32_t>> pages_of(history.sites.size());
  for (std::uint32_t i = 0; i < history.pages.size(); ++i)
    pages_of[history.pages[i].site].push_back(i);
  Random random(options.seed);
  double sum = 0;
  for (std::uint32_t i = 0; i < history.pages.size(); ++i) {
    const std::vector<std::uint32_t>& siblings = pages_of[history.pages[i].site];
    lessons.classes.push_back(group_of(lessons.groups, lessons.rates[i]));
    lessons.weights.push_back(std::pow(static_cast<double>(siblings.size()), -options.site_power));
    sum += lessons.weights.back();
    lessons.sights.push_back({i, first_look(history.features[i])});
    if (!options.knows_sites || siblings.size() < 2) continue;
    Sight among = lessons.sights.back();
    tell_of_site(history, siblings, options, random, among);
    lessons.sights.push_back(among);
  }
  for (double& weight : lessons.weights)
    weight *= static_cast<double>(lessons.weights.size()) / sum;
  return lessons;
}

Schema schema_of(const FirstSightOptions& options, std::size_t classes) {
  Schema schema{{}, {"group"}};
  for (const std::string_view name : kPageFeatureNames)
    schema.features.push_back({std::string(name)});
  if (options.knows_sites)
    for (const std::string_view name : kSiteFacts) schema.features.push_back({std::string(name)});
  for (std::size_t group = 0; group < classes; ++group)
    schema.label.values.push_back(fmt::format("{}", group + 1));
  return schema;
}

std::vector<double> row_of(const Schema& schema, const FirstLook& look) {
  std::vector<double> row;
  for (const Attribute& feature : schema.features)
    for (const LookField& field : look_fields())
      if (field.name == feature.name) row.push_back(look.*field.value);
  return row;
}

// The sights of the pages that `is_known` has.
Dataset rows_of(const Lessons& lessons, const Schema& schema, const std::vector<bool>& is_known) {
  Dataset rows(schema);
  std::vector<double> times(lessons.weights.size(), 0);
  for (const Sight& sight : lessons.sights) times[sight.page] += 1;
  for (const Sight& sight : lessons.sights)
    if (is_known[sight.page])
      rows.add(row_of(schema, sight.look), static_cast<int>(lessons.classes[sight.page]),
               lessons.weights[sight.page] / times[sight.page]);
  return rows;
}

std::vector<double> shares_of(const Lessons& lessons, const std::vector<bool>& is_known) {
  std::vector<double> shares(lessons.groups.rates.size(), 0);
  double sum = 0;
  for (std::size_t i = 0; i < lessons.classes.size(); ++i) {
    if (!is_known[i]) continue;
    shares[lessons.classes[i]] += lessons.weights[i];
    sum += lessons.weights[i];
  }
  for (double& share : shares)
    share = sum > 0 ? share / sum : 1.0 / static_cast<double>(shares.size());
  return shares;
}

// What was said of a sight by a classifier that had not seen its site.
struct Answer {
  const Sight* sight = nullptr;
  bool is_right = false;
  double said = 0;   // the probability of the right group
  double blind = 0;  // the share of the right group
};

Result<std::vector<Answer>> ask_held_out(const DayHistory& history, const Lessons& lessons,
                                         const Learner& learner, const FirstSightOptions& options,
                                         std::size_t folds) {
  std::vector<std::uint32_t> sites;
  for (const DayPage& page : history.pages) sites.push_back(page.site);
  Random random(options.seed);
  const std::vector<std::uint32_t> fold_of = grouped_folds(sites, folds, random);
  const Schema schema = schema_of(options, lessons.groups.rates.size());
  std::vector<Answer> answers;
  std::vector<double> said(schema.class_count());
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> is_known(fold_of.size());
    for (std::size_t i = 0; i < fold_of.size(); ++i) is_known[i] = fold_of[i] != fold;
    const Dataset rows = rows_of(lessons, schema, is_known);
    if (rows.size() == 0) continue;
    const auto classifier = learner(rows);
    if (!classifier) return std::unexpected(classifier.error());
    const std::vector<double> shares = shares_of(lessons, is_known);
    for (const Sight& sight : lessons.sights) {
      if (is_known[sight.page]) continue;
      const std::vector<double> row = row_of(schema, sight.look);
      (*classifier)->probabilities(row, said);
      const std::size_t right = lessons.classes[sight.page];
      const auto likeliest =
          static_cast<std::size_t>(std::ranges::max_element(said) - said.begin());
      answers.push_back({&sight, likeliest == right, said[right], shares[right]});
    }
  }
  return answers;
}

// The trust under which the answers are likeliest: the weight of one of two sources in a mixture,
// by expectation and maximisation.
double find_trust(const std::vector<Answer>& answers, const std::vector<double>& weights) {
  double trust = 0.5;
  for (int round = 0; round < kTrustRounds; ++round) {
    double sum = 0;
    double trusted = 0;
    for (const Answer& answer : answers) {
      const double weight = weights[answer.sight->page];
      const double whole = trust * answer.said + (1 - trust) * answer.blind + kProbabilityMin;
      trusted += weight * trust * answer.said / whole;
      sum += weight;
    }
    if (!(sum > 0)) return 0;
    trust = std::clamp(trusted / sum, 0.0, 1.0);
  }
  return std::round(trust * 1000) / 1000;
}

}  // namespace

FirstSightOptions paper_first_sight() {
  FirstSightOptions options;
  options.site_power = 0;
  options.knows_sites = false;
  options.trust_folds = 0;
  return options;
}

FirstLook first_look(const HistoryFeatures& features) {
  FirstLook look;
  for (std::size_t i = 0; i < features.size(); ++i)
    for (const LookField& field : look_fields())
      if (field.name == kPageFeatureNames[i]) look.*field.value = features[i];
  return look;
}

Result<FirstSight> train_first_sight(const DayHistory& history, const Learner& learner,
                                     const FirstSightOptions& options,
                                     std::vector<std::string> notes) {
  const Lessons lessons = make_lessons(history, options);
  double trust = 1;
  if (options.trust_folds > 1) {
    const auto answers = ask_held_out(history, lessons, learner, options, options.trust_folds);
    if (!answers) return std::unexpected(answers.error());
    trust = find_trust(*answers, lessons.weights);
  }
  const std::vector<bool> all(history.pages.size(), true);
  auto classifier = learner(rows_of(lessons, schema_of(options, lessons.groups.rates.size()), all));
  if (!classifier) return std::unexpected(classifier.error());
  const std::vector<double> shares = shares_of(lessons, all);
  std::vector<FirstSightGroup> groups;
  for (std::size_t g = 0; g < lessons.groups.rates.size(); ++g) {
    std::vector<double> rates;
    for (std::size_t i = 0; i < lessons.rates.size(); ++i)
      if (lessons.classes[i] == g) rates.push_back(lessons.rates[i]);
    groups.push_back({lessons.groups.rates[g], rates.size(), shares[g], prior_of_rates(rates)});
  }
  return FirstSight::make(std::move(groups), trust, {std::move(notes), std::move(*classifier)});
}

Result<FirstSightScores> score_first_sight(const DayHistory& history, const Learner& learner,
                                           const FirstSightOptions& options, std::size_t folds) {
  const Lessons lessons = make_lessons(history, options);
  const auto answers = ask_held_out(history, lessons, learner, options, folds);
  if (!answers) return std::unexpected(answers.error());
  const double trust = options.trust_folds > 1 ? find_trust(*answers, lessons.weights) : 1;
  std::vector<double> pages_of(history.sites.size(), 0);
  for (const DayPage& page : history.pages) pages_of[page.site] += 1;
  const auto score_of = [&](bool is_among, bool by_site) {
    FirstSightScore score;
    double sum = 0;
    for (const Answer& answer : *answers) {
      if (answer.sight->is_among != is_among) continue;
      const double weight = by_site ? 1 / pages_of[history.pages[answer.sight->page].site] : 1.0;
      const double p = trust * answer.said + (1 - trust) * answer.blind;
      sum += weight;
      score.error += answer.is_right ? 0 : weight;
      score.log_loss -= weight * std::log(std::max(p, kProbabilityMin));
      score.blind_log_loss -= weight * std::log(std::max(answer.blind, kProbabilityMin));
    }
    if (sum > 0) score = {score.error / sum, score.log_loss / sum, score.blind_log_loss / sum};
    return score;
  };
  return FirstSightScores{score_of(false, false), score_of(true, false), score_of(false, true),
                          score_of(true, true)};
}

}  // namespace freshet
