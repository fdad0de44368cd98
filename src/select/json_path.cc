#include "select/json_path.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>
#include <utility>

#include "base/split.h"
#include "select/json_lines.h"
#include "select/json_query.h"
#include "select/json_reader.h"

namespace freshet {

using Json = nlohmann::json;

struct JsonValue {
  Json root;
};

namespace {

// --- Searching ---

struct JsonNode {
  const Json* value = nullptr;
  std::size_t step = 0;  // how it was reached: an index into the steps
};
using JsonNodes = std::vector<JsonNode>;

class JsonSearch {
 public:
  explicit JsonSearch(const Json& root) : root_(root) { steps_.push_back({}); }

  bool is_too_long() const { return used_ > kJsonPathStepsMax; }

  JsonNodes run(const JsonQuery& query, const Json& start, bool keeps_paths) {
    JsonNodes nodes{{&start, 0}};
    for (const JsonSegment& segment : query.segments) {
      JsonNodes next;
      for (const JsonNode& node : nodes) apply(segment, node, keeps_paths, next);
      nodes = std::move(next);
      if (is_too_long()) return {};
    }
    return nodes;
  }

  std::string path_of(const JsonNode& node) const {
    std::vector<std::size_t> way;
    for (std::size_t at = node.step; at != 0; at = steps_[at].parent) way.push_back(at);
    std::string path = "$";
    for (const std::size_t at : std::views::reverse(way)) append_step(steps_[at], path);
    return path;
  }

 private:
  struct Step {
    std::size_t parent = 0;
    const std::string* name = nullptr;
    std::size_t index = 0;
  };

  // Normalized paths (2.7).
  static void append_step(const Step& step, std::string& path) {
    if (!step.name) {
      path += fmt::format("[{}]", step.index);
      return;
    }
    constexpr std::string_view kEscaped = "\b\f\n\r\t'\\";
    constexpr std::string_view kLetters = "bfnrt'\\";
    path += "['";
    for (const char c : *step.name) {
      const auto place = kEscaped.find(c);
      if (place != std::string_view::npos) {
        path += '\\';
        path += kLetters[place];
      } else if (static_cast<unsigned char>(c) < 0x20) {
        path += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      } else {
        path += c;
      }
    }
    path += "']";
  }

  bool spend(std::size_t steps) {
    used_ += steps;
    return !is_too_long();
  }

  JsonNode child(const JsonNode& parent, const Json& value, const std::string* name,
                 std::size_t index, bool keeps_paths) {
    if (!keeps_paths) return {&value, 0};
    steps_.push_back({parent.step, name, index});
    return {&value, steps_.size() - 1};
  }

  template <class Visit>
  void each_child(const JsonNode& node, bool keeps_paths, Visit visit) {
    if (node.value->is_object()) {
      for (const auto& [name, value] : node.value->get_ref<const Json::object_t&>()) {
        if (!spend(1)) return;
        visit(child(node, value, &name, 0, keeps_paths));
      }
    } else if (node.value->is_array()) {
      std::size_t index = 0;
      for (const Json& value : *node.value) {
        if (!spend(1)) return;
        visit(child(node, value, nullptr, index++, keeps_paths));
      }
    }
  }

  void apply(const JsonSegment& segment, const JsonNode& node, bool keeps_paths, JsonNodes& out) {
    if (!spend(1)) return;
    for (const JsonSelector& selector : segment.selectors) select(selector, node, keeps_paths, out);
    if (!segment.is_descendant) return;
    each_child(node, keeps_paths,
               [&](const JsonNode& each) { apply(segment, each, keeps_paths, out); });
  }

  void select(const JsonSelector& selector, const JsonNode& node, bool keeps_paths,
              JsonNodes& out) {
    switch (selector.kind) {
      case JsonSelector::Kind::name:
        select_name(selector.name, node, keeps_paths, out);
        break;
      case JsonSelector::Kind::wildcard:
        each_child(node, keeps_paths, [&](const JsonNode& each) { out.push_back(each); });
        break;
      case JsonSelector::Kind::index:
        select_index(selector.index, node, keeps_paths, out);
        break;
      case JsonSelector::Kind::slice:
        select_slice(selector, node, keeps_paths, out);
        break;
      case JsonSelector::Kind::filter:
        each_child(node, keeps_paths, [&](const JsonNode& each) {
          if (holds(selector.filter[0], *each.value)) out.push_back(each);
        });
        break;
    }
  }

  void select_name(const std::string& name, const JsonNode& node, bool keeps_paths,
                   JsonNodes& out) {
    if (!node.value->is_object()) return;
    const auto& members = node.value->get_ref<const Json::object_t&>();
    if (const auto found = members.find(name); found != members.end() && spend(1))
      out.push_back(child(node, found->second, &found->first, 0, keeps_paths));
  }

