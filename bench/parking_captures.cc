// Labelled captures of real pages (2024): boosted trees and, beside them, a logistic regression,
// both on the columns that can be computed without a browser. Folds by structure: pages of one
// structure are never in training and test at once.
#include "parking_captures.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "base/csv.h"
#include "base/hash.h"
#include "learn/boosting.h"
#include "learn/dataset.h"
#include "logistic.h"
#include "testkit/test_data.h"

namespace freshet::bench {
namespace {

// Left out: shares of third-party requests, data and content and the share of the first response,
// which need a browser that loads the page.
constexpr std::array<std::string_view, 35> kColumns = {"number_domain_keywords_en",
                                                       "number_parking_kewords_en",
                                                       "number_together_in_line_keywords_en",
                                                       "keyword_in_title_en",
                                                       "stemmed_keyword_in_title",
                                                       "kword_auction",
                                                       "kword_domain",
                                                       "kword_regist",
                                                       "kword_price",
                                                       "kword_offer",
                                                       "kword_servic",
                                                       "kword_host",
                                                       "kword_websit",
                                                       "kword_contact",
                                                       "kword_site",
                                                       "kword_transfer",
                                                       "kword_internet",
                                                       "kword_mainten",
                                                       "presence_of_nav",
                                                       "text_alpha_length",
                                                       "number_frames",
                                                       "number_images",
                                                       "domain_in_title",
                                                       "domain_in_text",
                                                       "in_warninglist",
                                                       "different_final_domain",
                                                       "number_links",
                                                       "number_link_same_domain",
                                                       "average_link_length_same_domain",
                                                       "number_different_link_domains",
                                                       "average_link_length",
                                                       "maximum_link_length",
                                                       "link_to_text_ratio",
                                                       "number_non_link_characters",
                                                       "number_redirects"};
constexpr std::size_t kFolds = 10;

struct Capture {
  std::vector<double> values;
  bool parked;
  std::string structure;
};

double number_of(const std::string& field) {
  if (field == "True") return 1;
  double value = 0;
  std::from_chars(field.data(), field.data() + field.size(), value);
  return value;
}

void read_captures(const std::string& path, std::vector<Capture>& all) {
  const std::string text = testkit::read_file(path);
  CsvReader reader(text, path);
  std::vector<std::string> fields;
  std::map<std::string, std::size_t> at;
  while (true) {
    const auto more = reader.next(fields);
    if (!more || !*more) return;
    if (at.empty()) {
      for (std::size_t i = 0; i < fields.size(); ++i) at[fields[i]] = i;
      continue;
    }
    Capture capture{{}, fields[at.at("parking")] == "True", fields[at.at("structural_hash")]};
    for (const std::string_view column : kColumns)
      capture.values.push_back(number_of(fields[at.at(std::string(column))]));
    all.push_back(std::move(capture));
  }
}

struct Counts {
  double hits = 0, misses = 0, alarms = 0, right = 0;

  void add(bool parked, bool found) {
    (parked ? (found ? hits : misses) : (found ? alarms : right)) += 1;
  }
  double f1() const { return 2 * hits / (2 * hits + misses + alarms); }
};

// Counts and lengths spread over orders of magnitude.
std::vector<double> tamed(std::vector<double> values) {
  for (double& value : values) value = std::log1p(std::max(0.0, value));
  return values;
}

Schema capture_schema(std::size_t columns) {
  Schema schema;
  for (std::size_t i = 0; i < columns; ++i) schema.features.push_back({std::string(kColumns[i])});
  schema.label = {"parked", {"no", "yes"}};
  return schema;
}

std::size_t fold_of(const Capture& capture) { return hash64(capture.structure) % kFolds; }

void print(std::string_view name, const Counts& counts) {
  fmt::print("  {:24} F1 {:.3f}  precision {:.3f}  recall {:.3f}\n", name, counts.f1(),
             counts.hits / (counts.hits + counts.alarms),
             counts.hits / (counts.hits + counts.misses));
}

}  // namespace

void evaluate_captures(const std::string& folder) {
  std::vector<Capture> all;
  read_captures(folder + "/captures-unique.csv", all);
  read_captures(folder + "/captures-duplicated.csv", all);
  Counts boosted, plain, listed, first_boosted, first_plain;
  std::set<std::string> structures;
  for (std::size_t fold = 0; fold < kFolds; ++fold) {
    Dataset train(capture_schema(kColumns.size()));
    std::vector<LogisticRow> rows;
    for (const Capture& capture : all) {
      if (fold_of(capture) == fold) continue;
      train.add(capture.values, capture.parked ? 1 : 0);
      rows.push_back({tamed(capture.values), capture.parked ? 1.0 : 0.0});
    }
    const auto trees = Boosting::train(train, {.rounds = 150, .depth_max = 4});
    if (!trees) return fmt::print("boosting failed: {}\n", trees.error().message);
    const Logistic model = fit_logistic(rows, 1);
    for (const Capture& capture : all) {
      if (fold_of(capture) != fold) continue;
      const bool by_trees = trees->classify(capture.values) == 1;
      const bool by_line = model.probability(tamed(capture.values)) > 0.5;
      boosted.add(capture.parked, by_trees);
      plain.add(capture.parked, by_line);
      const auto warning = std::ranges::find(kColumns, "in_warninglist") - kColumns.begin();
      listed.add(capture.parked, capture.values[static_cast<std::size_t>(warning)] > 0);
      if (structures.insert(capture.structure).second) {
        first_boosted.add(capture.parked, by_trees);
        first_plain.add(capture.parked, by_line);
      }
    }
  }
  fmt::print("{} labelled captures, {} structures, {} folds by structure, {} columns\n", all.size(),
             structures.size(), kFolds, kColumns.size());
  print("boosted trees", boosted);
  print("logistic regression", plain);
  print("the list of addresses", listed);
  print("trees, one a structure", first_boosted);
  print("line, one a structure", first_plain);
}

}  // namespace freshet::bench
