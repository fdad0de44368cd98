// Models as text (docs/formats/model.md): versioned, the same on every machine, read without trust.
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
  // What a person should know of it: on what it was trained, how good it is. A line each.
  std::vector<std::string> notes;
  std::unique_ptr<Classifier> classifier;  // not empty
};

std::string write_model(const Classifier& classifier, std::span<const std::string> notes);

// Total: any bytes give a model or the reason why they are none, with line and column.
Result<Model> read_model(std::string_view text);

// Where each feature of the schema stands among `names`; the error names the first that is missing.
Result<std::vector<std::size_t>> find_features(const Schema& schema,
                                               std::span<const std::string_view> names);

}  // namespace freshet
