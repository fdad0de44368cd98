// How well the judge tells meaningful changes from others, on labelled pairs of real pages, each
// with up to eight versions from before it. Grouped cross-validation: the weights of the score are
// fitted on other documents than those they are tried on. Prints recall and false alarms with
// intervals (bootstrap over documents), the whole trade-off, what each part brings, the pairs that
// are judged wrong, and the weights fitted on all pairs, which are those of src/change/score.cc.
//
//   zstd -d --long=30 -c ../shared/data/ota-history-dev.tar.zst | tar -x -C /some/folder
//   build/bench/judge_eval /some/folder/ota-history-dev [--wrong]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "change/judge.h"
#include "change/score.h"
#include "charset/charset.h"
#include "html/tag_index.h"
#include "testkit/test_data.h"

namespace freshet::bench {
namespace {

constexpr std::size_t kFolds = 10;
constexpr int kResamples = 2000;

struct Pair {
  std::string document;
  bool meaningful;
  std::string old_blob, new_blob;
  std::vector<std::string> earlier;
};

struct Judged {
  std::string document;
  bool meaningful;
  bool same_text;
  Change change;
};

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

std::vector<Pair> read_pairs(const std::string& folder) {
  std::vector<Pair> pairs;
  for (const std::string& line : split(testkit::read_file(folder + "/pairs.tsv"), '\n')) {
    const std::vector<std::string> fields = split(line, '\t');
    if (fields.size() < 7 || fields[0] == "instance") continue;
    Pair pair{fields[0] + "/" + fields[1], fields[2] == "1", fields[5], fields[6], {}};
    if (fields.size() > 7)
      for (const std::string& version : split(fields[7], ','))
        pair.earlier.push_back(version.substr(version.find(':') + 1));
    pairs.push_back(std::move(pair));
  }
  return pairs;
}

PagePrint read_print(const std::string& folder, const std::string& blob) {
  const std::string bytes = testkit::read_file(folder + "/blobs/" + blob + ".html");
  const Utf8Text utf8 = to_utf8(bytes, "");
  const std::string_view text = utf8.text(bytes);
  return print_page(bytes, text, index_tags(text, Scripting::off), Scripting::off);
}

// With the `earlier_max` latest of the earlier versions.
std::vector<Judged> judge_pairs(const std::vector<Pair>& pairs,
                                const std::map<std::string, PagePrint>& prints,
                                std::size_t earlier_max) {
  std::vector<Judged> all;
  for (const Pair& pair : pairs) {
    std::vector<PagePrint> earlier;
    const std::size_t skipped = pair.earlier.size() - std::min(pair.earlier.size(), earlier_max);
    for (std::size_t i = skipped; i < pair.earlier.size(); ++i)
      earlier.push_back(prints.at(pair.earlier[i]));
    const PagePrint& old_page = prints.at(pair.old_blob);
    const PagePrint& new_page = prints.at(pair.new_blob);
    all.push_back({pair.document, pair.meaningful, old_page.text_hash == new_page.text_hash,
                   judge_change(old_page, new_page, earlier)});
  }
  return all;
}

struct Weights {
  double bias = 0;
  ScoreFacts of{};
};

double score(const Weights& weights, const Judged& judged) {
  const ScoreFacts facts = score_facts(judged.change.numbers);
  double sum = weights.bias;
  for (std::size_t i = 0; i < kScoreFacts; ++i) sum += weights.of[i] * facts[i];
  const double p = 1 / (1 + std::exp(-sum));
  const bool counts =
      judged.change.kind != ChangeClass::removed && touches_content(judged.change.numbers);
  return counts ? p : p * kMeaningfulScore;
}

using Row = std::array<double, kScoreFacts + 1>;  // the facts, and 1 for the bias

// The solution x of a x = b, by elimination; `a` is positive definite.
Row solve(std::array<Row, kScoreFacts + 1> a, Row b) {
  constexpr std::size_t n = kScoreFacts + 1;
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const double factor = a[j][i] / a[i][i];
      for (std::size_t k = i; k < n; ++k) a[j][k] -= factor * a[i][k];
      b[j] -= factor * b[i];
    }
  }
  for (std::size_t i = n; i-- > 0;) {
    for (std::size_t k = i + 1; k < n; ++k) b[i] -= a[i][k] * b[k];
    b[i] /= a[i][i];
  }
  return b;
}

