#include "learn/arff.h"

#include <fmt/format.h>

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "learn/text_scan.h"

namespace freshet {
namespace {

using ValueIndex = std::unordered_map<std::string, std::size_t>;

// A word of a header or a row; a flag tells if it was quoted.
struct Word {
  std::string text;
  bool quoted = false;
};

class ArffReader {
 public:
  ArffReader(std::string_view text, std::string_view label) : scan_(text), label_(label) {}

  Result<Dataset> read() {
    if (auto header = read_header(); !header) return std::unexpected(header.error());
    auto label_at = choose_label();
    if (!label_at) return std::unexpected(label_at.error());
    Schema schema{{}, attributes_[*label_at]};
    for (std::size_t i = 0; i < attributes_.size(); ++i)
      if (i != *label_at) schema.features.push_back(attributes_[i]);
    Dataset rows(std::move(schema));
    while (next_line()) {
      if (auto row = read_row(*label_at, rows); !row) return std::unexpected(row.error());
      scan_.skip_line();
    }
    return rows;
  }

 private:
  // Moves to the next line that is neither empty nor a comment; returns false at the end of the
  // text.
  bool next_line() {
    for (;;) {
      scan_.skip_blanks();
      if (scan_.at_end()) return false;
      if (!scan_.at_line_end() && scan_.peek() != '%') return true;
      scan_.skip_line();
    }
  }

  Status read_header() {
    while (next_line()) {
      const auto word = read_word("");
      if (!word) return std::unexpected(word.error());
      if (equals_ignoring_case(word->text, "@data")) {
        scan_.skip_line();
        return {};
      }
      if (equals_ignoring_case(word->text, "@attribute")) {
        if (auto added = read_attribute(); !added) return added;
      } else if (!equals_ignoring_case(word->text, "@relation")) {
        return scan_.error("expected @relation, @attribute or @data");
      }
      scan_.skip_line();
    }
    return scan_.error("the text ends before @data");
  }

  // Reads up to a blank, the end of the line or one of `ends`; or a quoted word.
  Result<Word> read_word(std::string_view ends) {
    scan_.skip_blanks();
    if (scan_.at_line_end()) return scan_.error("the line ends where a word is expected");
    if (scan_.peek() == '\'' || scan_.peek() == '"') return read_quoted();
    const std::size_t start = scan_.offset();
    while (!scan_.at_line_end() && scan_.peek() != ' ' && scan_.peek() != '\t' &&
           ends.find(scan_.peek()) == std::string_view::npos)
      scan_.step();
    if (scan_.offset() == start) return scan_.error("a word is missing here");
    return Word{std::string(scan_.from(start))};
  }

  Result<Word> read_quoted() {
    const char quote = scan_.peek();
    Word word{"", true};
    for (scan_.step(); !scan_.at_line_end() && scan_.peek() != quote; scan_.step()) {
      if (scan_.peek() == '\\') {
        scan_.step();
        if (scan_.at_line_end()) break;
      }
      word.text += scan_.peek();
    }
    if (scan_.at_line_end()) return scan_.error("the line ends inside quotes");
    scan_.step();
    return word;
  }

  Status read_attribute() {
    if (attributes_.size() == kAttributesMax)
      return scan_.error(fmt::format("more than {} attributes", kAttributesMax), Errc::limit);
    auto name = read_word("{");
    if (!name) return std::unexpected(name.error());
    if (!names_.insert(name->text).second)
      return scan_.error(fmt::format("the attribute \"{}\" is there twice", shown(name->text)));
    Attribute attribute{std::move(name->text)};
    ValueIndex index;
    scan_.skip_blanks();
    if (!scan_.at_line_end() && scan_.peek() == '{') {
      if (auto values = read_values(attribute, index); !values) return values;
    } else {
      const auto type = read_word("");
      if (!type) return std::unexpected(type.error());
      if (!equals_ignoring_case(type->text, "numeric") &&
          !equals_ignoring_case(type->text, "real") && !equals_ignoring_case(type->text, "integer"))
        return scan_.error(
            fmt::format("attributes of the type \"{}\" are not read; give it as "
                        "numeric or as {{value, ...}}",
                        shown(type->text)));
    }
    attributes_.push_back(std::move(attribute));
    indexes_.push_back(std::move(index));
    return {};
  }

