#include "watch/value_tree.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "base/escape.h"
#include "base/utf8.h"

namespace freshet {
namespace {

constexpr std::size_t kShownTextMax = 60;

// Takes "name" or "[3]" off the front of a path, with the dot behind it.
std::string_view take_step(std::string_view& path) {
  std::size_t end = path.find_first_of(".[", 1);
  if (path.starts_with('[')) end = std::min(path.find(']'), path.size() - 1) + 1;
  const std::string_view step = path.substr(0, end);
  path.remove_prefix(std::min(step.size(), path.size()));
  if (path.starts_with('.')) path.remove_prefix(1);
  return step;
}

const ValueTree* item_at(const ValueTree& tree, std::string_view step) {
  if (!step.starts_with('[')) return tree.member(step);
  std::size_t index = 0;
  std::from_chars(step.data() + 1, step.data() + step.size(), index);
  return index < tree.items.size() ? &tree.items[index] : nullptr;
}

}  // namespace

ValueTree ValueTree::of(bool claim) {
  ValueTree value;
  value.kind = Kind::boolean;
  value.claim = claim;
  return value;
}

ValueTree ValueTree::of(std::int64_t number) {
  ValueTree value;
  value.kind = Kind::integer;
  value.integer = number;
  return value;
}

ValueTree ValueTree::of(double number) {
  ValueTree value;
  value.kind = Kind::real;
  value.real = number;
  return value;
}

ValueTree ValueTree::of(std::string_view text) {
  ValueTree value;
  value.kind = Kind::text;
  value.text = text;
  return value;
}

ValueTree ValueTree::list() {
  ValueTree value;
  value.kind = Kind::list;
  return value;
}

ValueTree ValueTree::table() {
  ValueTree value;
  value.kind = Kind::table;
  return value;
}

const ValueTree* ValueTree::member(std::string_view name) const {
  const auto at = std::ranges::find(names, name);
  if (at == names.end()) return nullptr;
  return &items[static_cast<std::size_t>(at - names.begin())];
}

void ValueTree::add(std::string_view name, ValueTree value) {
  names.emplace_back(name);
  items.push_back(std::move(value));
}

bool ValueTree::operator==(const ValueTree& other) const {
  return kind == other.kind && claim == other.claim && integer == other.integer &&
         real == other.real && text == other.text && names == other.names && items == other.items;
}

std::string value_words(const ValueTree& value) {
  switch (value.kind) {
    case ValueTree::Kind::null:
      return "null";
    case ValueTree::Kind::boolean:
      return value.claim ? "true" : "false";
    case ValueTree::Kind::integer:
      return fmt::format("the number {}", value.integer);
    case ValueTree::Kind::real:
      return fmt::format("the number {}", value.real);
    case ValueTree::Kind::text: {
      std::string shown = value.text;
      if (shown.size() > kShownTextMax) {
        cut_utf8(shown, kShownTextMax);
        shown += "...";
      }
      return fmt::format("the text \"{}\"", visible(shown));
    }
    case ValueTree::Kind::list:
      return "a list";
    case ValueTree::Kind::table:
      return "a table";
  }
  return "a value";
}

bool is_blank(const ValueTree& value) {
  switch (value.kind) {
    case ValueTree::Kind::null:
      return true;
    case ValueTree::Kind::boolean:
      return !value.claim;
    case ValueTree::Kind::integer:
      return value.integer == 0;
    case ValueTree::Kind::real:
      return value.real == 0;
    case ValueTree::Kind::text:
      return value.text.empty();
    case ValueTree::Kind::list:
    case ValueTree::Kind::table:
      return value.items.empty();
  }
  return true;
}

std::size_t line_at(const ValueTree& tree, std::string_view path) {
  const ValueTree* at = &tree;
  std::size_t line = tree.line;
  while (!path.empty()) {
    at = item_at(*at, take_step(path));
    if (!at) break;
    if (at->line != 0) line = at->line;
  }
  return line;
}

}  // namespace freshet
