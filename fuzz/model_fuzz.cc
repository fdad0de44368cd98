// Reads: src/learn/model_file.cc src/learn/model_text.cc src/learn/decision_tree.cc
// src/learn/decision_tree_text.cc src/learn/naive_bayes.cc src/learn/nearest.cc src/learn/forest.cc
// src/learn/boosting.cc
//
// An input is a model. What can be read must be written and read back the same, and have an answer
// to every question.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "learn/model_file.h"

using namespace freshet;

namespace {

void ask(const Classifier& classifier, double value) {
  const std::vector<double> row(classifier.schema().features.size(), value);
  std::vector<double> out(classifier.schema().class_count());
  classifier.probabilities(row, out);
  double sum = 0;
  for (const double probability : out) {
    require(probability >= 0, "a probability is not negative");
    sum += probability;
  }
  require(std::abs(sum - 1) < 1e-6, "probabilities add up to 1");
  const int label = classifier.classify(row);
  require(label >= 0 && label < static_cast<int>(out.size()), "there is such a class");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto model = read_model({reinterpret_cast<const char*>(bytes), size});
  if (!model) {
    require(!model.error().message.empty(), "an error says why");
    return 0;
  }
  const std::string text = write_model(*model->classifier, model->notes);
  const auto again = read_model(text);
  require(again && write_model(*again->classifier, again->notes) == text, "it comes back");
  for (const double value : {0.0, 1.0, -1e300, 1e300, kMissing}) ask(*model->classifier, value);
  return 0;
}