  void select_index(std::int64_t index, const JsonNode& node, bool keeps_paths, JsonNodes& out) {
    if (!node.value->is_array()) return;
    const auto size = static_cast<std::int64_t>(node.value->size());
    if (index < 0) index += size;
    if (index < 0 || index >= size || !spend(1)) return;
    const auto place = static_cast<std::size_t>(index);
    out.push_back(child(node, (*node.value)[place], nullptr, place, keeps_paths));
  }

  // 2.3.4.2.2
  void select_slice(const JsonSelector& slice, const JsonNode& node, bool keeps_paths,
                    JsonNodes& out) {
    if (!node.value->is_array() || slice.step == 0) return;
    const auto size = static_cast<std::int64_t>(node.value->size());
    const bool is_forward = slice.step > 0;
    const auto normal = [&](std::int64_t i) { return i >= 0 ? i : size + i; };
    const std::int64_t start = normal(slice.start.value_or(is_forward ? 0 : size - 1));
    const std::int64_t end = slice.end ? normal(*slice.end) : is_forward ? size : -1;
    const std::int64_t lowest = is_forward ? 0 : -1;
    const std::int64_t highest = is_forward ? size : size - 1;
    const std::int64_t from = std::clamp(start, lowest, std::max(lowest, highest));
    const std::int64_t to = std::clamp(end, lowest, std::max(lowest, highest));
    for (std::int64_t i = from; is_forward ? i < to : i > to; i += slice.step) {
      if (is_too_long()) return;
      select_index(i, node, keeps_paths, out);
    }
  }

  // --- Filters ---

  bool holds(const JsonExpression& expression, const Json& current) {
    using Kind = JsonExpression::Kind;
    if (!spend(1)) return false;
    const auto part_holds = [&](const JsonExpression& part) { return holds(part, current); };
    switch (expression.kind) {
      case Kind::any:
        return std::ranges::any_of(expression.parts, part_holds);
      case Kind::all:
        return std::ranges::all_of(expression.parts, part_holds);
      case Kind::negation:
        return !holds(expression.parts[0], current);
      case Kind::comparison:
        return compare(expression, current);
      case Kind::query:
        return !nodes_of(expression.query, current).empty();
      case Kind::call:
        return matches(expression, current);
      case Kind::literal:
        return false;
    }
    return false;
  }

  JsonNodes nodes_of(const JsonQuery& query, const Json& current) {
    return run(query, query.is_relative ? current : root_, false);
  }

  // Returns the value; nothing for Nothing. `own` keeps what is made here.
  const Json* value_of(const JsonExpression& operand, const Json& current, Json& own) {
    if (operand.kind == JsonExpression::Kind::query) {
      const JsonNodes nodes = nodes_of(operand.query, current);
      return nodes.empty() ? nullptr : nodes[0].value;
    }
    if (operand.kind == JsonExpression::Kind::call) return result_of(operand, current, own);
    const JsonLiteral& literal = operand.literal;
    if (literal.kind == JsonLiteral::Kind::boolean) own = literal.truth;
    if (literal.kind == JsonLiteral::Kind::number) own = literal.number;
    if (literal.kind == JsonLiteral::Kind::text) own = literal.text;
    return &own;
  }

  const Json* result_of(const JsonExpression& call, const Json& current, Json& own) {
    if (call.function == JsonFunction::length) {
      Json inner;
      const Json* value = value_of(call.parts[0], current, inner);
      if (value == nullptr || !(value->is_string() || value->is_structured())) return nullptr;
      own = value->is_string() ? characters(value->get_ref<const std::string&>()) : value->size();
      return &own;
    }
    const JsonNodes nodes = nodes_of(call.parts[0].query, current);
    if (call.function == JsonFunction::value) return nodes.size() == 1 ? nodes[0].value : nullptr;
    own = nodes.size();
    return &own;
  }

