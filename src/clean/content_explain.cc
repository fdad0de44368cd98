#include "clean/content_explain.h"

#include <algorithm>
#include <cmath>

#include "base/utf8.h"
#include "clean/block_features.h"
#include "clean/block_tokens.h"
#include "html/attributes.h"

namespace freshet {
namespace {

constexpr std::size_t kPathElementsMax = 6;  // the nearest ones are named
constexpr std::size_t kClassBytesMax = 40;
constexpr double kReasonMin = 0.1;  // log odds that are worth telling

void keep_strongest(std::vector<BlockReason>& reasons) {
  std::ranges::stable_sort(reasons, [](const BlockReason& a, const BlockReason& b) {
    return std::abs(a.log_odds) > std::abs(b.log_odds);
  });
  if (reasons.size() > kReasonsMax) reasons.resize(kReasonsMax);
}

// Returns the median of each feature over all rows.
std::vector<float> median_row(const FeatureRows& rows, std::size_t width) {
  std::vector<float> medians(width), column(rows.size() / width);
  for (std::size_t f = 0; f < width; ++f) {
    for (std::size_t k = 0; k < column.size(); ++k) {
      const float value = rows[k * width + f];
      column[k] = std::isnan(value) ? 0 : value;
    }
    const auto middle = column.begin() + static_cast<std::ptrdiff_t>(column.size() / 2);
    std::nth_element(column.begin(), middle, column.end());
    medians[f] = *middle;
  }
  return medians;
}

std::vector<BlockReason> feature_reasons(std::span<const float> row,
                                         const std::vector<float>& medians,
                                         const ContentModel& model) {
  const double said = static_cast<double>(model.log_odds(row));
  std::vector<float> changed(row.begin(), row.end());
  std::vector<BlockReason> reasons;
  for (std::size_t f = 0; f < row.size(); ++f) {
    if (row[f] == medians[f]) continue;
    changed[f] = medians[f];
    const double lost = said - static_cast<double>(model.log_odds(changed));
    changed[f] = row[f];
    if (std::abs(lost) < kReasonMin) continue;
    reasons.push_back({std::string(block_feature_names()[f]), lost});
  }
  keep_strongest(reasons);
  return reasons;
}

std::vector<BlockReason> token_reasons(const ContentPage& page, const ElementMarks& marks,
                                       const TokenNames& names, std::size_t element,
                                       const ContentModel& model) {
  std::vector<BlockReason> reasons;
  for (std::size_t e = element; e > 0; e = page.elements[e].parent) {
    for (std::uint32_t v = marks.first_value[e]; v < marks.first_value[e + 1]; ++v) {
      const TokenRun run = marks.runs[marks.values[v]];
      for (std::uint32_t i = run.first; i < run.first + run.count; ++i) {
        const float* score = model.tokens().find(marks.tokens[i]);
        if (score) reasons.push_back({names.at(marks.tokens[i]), static_cast<double>(*score)});
      }
    }
  }
  keep_strongest(reasons);
  return reasons;
}

std::string path_words(std::string_view text, const TagIndex& index, const ContentPage& page,
                       std::size_t element) {
  std::string path;
  std::size_t named = 0;
  for (std::size_t e = element; e > 0 && named < kPathElementsMax; e = page.elements[e].parent) {
    const Tag& tag = index[page.elements[e].tag];
    std::string step(tag.name(text));
    if (const auto value = find_attribute(text, tag, "class"); value && !value->empty()) {
      std::string first = decode_attribute(value->substr(0, value->find(' ')));
      cut_utf8(first, kClassBytesMax);
      step += "." + first;
    }
    path = path.empty() ? step : step + " > " + path;
    ++named;
  }
  return path;
}

}  // namespace

std::vector<BlockExplanation> explain_blocks(std::string_view text, const TagIndex& index,
                                             const MainText& main, const ContentModel& model) {
  TokenNames names;
  const ElementMarks marks = read_element_marks(text, index, main.page, &names);
  FeatureRows rows;
  fill_plain_features(main.page, marks, text.size(), rows);
  fill_token_features(main.page, marks, model.tokens(), rows);
  const std::size_t width = block_feature_names().size();
  std::vector<BlockExplanation> explanations(main.page.blocks.size());
  if (explanations.empty()) return explanations;
  const std::vector<float> medians = median_row(rows, width);
  for (std::size_t k = 0; k < std::min(explanations.size(), kExplainedBlocksMax); ++k) {
    const std::size_t element = main.page.blocks[k].element;
    explanations[k] = {
        .path = path_words(text, index, main.page, element),
        .features = feature_reasons(std::span(rows).subspan(k * width, width), medians, model),
        .tokens = token_reasons(main.page, marks, names, element, model)};
  }
  return explanations;
}

}  // namespace freshet
