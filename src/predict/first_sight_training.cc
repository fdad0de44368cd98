#include "predict/first_sight_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/check.h"
#include "base/random.h"

namespace freshet {
namespace {

constexpr double kGroupProbabilityMin = 1e-6;  // lower bound, so that the log loss stays finite
constexpr int kTrustRounds = 200;

// One presentation of a lesson: its look, alone or among.
struct Sight {
  std::uint32_t page = 0;
  const FirstLook* look = nullptr;
  bool is_among = false;
};

// The lessons with their groups and weights. The lessons must outlive it.
struct Course {
  const FirstSightLessons& lessons;
  Schema schema = {};
  RateGroups groups = {};
  std::vector<std::size_t> classes = {};  // of each page
  std::vector<double> weights = {};       // of each page
  std::vector<Sight> sights = {};
};

std::vector<double> pages_of_sites(const FirstSightLessons& lessons) {
  std::vector<double> pages;
  for (const FirstSightLesson& page : lessons.pages) {
    if (page.site >= pages.size()) pages.resize(page.site + std::size_t{1}, 0);
    pages[page.site] += 1;
  }
  return pages;
}

Course make_course(const FirstSightLessons& lessons, const FirstSightOptions& options) {
  require(!lessons.pages.empty(), "there is a page to learn from");
  Course course{.lessons = lessons};
  std::vector<double> rates;
  for (const FirstSightLesson& page : lessons.pages) rates.push_back(page.rate);
  course.groups = group_rates(rates, options.classes);
  course.schema = first_sight_schema(lessons.facts, course.groups.rates.size());
  const std::vector<double> siblings = pages_of_sites(lessons);
  double sum = 0;
  for (std::uint32_t i = 0; i < lessons.pages.size(); ++i) {
    const FirstSightLesson& page = lessons.pages[i];
    course.classes.push_back(group_of(course.groups, page.rate));
    course.weights.push_back(std::pow(siblings[page.site], -options.site_power));
    sum += course.weights.back();
    course.sights.push_back({i, &page.look});
    if (page.among) course.sights.push_back({i, &*page.among, true});
  }
  for (double& weight : course.weights) weight *= static_cast<double>(course.weights.size()) / sum;
  return course;
}

// Returns the presentations of the pages selected by `is_known`.
Dataset rows_of(const Course& course, const std::vector<bool>& is_known) {
  Dataset rows(course.schema);
  std::vector<double> times(course.weights.size(), 0);
  for (const Sight& sight : course.sights) times[sight.page] += 1;
  for (const Sight& sight : course.sights)
    if (is_known[sight.page])
      rows.add(row_of(course.schema, *sight.look), static_cast<int>(course.classes[sight.page]),
               course.weights[sight.page] / times[sight.page]);
  return rows;
}

std::vector<double> shares_of(const Course& course, const std::vector<bool>& is_known) {
  std::vector<double> shares(course.groups.rates.size(), 0);
  double sum = 0;
  for (std::size_t i = 0; i < course.classes.size(); ++i) {
    if (!is_known[i]) continue;
    shares[course.classes[i]] += course.weights[i];
    sum += course.weights[i];
  }
  for (double& share : shares)
    share = sum > 0 ? share / sum : 1.0 / static_cast<double>(shares.size());
  return shares;
}

// A prediction for a page by a classifier that was not trained on its site.
struct Answer {
  const Sight* sight = nullptr;
  bool is_right = false;
  double said = 0;   // the classifier's probability of the right group
  double blind = 0;  // the share of the right group
};

Result<std::vector<Answer>> ask_held_out(const Course& course, const Learner& learner,
                                         const FirstSightOptions& options, std::size_t folds) {
  std::vector<std::uint32_t> sites;
  for (const FirstSightLesson& page : course.lessons.pages) sites.push_back(page.site);
  Random random(options.seed);
  const std::vector<std::uint32_t> fold_of = grouped_folds(sites, folds, random);
  std::vector<Answer> answers;
  std::vector<double> said(course.schema.class_count());
  for (std::uint32_t fold = 0; fold < folds; ++fold) {
    std::vector<bool> is_known(fold_of.size());
    for (std::size_t i = 0; i < fold_of.size(); ++i) is_known[i] = fold_of[i] != fold;
    const Dataset rows = rows_of(course, is_known);
    if (rows.size() == 0) continue;
    const auto classifier = learner(rows);
    if (!classifier) return std::unexpected(classifier.error());
    const std::vector<double> shares = shares_of(course, is_known);
    for (const Sight& sight : course.sights) {
      if (is_known[sight.page]) continue;
      (*classifier)->probabilities(row_of(course.schema, *sight.look), said);
      const std::size_t right = course.classes[sight.page];
      const auto likeliest =
          static_cast<std::size_t>(std::ranges::max_element(said) - said.begin());
      answers.push_back({&sight, likeliest == right, said[right], shares[right]});
    }
  }
  return answers;
}

// Returns the trust that maximises the likelihood of the answers: the weight of one source in a
// mixture of two, found by EM.
double find_trust(const std::vector<Answer>& answers, const std::vector<double>& weights) {
  double trust = 0.5;
  for (int round = 0; round < kTrustRounds; ++round) {
    double sum = 0;
    double trusted = 0;
    for (const Answer& answer : answers) {
      const double weight = weights[answer.sight->page];
      const double whole = trust * answer.said + (1 - trust) * answer.blind + kGroupProbabilityMin;
      trusted += weight * trust * answer.said / whole;
      sum += weight;
    }
    if (!(sum > 0)) return 0;
    trust = std::clamp(trusted / sum, 0.0, 1.0);
  }
  return std::round(trust * 1000) / 1000;
}

}  // namespace

std::size_t draw_log(Random& random, std::size_t max) {
  const double drawn = std::exp(random.unit() * std::log(static_cast<double>(max) + 1));
  return std::clamp<std::size_t>(static_cast<std::size_t>(drawn), 1, max);
}

FirstSightOptions paper_first_sight() {
  FirstSightOptions options;
  options.site_power = 0;
  options.knows_sites = false;
  options.trust_folds = 0;
  return options;
}

std::vector<double> row_of(const Schema& schema, const FirstLook& look) {
  std::vector<double> row;
  for (const Attribute& feature : schema.features)
    for (const LookField& field : look_fields())
      if (field.name == feature.name) row.push_back(look.*field.value);
  return row;
}

Schema first_sight_schema(const std::vector<std::string_view>& facts, std::size_t groups) {
  Schema schema{{}, {"group"}};
  for (const std::string_view fact : facts) schema.features.push_back({std::string(fact)});
  for (std::size_t group = 0; group < groups; ++group)
    schema.label.values.push_back(fmt::format("{}", group + 1));
  return schema;
}

Result<FirstSight> train_first_sight(const FirstSightLessons& lessons, const Learner& learner,
                                     const FirstSightOptions& options,
                                     std::vector<std::string> notes) {
  const Course course = make_course(lessons, options);
  double trust = 1;
  if (options.trust_folds > 1) {
    const auto answers = ask_held_out(course, learner, options, options.trust_folds);
    if (!answers) return std::unexpected(answers.error());
    trust = find_trust(*answers, course.weights);
  }
  const std::vector<bool> all(lessons.pages.size(), true);
  auto classifier = learner(rows_of(course, all));
  if (!classifier) return std::unexpected(classifier.error());
  const std::vector<double> shares = shares_of(course, all);
  std::vector<FirstSightGroup> groups;
  for (std::size_t g = 0; g < course.groups.rates.size(); ++g) {
    std::vector<RateWeights> beliefs;
    for (std::size_t i = 0; i < lessons.pages.size(); ++i)
      if (course.classes[i] == g) beliefs.push_back(lessons.pages[i].belief);
    groups.push_back(
        {course.groups.rates[g], beliefs.size(), shares[g], prior_of_beliefs(beliefs)});
  }
  return FirstSight::make(std::move(groups), trust, {std::move(notes), std::move(*classifier)});
}

Result<FirstSightScores> score_first_sight(const FirstSightLessons& lessons, const Learner& learner,
                                           const FirstSightOptions& options, std::size_t folds) {
  const Course course = make_course(lessons, options);
  const auto answers = ask_held_out(course, learner, options, folds);
  if (!answers) return std::unexpected(answers.error());
  const double trust = options.trust_folds > 1 ? find_trust(*answers, course.weights) : 1;
  const std::vector<double> pages_of = pages_of_sites(lessons);
  const auto score_of = [&](bool is_among, bool by_site) {
    FirstSightScore score;
    double sum = 0;
    for (const Answer& answer : *answers) {
      if (answer.sight->is_among != is_among) continue;
      const double weight = by_site ? 1 / pages_of[lessons.pages[answer.sight->page].site] : 1.0;
      const double p = trust * answer.said + (1 - trust) * answer.blind;
      sum += weight;
      score.error += answer.is_right ? 0 : weight;
      score.log_loss -= weight * std::log(std::max(p, kGroupProbabilityMin));
      score.blind_log_loss -= weight * std::log(std::max(answer.blind, kGroupProbabilityMin));
    }
    if (sum > 0) score = {score.error / sum, score.log_loss / sum, score.blind_log_loss / sum};
    return score;
  };
  return FirstSightScores{score_of(false, false), score_of(true, false), score_of(false, true),
                          score_of(true, true)};
}

}  // namespace freshet