  std::size_t characters(const std::string& text) {
    spend(text.size() / kBytesPerJsonStep);
    return static_cast<std::size_t>(std::ranges::count_if(
        text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  }

  bool matches(const JsonExpression& call, const Json& current) {
    Json own_text, own_pattern;
    const Json* text = value_of(call.parts[0], current, own_text);
    const Json* pattern = value_of(call.parts[1], current, own_pattern);
    if (!text || !pattern || !text->is_string() || !pattern->is_string()) return false;
    const auto& words = text->get_ref<const std::string&>();
    if (!spend(1 + words.size() / kBytesPerJsonStep)) return false;
    std::optional<TextRegex> regex = call.regex;
    if (!regex && call.parts[1].kind != JsonExpression::Kind::literal) {
      if (!spend(kStepsPerRegex)) return false;
      if (auto made = TextRegex::parse_i_regexp(pattern->get_ref<const std::string&>()))
        regex = *std::move(made);
    }
    if (!regex) return false;
    return call.function == JsonFunction::match ? regex->is_all_of(words) : regex->is_in(words);
  }

  // 2.3.5.2.2
  bool compare(const JsonExpression& comparison, const Json& current) {
    Json own_left, own_right;
    const Json* left = value_of(comparison.parts[0], current, own_left);
    const Json* right = value_of(comparison.parts[1], current, own_right);
    switch (comparison.op) {
      case JsonOperator::equal:
        return are_equal(left, right);
      case JsonOperator::unequal:
        return !are_equal(left, right);
      case JsonOperator::less:
        return is_less(left, right);
      case JsonOperator::less_or_equal:
        return is_less(left, right) || are_equal(left, right);
      case JsonOperator::more:
        return is_less(right, left);
      case JsonOperator::more_or_equal:
        return is_less(right, left) || are_equal(left, right);
    }
    return false;
  }

  bool are_equal(const Json* a, const Json* b) {
    if (!a || !b) return a == b;
    if (!spend(1) || a->is_number() != b->is_number()) return false;
    if (!a->is_number() && a->type() != b->type()) return false;
    if (a->is_string()) spend(a->get_ref<const std::string&>().size() / kBytesPerJsonStep);
    if (!a->is_structured()) return *a == *b;
    if (a->size() != b->size()) return false;
    auto in_b = b->begin();
    for (auto in_a = a->begin(); in_a != a->end(); ++in_a, ++in_b) {
      if (a->is_object() && in_a.key() != in_b.key()) return false;
      if (!are_equal(&*in_a, &*in_b)) return false;
    }
    return true;
  }

  bool is_less(const Json* a, const Json* b) {
    if (!a || !b || !spend(1)) return false;
    if (a->is_number() && b->is_number()) return *a < *b;
    return a->is_string() && b->is_string() && *a < *b;
  }

  static constexpr std::size_t kBytesPerJsonStep = 64;
  static constexpr std::size_t kStepsPerRegex = 500;

  const Json& root_;
  std::vector<Step> steps_;
  std::size_t used_ = 0;
};

Error too_long_search() {
  return {Errc::limit, fmt::format("the JSONPath takes more than {} steps on this document; make "
                                   "it simpler",
                                   kJsonPathStepsMax)};
}

Error too_much_found() {
  return {Errc::limit, fmt::format("the JSONPath finds more than {} values or {} bytes; make it "
                                   "narrower",
                                   kJsonPathFoundMax, kJsonLinesBytesMax)};
}

}  // namespace

Result<JsonDocument> JsonDocument::parse(std::string_view text) {
  if (text.size() > kJsonBytesMax)
    return std::unexpected(Error{
        Errc::limit, fmt::format("the JSON document is longer than {} bytes", kJsonBytesMax)});
  if (is_json_deeper_than(kJsonDepthMax, text))
    return std::unexpected(
        Error{Errc::invalid,
              fmt::format("the JSON document is nested more than {} deep", kJsonDepthMax)});
  Json root = Json::parse(text, nullptr, false);
  if (root.is_discarded()) return std::unexpected(Error{Errc::invalid, "the document is not JSON"});
  return JsonDocument(std::make_shared<const JsonValue>(JsonValue{std::move(root)}));
}

std::vector<std::string> JsonDocument::lines() const {
  JsonLines<Json> lines(kJsonLinesBytesMax);
  lines.add(root_->root);
  return lines.take();
}

Result<JsonPath> JsonPath::parse(std::string_view text) {
  auto query = parse_json_query(text);
  if (!query) return std::unexpected(query.error());
  return JsonPath(std::make_shared<const JsonQuery>(*std::move(query)));
}

Result<std::vector<JsonMatch>> JsonPath::find(const JsonDocument& document) const {
  const Json& root = document.root_->root;
  JsonSearch search(root);
  const JsonNodes nodes = search.run(*query_, root, true);
  if (search.is_too_long()) return std::unexpected(too_long_search());
  if (nodes.size() > kJsonPathFoundMax) return std::unexpected(too_much_found());
  std::vector<JsonMatch> found;
  std::size_t bytes = 0;
  for (const JsonNode& node : nodes) {
    JsonMatch match{.path = search.path_of(node)};
    bytes += match.path.size();  // a name may be as long as the document
    if (node.value->is_string()) {
      const auto& text = node.value->get_ref<const std::string&>();
      bytes += text.size();
      for (const std::string_view line : split_at('\n', text)) match.lines.emplace_back(line);
    } else {
      JsonLines<Json> lines(kJsonLinesBytesMax - std::min(bytes, kJsonLinesBytesMax));
      lines.add(*node.value);
      bytes += lines.bytes();
      match.lines = lines.take();
    }
    if (bytes > kJsonLinesBytesMax) return std::unexpected(too_much_found());
    found.push_back(std::move(match));
  }
  return found;
}

}  // namespace freshet
