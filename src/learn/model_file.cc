#include "learn/model_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "learn/boosting.h"
#include "learn/decision_tree.h"
#include "learn/forest.h"
#include "learn/model_text.h"
#include "learn/naive_bayes.h"
#include "learn/nearest.h"

namespace freshet {
namespace {

void append_attribute(std::string& out, const Attribute& attribute) {
  append_name(out, attribute.name);
  for (const std::string& value : attribute.values) append_name(out, value);
  out += '\n';
}

// Reads the name, and the values up to the end of the line.
Result<Attribute> read_attribute(TextScan& scan, std::size_t values_max) {
  auto name = read_name(scan, "a name");
  if (!name) return std::unexpected(name.error());
  Attribute attribute{std::move(*name)};
  std::unordered_set<std::string> seen;
  while (!scan.at_line_end()) {
    auto value = read_name(scan, "a value");
    if (!value) return std::unexpected(value.error());
    if (attribute.values.size() == values_max)
      return scan.error(fmt::format("there are more than {} values", values_max), Errc::limit);
    if (!seen.insert(*value).second)
      return scan.error(fmt::format("the value \"{}\" is there twice", shown(*value)),
                        Errc::corrupt);
    attribute.values.push_back(std::move(*value));
  }
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  return attribute;
}

Status read_version(TextScan& scan) {
  if (auto read = read_exactly(scan, "freshet-model"); !read) {
    return std::unexpected(Error{Errc::invalid,
                                 "this is no model of freshet: it does not begin with "
                                 "\"freshet-model\""});
  }
  const auto version = read_word(scan, "a version");
  if (!version) return std::unexpected(version.error());
  if (*version != fmt::format("{}", kModelVersion))
    return scan.error(
        fmt::format("the model is of version {}, and this freshet reads version {}; train it anew",
                    shown(*version), kModelVersion));
  return read_line_end(scan);
}

Status read_notes(TextScan& scan, std::vector<std::string>& notes) {
  const auto count = read_count(scan, "the number of notes", kModelNotesMax);
  if (!count) return std::unexpected(count.error());
  if (auto end = read_line_end(scan); !end) return end;
  for (std::size_t i = 0; i < *count; ++i) {
    if (auto read = read_exactly(scan, "note"); !read) return read;
    std::string note;
    while (!scan.at_line_end()) {
      const auto word = read_name(scan, "a word");
      if (!word) return std::unexpected(word.error());
      if (!note.empty()) note += ' ';
      note += *word;
    }
    if (auto end = read_line_end(scan); !end) return end;
    notes.push_back(std::move(note));
  }
  return {};
}

Result<Schema> read_schema(TextScan& scan) {
  Schema schema;
  if (auto read = read_exactly(scan, "classes"); !read) return std::unexpected(read.error());
  auto label = read_attribute(scan, kClassesMax);
  if (!label) return std::unexpected(label.error());
  if (label->values.empty()) return scan.error("there are no classes", Errc::corrupt);
  schema.label = std::move(*label);
  if (auto read = read_exactly(scan, "features"); !read) return std::unexpected(read.error());
  const auto count = read_count(scan, "the number of features", kAttributesMax);
  if (!count) return std::unexpected(count.error());
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  std::unordered_set<std::string> names;
  for (std::size_t i = 0; i < *count; ++i) {
    if (auto read = read_exactly(scan, "feature"); !read) return std::unexpected(read.error());
    auto feature = read_attribute(scan, kAttributeValuesMax);
    if (!feature) return std::unexpected(feature.error());
    if (!names.insert(feature->name).second)
      return scan.error(fmt::format("the feature \"{}\" is there twice", shown(feature->name)),
                        Errc::corrupt);
    schema.features.push_back(std::move(*feature));
  }
  return schema;
}

template <class T>
Result<std::unique_ptr<Classifier>> boxed(Result<T> classifier) {
  if (!classifier) return std::unexpected(classifier.error());
  return std::make_unique<T>(std::move(*classifier));
}

Result<std::unique_ptr<Classifier>> read_classifier(const Schema& schema, TextScan& scan) {
  if (auto read = read_exactly(scan, "kind"); !read) return std::unexpected(read.error());
  const auto kind = read_word(scan, "the kind of model");
  if (!kind) return std::unexpected(kind.error());
  if (auto end = read_line_end(scan); !end) return std::unexpected(end.error());
  if (*kind == "tree") return boxed(DecisionTree::read_nodes(schema, scan));
  if (*kind == "bayes") return boxed(NaiveBayes::read_body(schema, scan));
  if (*kind == "nearest") return boxed(Nearest::read_body(schema, scan));
  if (*kind == "forest") return boxed(Forest::read_body(schema, scan));
  if (*kind == "boosting") return boxed(Boosting::read_body(schema, scan));
  return scan.error(fmt::format("there is no kind of model called \"{}\"", shown(*kind)),
                    Errc::corrupt);
}

}  // namespace

std::string write_model(const Classifier& classifier, std::span<const std::string> notes) {
  std::string out = fmt::format("freshet-model {}\nnotes {}\n", kModelVersion, notes.size());
  for (const std::string& note : notes) {
    out += "note";
    for (std::size_t at = 0; at < note.size();) {
      const std::size_t end = std::min(note.find(' ', at), note.size());
      if (end > at) append_name(out, std::string_view(note).substr(at, end - at));
      at = end + 1;
    }
    out += '\n';
  }
  const Schema& schema = classifier.schema();
  out += "classes";
  append_attribute(out, schema.label);
  out += fmt::format("features {}\n", schema.features.size());
  for (const Attribute& feature : schema.features) {
    out += "feature";
    append_attribute(out, feature);
  }
  classifier.write_body(out);
  return out + "end\n";
}

Result<Model> read_model(std::string_view text) {
  if (text.size() > kModelBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("a model has at most {} bytes", kModelBytesMax)});
  TextScan scan(text);
  Model model;
  if (auto read = read_version(scan); !read) return std::unexpected(read.error());
  if (auto read = read_exactly(scan, "notes"); !read) return std::unexpected(read.error());
  if (auto read = read_notes(scan, model.notes); !read) return std::unexpected(read.error());
  const auto schema = read_schema(scan);
  if (!schema) return std::unexpected(schema.error());
  auto classifier = read_classifier(*schema, scan);
  if (!classifier) return std::unexpected(classifier.error());
  model.classifier = std::move(*classifier);
  auto end = read_exactly(scan, "end");
  if (end) end = read_line_end(scan);
  if (!end) return std::unexpected(end.error());
  if (!scan.at_end()) return scan.error("there is something behind the end", Errc::corrupt);
  return model;
}

Result<std::vector<std::size_t>> find_features(const Schema& schema,
                                               std::span<const std::string_view> names) {
  std::vector<std::size_t> places;
  for (const Attribute& feature : schema.features) {
    const auto found = std::find(names.begin(), names.end(), feature.name);
    if (found == names.end())
      return std::unexpected(Error{
          Errc::invalid, fmt::format("the model asks for the feature \"{}\", which is not known "
                                     "here; train it anew with features that are",
                                     shown(feature.name))});
    places.push_back(static_cast<std::size_t>(found - names.begin()));
  }
  return places;
}

}  // namespace freshet