// Logistic regression by Newton's method, with a penalty of `kPenalty` |weights|^2 / 2. What stands
// in for the page is not learned from.
Weights fit(const std::vector<Judged>& all, const std::function<bool(const Judged&)>& is_for_fit) {
  constexpr double kPenalty = 0.5;
  constexpr int kSteps = 30;
  Row weights{};
  for (int step = 0; step < kSteps; ++step) {
    Row gradient{};
    std::array<Row, kScoreFacts + 1> curvature{};
    for (std::size_t i = 0; i < kScoreFacts; ++i) {
      gradient[i] = kPenalty * weights[i];
      curvature[i][i] = kPenalty;
    }
    curvature[kScoreFacts][kScoreFacts] = 1e-9;
    for (const Judged& judged : all) {
      if (!is_for_fit(judged) || judged.change.kind == ChangeClass::removed) continue;
      Row row{};
      std::ranges::copy(score_facts(judged.change.numbers), row.begin());
      row[kScoreFacts] = 1;
      double sum = 0;
      for (std::size_t i = 0; i <= kScoreFacts; ++i) sum += weights[i] * row[i];
      const double p = 1 / (1 + std::exp(-sum));
      for (std::size_t i = 0; i <= kScoreFacts; ++i) {
        gradient[i] += (p - (judged.meaningful ? 1.0 : 0.0)) * row[i];
        for (std::size_t j = 0; j <= kScoreFacts; ++j)
          curvature[i][j] += p * (1 - p) * row[i] * row[j];
      }
    }
    const Row move = solve(curvature, gradient);
    for (std::size_t i = 0; i <= kScoreFacts; ++i) weights[i] -= move[i];
  }
  Weights fitted{.bias = weights[kScoreFacts]};
  std::copy_n(weights.begin(), kScoreFacts, fitted.of.begin());
  return fitted;
}

std::size_t fold_of(const Judged& judged) { return hash64(judged.document) % kFolds; }

std::vector<double> held_out_scores(const std::vector<Judged>& all) {
  std::vector<double> scores(all.size());
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    const Weights weights = fit(all, [&](const Judged& j) { return fold_of(j) != fold; });
    for (std::size_t i = 0; i < all.size(); ++i)
      if (fold_of(all[i]) == fold) scores[i] = score(weights, all[i]);
  }
  return scores;
}

struct Rates {
  double recall = 0, false_alarms = 0;
};

Rates rates_of(const std::vector<Judged>& all, const std::vector<std::size_t>& chosen,
               const std::vector<bool>& alarms) {
  double hits = 0, meaningful = 0, false_alarms = 0, others = 0;
  for (const std::size_t i : chosen) {
    (all[i].meaningful ? meaningful : others) += 1;
    if (alarms[i]) (all[i].meaningful ? hits : false_alarms) += 1;
  }
  return {hits / std::max(1.0, meaningful), false_alarms / std::max(1.0, others)};
}

double quantile(std::vector<double>& values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(q * static_cast<double>(values.size() - 1))];
}

// One line: the rates with 95 % intervals, by drawing documents again.
void print_rates(std::string_view name, const std::vector<Judged>& all,
                 const std::vector<bool>& alarms) {
  std::map<std::string, std::vector<std::size_t>> documents;
  std::vector<std::size_t> every;
  for (std::size_t i = 0; i < all.size(); ++i) {
    documents[all[i].document].push_back(i);
    every.push_back(i);
  }
  std::vector<const std::vector<std::size_t>*> groups;
  for (const auto& [document, members] : documents) groups.push_back(&members);
  Random random(1);
  std::vector<double> recalls, false_alarms;
  for (int round = 0; round < kResamples; ++round) {
    std::vector<std::size_t> drawn;
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const auto& group = *groups[random.below(groups.size())];
      drawn.insert(drawn.end(), group.begin(), group.end());
    }
    const Rates rates = rates_of(all, drawn, alarms);
    recalls.push_back(rates.recall);
    false_alarms.push_back(rates.false_alarms);
  }
  const Rates rates = rates_of(all, every, alarms);
  fmt::print("{:<44} recall {:.3f} [{:.3f}, {:.3f}]  false alarms {:.3f} [{:.3f}, {:.3f}]\n", name,
             rates.recall, quantile(recalls, 0.025), quantile(recalls, 0.975), rates.false_alarms,
             quantile(false_alarms, 0.025), quantile(false_alarms, 0.975));
}

