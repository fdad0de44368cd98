// Reads: src/predict/first_sight.cc
//
// An input is a first-sight model. What can be read must be written and read back the same, and
// have an answer to every look.
#include <cmath>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "predict/first_sight.h"

using namespace freshet;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const auto model = FirstSight::read({reinterpret_cast<const char*>(bytes), size});
  if (!model) {
    require(!model.error().message.empty(), "an error says why");
    return 0;
  }
  const std::string text = model->write();
  const auto again = FirstSight::read(text);
  require(again && again->write() == text, "it comes back");
  for (const double value : {0.0, 1.0, -1e300, 1e300, kMissing}) {
    FirstLook look;
    for (const LookField& field : look_fields()) look.*field.value = value;
    const FirstSightPrediction said = model->predict(look);
    require(said.group < model->groups().size(), "there is such a group");
    double sum = 0;
    for (const double probability : said.probabilities) {
      require(probability >= 0, "a probability is not negative");
      sum += probability;
    }
    double rates = 0;
    for (const float weight : said.prior) rates += static_cast<double>(weight);
    require(std::abs(sum - 1) < 0.002 && std::abs(rates - 1) < 0.004, "beliefs add up to 1");
  }
  return 0;
}
