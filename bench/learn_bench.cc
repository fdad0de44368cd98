// The learners beside WEKA 3.6.14 (tests/oracle/weka installs it), on the paper's kind of task: the
// error of each on the same split, and the time to classify 1,000,000 rows beside a warmed-up J48.
//
//     learn_bench HISTORY-DIRECTORY
#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "base/disk.h"
#include "learn/c45.h"
#include "learn/evaluate.h"
#include "learn/learners.h"
#include "measure.h"
#include "predict/day_lessons.h"
#include "predict/first_sight_task.h"
#include "testkit/scratch.h"
#include "testkit/test_data.h"

namespace {

using namespace freshet;

constexpr std::size_t kRows = 1'000'000;
constexpr std::size_t kRounds = 9;
constexpr const char* kWekaJar = "/usr/share/java/weka.jar";

void write_arff(const Dataset& rows, const std::string& path) {
  std::string text = "@relation pages\n";
  for (const Attribute& feature : rows.schema().features)
    text += fmt::format("@attribute {} numeric\n", feature.name);
  text += fmt::format("@attribute {} {{{}}}\n@data\n", rows.schema().label.name,
                      fmt::join(rows.schema().label.values, ","));
  for (std::size_t i = 0; i < rows.size(); ++i)
    text += fmt::format("{},{}\n", fmt::join(rows.row(i), ","),
                        rows.schema().label.values[static_cast<std::size_t>(rows.label(i))]);
  std::ofstream(path, std::ios::binary) << text;
}

// What J48Bench prints: a name and a number on each line. Empty if it could not be run.
std::map<std::string, double> run_weka(const Scratch& scratch) {
  const std::string source = testkit::project_path("bench/J48Bench.java").string();
  const std::string command = fmt::format(
      "javac -nowarn -cp {0} -d {1} {2} && java -cp {0}:{1} J48Bench {1}/train.arff {1}/test.arff "
      "{3} "
      "{4} > {1}/out",
      kWekaJar, scratch.path(), source, kRows, kRounds);
  if (std::system(command.c_str()) != 0) return {};
  std::istringstream lines(testkit::read_file(scratch / "out"));
  std::map<std::string, double> numbers;
  std::string name;
  for (double number = 0; lines >> name >> number;) numbers[name] = number;
  return numbers;
}

double classify_seconds(const Classifier& tree, const Dataset& rows, double& sum) {
  std::vector<double> seconds;
  for (std::size_t round = 0; round <= kRounds; ++round) {
    sum = 0;
    const double start = bench::cpu_seconds();
    for (std::size_t i = 0; i < rows.size(); ++i) sum += tree.classify(rows.row(i));
    if (round > 0) seconds.push_back(bench::cpu_seconds() - start);
  }
  std::sort(seconds.begin(), seconds.end());
  return seconds[seconds.size() / 2];
}

// Two thirds of `rows` to learn from, one to ask about. False if WEKA could not be run.
bool compare(const char* setting, const Dataset& all) {
  Random random(1);
  const auto folds = stratified_folds(all, 3, random);
  const Dataset train = all.with_rows(rows_outside_fold(folds, 0));
  const Dataset test = all.with_rows(rows_in_fold(folds, 0));
  const Scratch scratch;
  write_arff(train, scratch / "train.arff");
  write_arff(test, scratch / "test.arff");
  auto weka = run_weka(scratch);
  if (weka.empty()) return false;
  fmt::print("{}: {} rows to learn from, {} to ask about\n\n{:<16}{:>10}{:>10}  error in %\n",
             setting, train.size(), test.size(), "", "freshet", "WEKA");
  for (const NamedLearner& learner : all_learners(1)) {
    const auto classifier = learner.learn(train);
    if (!classifier) continue;
    fmt::print("{:<16}{:>10.2f}{:>10}\n", learner.name, 100 * ask(**classifier, test).error(),
               weka.contains(learner.name) ? fmt::format("{:.2f}", 100 * weka[learner.name]) : "-");
  }
  Dataset rows(test.schema());
  for (std::size_t i = 0; i < kRows; ++i)
    rows.add(test.row(i % test.size()), test.label(i % test.size()));
  const DecisionTree tree = grow_c45(train, {});
  double sum = 0;
  const double ours = classify_seconds(tree, rows, sum);
  auto again = run_weka(scratch);
  if (again.empty()) return false;
  const double theirs = (weka["seconds"] + again["seconds"]) / 2;
  fmt::print(
      "\n{} rows by a tree of {} nodes: freshet {:.1f} ms, J48 {:.1f} and {:.1f} ms: {:.3f} of "
      "its time; {}\n\n",
      kRows, tree.node_count(), 1000 * ours, 1000 * weka["seconds"], 1000 * again["seconds"],
      ours / theirs, sum == weka["sum"] ? "the same classes" : "OTHER CLASSES");
  return true;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    fmt::print(stderr, "learn_bench: wants the directory of a change history\n");
    return 2;
  }
  const auto history = read_change_history(system_disk(), argv[1]);
  if (!history) {
    fmt::print(stderr, "learn_bench: {}\n", history.error().message);
    return 1;
  }
  const FirstSightTask task = first_sight_task(
      lessons_of(count_in_days(*history, CountedChanges::any), paper_first_sight()), 4);
  Random random(1);
  const Dataset balanced = task.rows.with_rows(balanced_rows(task.rows, random));
  if (compare("balanced classes", balanced) && compare("natural mix", task.rows)) return 0;
  fmt::print(stderr, "learn_bench: WEKA could not be run; tests/oracle/weka installs it\n");
  return 1;
}