  Status read_values(Attribute& attribute, ValueIndex& index) {
    scan_.step();
    for (;;) {
      auto value = read_word(",}");
      if (!value) return std::unexpected(value.error());
      if (attribute.values.size() == kAttributeValuesMax)
        return scan_.error(fmt::format("more than {} values", kAttributeValuesMax), Errc::limit);
      if (!index.emplace(value->text, attribute.values.size()).second)
        return scan_.error(fmt::format("the value \"{}\" is there twice", shown(value->text)));
      attribute.values.push_back(std::move(value->text));
      scan_.skip_blanks();
      if (scan_.at_line_end()) return scan_.error("the line ends before }");
      const char mark = scan_.peek();
      if (mark == ',' || mark == '}') scan_.step();
      if (mark == '}') return {};
    }
  }

  Result<std::size_t> choose_label() const {
    if (attributes_.empty()) return scan_.error("there is no attribute before @data");
    std::size_t at = attributes_.size() - 1;
    if (!label_.empty()) {
      for (at = 0; at < attributes_.size() && attributes_[at].name != label_;) ++at;
      if (at == attributes_.size())
        return std::unexpected(Error{
            Errc::invalid, fmt::format("there is no attribute \"{}\" for the class", label_)});
    }
    if (attributes_[at].is_numeric())
      return std::unexpected(
          Error{Errc::invalid, fmt::format("the class \"{}\" is numeric; it must be nominal",
                                           shown(attributes_[at].name))});
    if (attributes_[at].values.size() > kClassesMax)
      return std::unexpected(
          Error{Errc::limit, fmt::format("the class \"{}\" has more than {} values",
                                         shown(attributes_[at].name), kClassesMax)});
    return at;
  }

  Status read_row(std::size_t label_at, Dataset& rows) {
    if ((rows.size() + 1) * attributes_.size() > kCellsMax)
      return scan_.error(fmt::format("more than {} values in all", kCellsMax), Errc::limit);
    if (scan_.peek() == '{') return scan_.error("sparse rows are not read; write out all values");
    std::vector<double> row;
    row.reserve(attributes_.size());
    int label = kClassMissing;
    for (std::size_t i = 0; i < attributes_.size(); ++i) {
      if (i > 0) skip_separator();
      const auto value = read_value(i);
      if (!value) return std::unexpected(value.error());
      if (i != label_at) {
        row.push_back(*value);
      } else if (!is_missing(*value)) {
        label = static_cast<int>(*value);
      }
    }
    const auto weight = read_weight();
    if (!weight) return std::unexpected(weight.error());
    rows.add(row, label, *weight);
    return {};
  }

  void skip_separator() {
    scan_.skip_blanks();
    if (!scan_.at_line_end() && scan_.peek() == ',') scan_.step();
  }

  Result<double> read_value(std::size_t attribute) {
    scan_.skip_blanks();
    const TextScan start = scan_;
    const auto word = read_word(",");
    if (!word) return std::unexpected(word.error());
    if (!word->quoted && word->text == "?") return kMissing;
    const Attribute& about = attributes_[attribute];
    if (about.is_numeric()) {
      const auto number = parse_number(word->text);
      if (number) return *number;
      return start.error(fmt::format("\"{}\" is no number for the attribute \"{}\"",
                                     shown(word->text), shown(about.name)));
    }
    const auto found = indexes_[attribute].find(word->text);
    if (found != indexes_[attribute].end()) return static_cast<double>(found->second);
    return start.error(fmt::format("\"{}\" is not among the values of the attribute \"{}\"",
                                   shown(word->text), shown(about.name)));
  }

  // Reads the rest of a row: nothing, a comment, or a weight in braces.
  Result<double> read_weight() {
    skip_separator();
    scan_.skip_blanks();
    if (scan_.at_line_end() || scan_.peek() == '%') return 1;
    if (scan_.peek() != '{')
      return scan_.error("the row has more values than there are attributes");
    const TextScan start = scan_;
    scan_.step();
    const auto word = read_word("}");
    if (!word) return std::unexpected(word.error());
    const auto weight = parse_number(word->text);
    if (!weight || *weight < 0) return start.error("a weight is a number that is not negative");
    return *weight;
  }

  TextScan scan_;
  std::string label_;
  std::vector<Attribute> attributes_;
  std::vector<ValueIndex> indexes_;  // of each attribute
  std::unordered_set<std::string> names_;
};

}  // namespace

Result<Dataset> read_arff(std::string_view text, std::string_view label) {
  return ArffReader(text, label).read();
}

}  // namespace freshet
