#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <type_traits>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "watch/duration_text.h"
#include "watch/tree_fields.h"
#include "watch/watch_fields.h"

namespace freshet {
namespace {

// An empty place is the value itself; places are completed on the way out.
using ReadProblem = std::optional<FieldProblem>;

FieldProblem expected_instead(std::string_view wanted, const ValueTree& found) {
  return {"", fmt::format("expected {}, found {}", wanted, value_words(found))};
}

// Removes the value that was found, which may be the secret in a wrong form.
void leave_out_value(FieldProblem& problem) {
  problem.message.resize(std::min(problem.message.find(", found "), problem.message.size()));
}

std::string joined_path(std::string_view parent, std::string_view inner) {
  if (inner.empty()) return std::string(parent);
  return fmt::format("{}{}{}", parent, inner.starts_with('[') ? "" : ".", inner);
}

template <class Struct>
ReadProblem read_struct(const ValueTree& tree, Struct& into);

ReadProblem read_value(const FieldName&, const ValueTree& tree, std::string& text) {
  if (!tree.is(ValueTree::Kind::text)) return expected_instead("a text", tree);
  text = tree.text;
  return std::nullopt;
}

ReadProblem read_value(const FieldName&, const ValueTree& tree, bool& claim) {
  if (!tree.is(ValueTree::Kind::boolean)) return expected_instead("true or false", tree);
  claim = tree.claim;
  return std::nullopt;
}

ReadProblem read_value(const FieldName&, const ValueTree& tree, double& number) {
  if (tree.is(ValueTree::Kind::real))
    number = tree.real;
  else if (tree.is(ValueTree::Kind::integer))
    number = static_cast<double>(tree.integer);
  else
    return expected_instead("a number", tree);
  return std::nullopt;
}

// "08:30", from "00:00" to "23:59".
std::optional<int> minute_of_day(std::string_view text) {
  if (text.size() != 5 || text[2] != ':') return std::nullopt;
  for (const std::size_t at : {0U, 1U, 3U, 4U})
    if (!is_ascii_digit(text[at])) return std::nullopt;
  const int hour = (text[0] - '0') * 10 + (text[1] - '0');
  const int minute = (text[3] - '0') * 10 + (text[4] - '0');
  if (hour > 23 || minute > 59) return std::nullopt;
  return hour * 60 + minute;
}

ReadProblem read_value(const FieldName& name, const ValueTree& tree, int& number) {
  if (name.is_clock) {
    const auto minute = tree.is(ValueTree::Kind::text) ? minute_of_day(tree.text) : std::nullopt;
    if (!minute) return expected_instead("a time of the day like \"08:30\"", tree);
    number = *minute;
    return std::nullopt;
  }
  if (!tree.is(ValueTree::Kind::integer) || tree.integer < std::numeric_limits<int>::min() ||
      tree.integer > std::numeric_limits<int>::max()) {
    return expected_instead("a whole number", tree);
  }
  number = static_cast<int>(tree.integer);
  return std::nullopt;
}

ReadProblem read_value(const FieldName&, const ValueTree& tree, std::optional<Duration>& into) {
  if (tree.is(ValueTree::Kind::null)) return std::nullopt;
  const auto duration =
      tree.is(ValueTree::Kind::text) ? duration_from_text(tree.text) : std::nullopt;
  if (!duration) return expected_instead("a duration like \"1d12h\" or \"30m\"", tree);
  into = duration;
  return std::nullopt;
}

ReadProblem read_value(const FieldName&, const ValueTree& tree, std::optional<Time>& into) {
  if (tree.is(ValueTree::Kind::null)) return std::nullopt;
  const auto time = tree.is(ValueTree::Kind::text) ? parse_time(tree.text) : std::nullopt;
  if (!time) return expected_instead("a time like \"2026-11-16T08:30:00Z\"", tree);
  into = time;
  return std::nullopt;
}

template <class E>
  requires std::is_enum_v<E>
ReadProblem read_value(const FieldName&, const ValueTree& tree, E& word) {
  std::string known;
  for (std::size_t i = 0; i < kWordsOf<E>.size(); ++i) {
    if (tree.is(ValueTree::Kind::text) && tree.text == kWordsOf<E>[i]) {
      word = static_cast<E>(i);
      return std::nullopt;
    }
    known += fmt::format("{}{}", i == 0 ? "" : ", ", kWordsOf<E>[i]);
  }
  return expected_instead("one of " + known, tree);
}

template <class Struct>
  requires std::is_class_v<Struct>
ReadProblem read_value(const FieldName&, const ValueTree& tree, Struct& into) {
  return read_struct(tree, into);
}

template <class T>
ReadProblem read_value(const FieldName& name, const ValueTree& tree, std::vector<T>& into) {
  if (!tree.is(ValueTree::Kind::list)) return expected_instead("a list", tree);
  into.clear();
  for (std::size_t i = 0; i < tree.items.size(); ++i) {
    T value{};
    if (auto problem = read_value(name, tree.items[i], value)) {
      problem->path = joined_path(fmt::format("[{}]", i), problem->path);
      return problem;
    }
    into.push_back(std::move(value));
  }
  return std::nullopt;
}

// Reads the members of one table, and keeps the names that it was asked for.
class FieldReader {
 public:
  explicit FieldReader(const ValueTree& tree) : tree_(tree) {}

  template <class T>
  void field(const FieldName& name, T& member) {
    known_.emplace_back(name.name);
    const ValueTree* const found = tree_.member(name.name);
    if (problem) return;
    if (!found) {
      if (name.is_required) problem = {"", fmt::format("\"{}\" is missing", name.name)};
      return;
    }
    problem = read_value(name, *found, member);
    if (!problem) return;
    problem->path = joined_path(name.name, problem->path);
    if (name.is_secret) leave_out_value(*problem);
  }

  // A mistyped name is reported before the member that is missing because of it.
  ReadProblem result() const {
    for (const std::string& name : tree_.names) {
      if (std::ranges::find(known_, name) == known_.end())
        return FieldProblem{visible(name),
                            fmt::format("this member is not known{}", did_you_mean(name, known_))};
    }
    return problem;
  }

  ReadProblem problem;

 private:
  const ValueTree& tree_;
  std::vector<std::string> known_;
};

template <class Struct>
ReadProblem read_struct(const ValueTree& tree, Struct& into) {
  if (!tree.is(ValueTree::Kind::table)) return expected_instead("a table", tree);
  FieldReader reader(tree);
  each_field(into, reader);
  return reader.result();
}

template <class Struct>
FieldResult<Struct> struct_of(const ValueTree& tree) {
  Struct value;
  if (auto problem = read_struct(tree, value)) return std::unexpected(std::move(*problem));
  return value;
}

}  // namespace

FieldResult<WatchSpec> watch_of(const ValueTree& tree) { return struct_of<WatchSpec>(tree); }

FieldResult<TagSpec> tag_of(const ValueTree& tree) { return struct_of<TagSpec>(tree); }

}  // namespace freshet
