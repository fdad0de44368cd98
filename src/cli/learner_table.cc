#include "cli/learner_table.h"

#include <fmt/format.h>
#include <time.h>

#include <array>
#include <iterator>
#include <string_view>
#include <utility>

#include "base/json.h"
#include "base/random.h"
#include "learn/evaluate.h"
#include "learn/learners.h"

namespace freshet {
namespace {

constexpr std::uint32_t kFolds = 3;

// Table 1 of the paper.
struct PaperRow {
  std::string_view name;
  double error, ask_seconds;
};
constexpr std::array kPaper = {PaperRow{"tree-unpruned", 0.119, 2.41},
                               PaperRow{"tree", 0.107, 1.63}, PaperRow{"bayes", 0.405, 120.5},
                               PaperRow{"nearest-1", 0.1127, 4393.15},
                               PaperRow{"nearest-2", 0.1188, 6335.49}};

// Of the processor, so that what else the machine does is left out.
double seconds() {
  timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

Result<LearnerScore> score(const Dataset& rows, const std::vector<std::uint32_t>& folds,
                           const Learner& learner) {
  LearnerScore score;
  Confusion confusion(rows.schema().class_count());
  for (std::uint32_t fold = 0; fold < kFolds; ++fold) {
    const Dataset known = rows.with_rows(rows_outside_fold(folds, fold));
    const Dataset asked = rows.with_rows(rows_in_fold(folds, fold));
    const double start = seconds();
    const auto classifier = learner(known);
    if (!classifier) return std::unexpected(classifier.error());
    const double trained = seconds();
    confusion.add(ask(**classifier, asked));
    score.train_seconds += (trained - start) / kFolds;
    score.ask_seconds += (seconds() - trained) / kFolds;
  }
  score.error = confusion.error();
  score.balanced_error = confusion.balanced_error();
  return score;
}

}  // namespace

Result<LearnerTable> make_learner_table(const FirstSightTask& task, std::uint64_t seed) {
  Random random(seed);
  const std::vector<std::uint32_t> chosen = balanced_rows(task.rows, random);
  const Dataset balanced = task.rows.with_rows(chosen);
  std::vector<std::uint32_t> balanced_sites;
  for (const std::uint32_t row : chosen) balanced_sites.push_back(task.sites[row]);
  struct LearnerSetting {
    const Dataset& rows;
    std::vector<std::uint32_t> folds;
    LearnerScore LearnerRow::* score;
  };
  const std::array settings = {
      LearnerSetting{balanced, stratified_folds(balanced, kFolds, random),
                     &LearnerRow::balanced_pages},
      LearnerSetting{balanced, grouped_folds(balanced_sites, kFolds, random),
                     &LearnerRow::balanced_sites},
      LearnerSetting{task.rows, stratified_folds(task.rows, kFolds, random),
                     &LearnerRow::natural_pages},
      LearnerSetting{task.rows, grouped_folds(task.sites, kFolds, random),
                     &LearnerRow::natural_sites}};
  LearnerTable table{chosen.size(), {}};
  for (const NamedLearner& learner : all_learners(seed)) {
    LearnerRow row;
    row.name = learner.name;
    row.meaning = learner.meaning;
    for (const PaperRow& paper : kPaper) {
      if (paper.name != learner.name) continue;
      row.paper_error = paper.error;
      row.paper_ask_seconds = paper.ask_seconds;
    }
    for (const LearnerSetting& setting : settings) {
      const auto scored = score(setting.rows, setting.folds, learner.learn);
      if (!scored) return std::unexpected(scored.error());
      row.*setting.score = *scored;
    }
    table.rows.push_back(std::move(row));
  }
  return table;
}

std::string table_words(const FirstSightTask& task, const LearnerTable& table) {
  std::string out = fmt::format("{} pages of {} sites\n\ngroup  changes a day  pages\n",
                                task.rows.size(), task.site_count);
  for (std::size_t group = 0; group < task.groups.rates.size(); ++group)
    fmt::format_to(std::back_inserter(out), "{:>5}{:>15.5f}{:>7}\n", group + 1,
                   task.groups.rates[group], task.groups.sizes[group]);
  fmt::format_to(
      std::back_inserter(out),
      "\nError in % and processor time to classify a third, after learning from two thirds\n\n"
      "{:<20}{:>26}{:>26}{:>20}\n{:<20}{:>7}{:>7}{:>12}{:>7}{:>7}{:>12}{:>8}{:>12}\n",
      "", fmt::format("balanced ({} pages)", table.balanced_count), "natural mix", "paper", "",
      "pages", "sites", "time", "pages", "sites", "time", "error", "time");
  for (const LearnerRow& row : table.rows) {
    const auto percent = [](double share) { return fmt::format("{:.1f}", 100 * share); };
    const auto time = [](double spent) { return fmt::format("{:.2f} ms", 1000 * spent); };
    fmt::format_to(std::back_inserter(out), "{:<20}{:>7}{:>7}{:>12}{:>7}{:>7}{:>12}{:>8}{:>12}\n",
                   row.meaning, percent(row.balanced_pages.error),
                   percent(row.balanced_sites.error), time(row.balanced_pages.ask_seconds),
                   percent(row.natural_pages.error), percent(row.natural_sites.error),
                   time(row.natural_pages.ask_seconds),
                   row.paper_error ? fmt::format("{:.2f}", 100 * *row.paper_error) : "-",
                   row.paper_ask_seconds ? fmt::format("{:.2f} s", *row.paper_ask_seconds) : "-");
  }
  return out;
}

void write_table(JsonWriter& json, const FirstSightTask& task, const LearnerTable& table) {
  json.begin_object().key("pages").value(task.rows.size());
  json.key("sites").value(task.site_count).key("groups").begin_array();
  for (std::size_t group = 0; group < task.groups.rates.size(); ++group) {
    json.begin_object().key("changes_per_day").value(task.groups.rates[group]);
    json.key("pages").value(task.groups.sizes[group]).end_object();
  }
  json.end_array().key("learners").begin_array();
  for (const LearnerRow& row : table.rows) {
    json.begin_object().key("name").value(row.name).key("meaning").value(row.meaning);
    for (const auto& [name, score] : {std::pair{"balanced_pages", row.balanced_pages},
                                      {"balanced_sites", row.balanced_sites},
                                      {"natural_pages", row.natural_pages},
                                      {"natural_sites", row.natural_sites}}) {
      json.key(name).begin_object().key("error").value(score.error);
      json.key("balanced_error").value(score.balanced_error);
      json.key("train_seconds").value(score.train_seconds);
      json.key("ask_seconds").value(score.ask_seconds).end_object();
    }
    json.key("paper_error");
    row.paper_error ? json.value(*row.paper_error) : json.null();
    json.key("paper_ask_seconds");
    row.paper_ask_seconds ? json.value(*row.paper_ask_seconds) : json.null();
    json.end_object();
  }
  json.end_array().end_object();
}

}  // namespace freshet
