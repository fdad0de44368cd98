// Models as text (docs/formats/model.md): versioned, portable, parsed as untrusted input.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "learn/classifier.h"

namespace freshet {

constexpr int kModelVersion = 1;
constexpr std::size_t kModelBytesMax = std::size_t{1} << 28;
constexpr std::size_t kModelNotesMax = 1000;

struct Model {
  // Notes for people: training data, accuracy. One line each.
  std::vector<std::string> notes;
  std::unique_ptr<Classifier> classifier;  // not null
};

std::string write_model(const Classifier& classifier, std::span<const std::string> notes);

// Total: any bytes give a model or an error with line and column.
Result<Model> read_model(std::string_view text);

// Returns the index in `names` of each feature of the schema; the error names the first missing
// one.
Result<std::vector<std::size_t>> find_features(const Schema& schema,
                                               std::span<const std::string_view> names);

}  // namespace freshet
