// Reads: src/clean/content_model.cc
//
// An input is a content model. What can be read must be written and read back the same, and have an
// answer to every row. The checksum is made right first, or nothing would get past it.
#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/hash.h"
#include "clean/block_features.h"
#include "clean/content_model.h"

using namespace freshet;

namespace {

// Replaces the checksum of the second line, if there is one.
std::string with_checksum(std::string_view text) {
  const std::size_t first = text.find('\n');
  const std::size_t second = first == text.npos ? text.npos : text.find('\n', first + 1);
  if (second == text.npos) return std::string(text);
  const std::string_view body = text.substr(second + 1);
  return fmt::format("{}\nchecksum {:016x}\n{}", text.substr(0, first), hash64(body), body);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view given(reinterpret_cast<const char*>(bytes), size);
  static_cast<void>(ContentModel::read(given));
  const auto model = ContentModel::read(with_checksum(given));
  if (!model) {
    require(!model.error().message.empty(), "an error says why");
    return 0;
  }
  const std::string text = model->write();
  const auto again = ContentModel::read(text);
  require(again && again->write() == text, "it comes back");
  const std::size_t width = block_feature_names().size();
  for (const float value : {0.0f, 1.0f, -1e30f, 1e30f, std::numeric_limits<float>::quiet_NaN()}) {
    FeatureRows rows(9 * width, value);
    for (std::size_t k = 0; k < 9; ++k) rows[k * width] = 1;  // words are never missing
    for (const float probability : model->probabilities(rows))
      require(probability >= 0 && probability <= 1, "a probability is one");
  }
  return 0;
}