std::vector<bool> alarms_from(const std::vector<double>& scores, double threshold) {
  std::vector<bool> alarms(scores.size());
  for (std::size_t i = 0; i < scores.size(); ++i) alarms[i] = scores[i] >= threshold;
  return alarms;
}

void print_trade_off(const std::vector<Judged>& all, const std::vector<double>& scores) {
  fmt::print("\nthe whole trade-off, held out:\n{:>9} {:>7} {:>13}\n", "threshold", "recall",
             "false alarms");
  std::set<double, std::greater<>> thresholds;
  for (const double s : scores) thresholds.insert(std::floor(s * 50) / 50);
  std::vector<std::size_t> every(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) every[i] = i;
  for (const double threshold : thresholds) {
    const Rates rates = rates_of(all, every, alarms_from(scores, threshold));
    fmt::print("{:>9.2f} {:>7.3f} {:>13.3f}\n", threshold, rates.recall, rates.false_alarms);
  }
}

void print_wrong(const std::vector<Judged>& all, const std::vector<double>& scores) {
  fmt::print("\njudged wrong, held out:\n");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((scores[i] >= kMeaningfulScore) == all[i].meaningful) continue;
    const ChangeNumbers& n = all[i].change.numbers;
    fmt::print(
        "{:>4} {:<46} {} {:.2f} {:<9} content {}/{}w links {} markup {} images {} frame {}/{} "
        "noise {}\n",
        i, all[i].document, all[i].meaningful ? "missed" : "alarm ", scores[i],
        change_class_text(all[i].change.kind), n.content_blocks, n.content_words, n.content_links,
        n.content_markup, n.content_images, n.frame_blocks, n.frame_links, n.noisy_blocks);
  }
}

int run(const std::string& folder, bool with_wrong) {
  const std::vector<Pair> pairs = read_pairs(folder);
  std::map<std::string, PagePrint> prints;
  const auto read = [&](const std::string& blob) {
    if (!prints.contains(blob)) prints.emplace(blob, read_print(folder, blob));
  };
  for (const Pair& pair : pairs) {
    read(pair.old_blob);
    read(pair.new_blob);
    for (const std::string& blob : pair.earlier) read(blob);
  }
  const std::vector<Judged> all = judge_pairs(pairs, prints, kEarlierMax);
  fmt::print("{} pairs\n", all.size());

  std::vector<bool> text_differs, shipped;
  for (const Judged& judged : all) {
    text_differs.push_back(!judged.same_text);
    shipped.push_back(judged.change.meaningful);
  }
  print_rates("visible text differs", all, text_differs);
  const std::vector<double> scores = held_out_scores(all);
  print_rates("the judge, held out", all, alarms_from(scores, kMeaningfulScore));
  print_rates("the judge as it ships (fitted on these)", all, shipped);
  for (const std::size_t earlier_max : {0u, 1u, 2u, 4u}) {
    const std::vector<Judged> fewer = judge_pairs(pairs, prints, earlier_max);
    print_rates(fmt::format("held out, at most {} earlier versions", earlier_max), fewer,
                alarms_from(held_out_scores(fewer), kMeaningfulScore));
  }
  print_trade_off(all, scores);
  if (with_wrong) print_wrong(all, scores);

  const Weights weights = fit(all, [](const Judged&) { return true; });
  fmt::print("\nfitted on all: bias {:.2f}\n", weights.bias);
  for (std::size_t i = 0; i < kScoreFacts; ++i)
    fmt::print("  {:<16} {:.2f}\n", kScoreWeights[i].name, weights.of[i]);
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  if (argc < 2) {
    fmt::print(stderr, "judge_eval: give the folder that has pairs.tsv and blobs/\n");
    return 2;
  }
  return freshet::bench::run(argv[1], argc > 2 && std::string_view(argv[2]) == "--wrong");
}
