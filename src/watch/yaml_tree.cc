#include "watch/yaml_tree.h"

#include <fmt/format.h>
#include <yaml.h>

#include <array>
#include <charconv>
#include <map>
#include <optional>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::string_view kYamlTagPrefix = "tag:yaml.org,2002:";

std::string_view yaml_view(const yaml_char_t* text) {
  return text ? std::string_view(reinterpret_cast<const char*>(text)) : std::string_view();
}

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  for (const std::string_view word : words)
    if (text == word) return true;
  return false;
}

// "true", "True" and "TRUE", but not "tRUE".
bool is_in_a_usual_case(std::string_view text, std::string_view word) {
  if (!equals_ignoring_case(text, word)) return false;
  bool is_lower = true;
  bool is_upper = true;
  for (const char c : text.substr(1)) {
    is_lower = is_lower && is_ascii_lower(c);
    is_upper = is_upper && is_ascii_upper(c);
  }
  return is_lower || (is_upper && is_ascii_upper(text.front()));
}

std::optional<bool> yaml_boolean(std::string_view text) {
  for (const std::string_view word : {"true", "yes", "on"})
    if (is_in_a_usual_case(text, word)) return true;
  for (const std::string_view word : {"false", "no", "off"})
    if (is_in_a_usual_case(text, word)) return false;
  return std::nullopt;
}

ValueTree plain_scalar(std::string_view text) {
  constexpr std::array<std::string_view, 5> kNulls = {"", "~", "null", "Null", "NULL"};
  if (is_one_of(text, kNulls)) return {};
  if (const auto claim = yaml_boolean(text)) return ValueTree::of(*claim);
  ValueTree value = ValueTree::of(text);
  const std::string_view digits = text.starts_with('+') ? text.substr(1) : text;
  const std::string_view unsigned_digits = digits.starts_with('-') ? digits.substr(1) : digits;
  // "017" is octal to YAML 1.1; it stays a text, as do other odd forms.
  if (unsigned_digits.empty() || !is_ascii_digit(unsigned_digits.front()) ||
      (unsigned_digits.size() > 1 && unsigned_digits[0] == '0' && unsigned_digits[1] != '.')) {
    return value;
  }
  const char* const end = digits.data() + digits.size();
  const auto is_read = [&](std::from_chars_result read) {
    return read.ptr == end && read.ec == std::errc();  // not beyond the range either
  };
  if (is_read(std::from_chars(digits.data(), end, value.integer))) {
    value.kind = ValueTree::Kind::integer;
    return value;
  }
  value.integer = 0;
  if (is_read(std::from_chars(digits.data(), end, value.real))) {
    value.kind = ValueTree::Kind::real;
    return value;
  }
  return ValueTree::of(text);
}

std::optional<ValueTree> scalar_value(const yaml_event_t& event) {
  const auto& scalar = event.data.scalar;
  const std::string_view text(reinterpret_cast<const char*>(scalar.value), scalar.length);
  const std::string_view tag = yaml_view(scalar.tag);
  if (tag.empty() || tag == "!") {
    return scalar.style == YAML_PLAIN_SCALAR_STYLE && tag.empty() ? plain_scalar(text)
                                                                  : ValueTree::of(text);
  }
  if (!tag.starts_with(kYamlTagPrefix)) return std::nullopt;
  const std::string_view type = tag.substr(kYamlTagPrefix.size());
  if (type == "str") return ValueTree::of(text);
  if (type == "int" || type == "float" || type == "bool" || type == "null")
    return plain_scalar(text);
  return std::nullopt;
}

// Builds documents from the events of libyaml, which reads without recursion.
class YamlBuilder {
 public:
  std::vector<ValueTree> documents;
  std::optional<SourceProblem> problem;

  // Returns false at the end of the stream and at the first problem.
  bool take(const yaml_event_t& event) {
    line_ = event.start_mark.line + 1;
    switch (event.type) {
      case YAML_STREAM_END_EVENT:
        return false;
      case YAML_DOCUMENT_START_EVENT:
        anchors_.clear();
        return true;
      case YAML_ALIAS_EVENT:
        return put_alias(yaml_view(event.data.alias.anchor));
      case YAML_SCALAR_EVENT:
        return put_scalar(event);
      case YAML_SEQUENCE_START_EVENT:
        return open(ValueTree::list(), yaml_view(event.data.sequence_start.anchor),
                    yaml_view(event.data.sequence_start.tag));
      case YAML_MAPPING_START_EVENT:
        return open(ValueTree::table(), yaml_view(event.data.mapping_start.anchor),
                    yaml_view(event.data.mapping_start.tag));
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
        return close();
      default:
        return true;
    }
  }

  bool fail(std::size_t line, std::string message) {
    if (!problem) problem = SourceProblem{line, std::move(message)};
    return false;
  }

 private:
  struct Open {
    ValueTree value;
    std::string anchor;
    std::optional<std::string> name = {};  // of the member that is next
    std::vector<ValueTree> merged = {};    // tables of "<<"
  };

  bool count(std::size_t values) {
    values_ += values;
    return values_ <= kYamlValuesMax ||
           fail(line_,
                fmt::format("more than {} values, with those that aliases repeat", kYamlValuesMax));
  }

  static std::size_t size_of(const ValueTree& value) {
    std::size_t size = 1;
    for (const ValueTree& item : value.items) size += size_of(item);
    return size;
  }

  bool put_alias(std::string_view anchor) {
    const auto found = anchors_.find(std::string(anchor));
    if (found == anchors_.end())
      return fail(line_, fmt::format("the alias \"{}\" has no anchor", visible(anchor)));
    return count(found->second.second) && put(found->second.first);
  }

  bool put_scalar(const yaml_event_t& event) {
    auto value = scalar_value(event);
    if (!value) {
      return fail(line_, fmt::format("the tag \"{}\" is not supported",
                                     visible(yaml_view(event.data.scalar.tag))));
    }
    value->line = line_;
    const bool is_name =
        !open_.empty() && open_.back().value.is(ValueTree::Kind::table) && !open_.back().name;
    if (is_name) {
      open_.back().name = std::string(reinterpret_cast<const char*>(event.data.scalar.value),
                                      event.data.scalar.length);
      return true;
    }
    return count(1) && keep_anchor(yaml_view(event.data.scalar.anchor), *value) &&
           put(std::move(*value));
  }

  bool open(ValueTree value, std::string_view anchor, std::string_view tag) {
    if (!tag.empty() && tag != "!" && tag != "tag:yaml.org,2002:map" &&
        tag != "tag:yaml.org,2002:seq") {
      return fail(line_, fmt::format("the tag \"{}\" is not supported", visible(tag)));
    }
    if (open_.size() >= ValueTree::kDepthMax)
      return fail(line_, fmt::format("nested deeper than {}", ValueTree::kDepthMax));
    if (!open_.empty() && open_.back().value.is(ValueTree::Kind::table) && !open_.back().name)
      return fail(line_, "the name of a member must be a text");
    value.line = line_;
    open_.push_back({std::move(value), std::string(anchor), {}, {}});
    return count(1);
  }

  bool close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    for (const ValueTree& table : done.merged) {
      for (std::size_t i = 0; i < table.items.size(); ++i) {
        if (done.value.member(table.names[i])) continue;
        if (!count(size_of(table.items[i]))) return false;
        done.value.add(table.names[i], table.items[i]);
      }
    }
    return keep_anchor(done.anchor, done.value) && put(std::move(done.value));
  }

  // Copies of anchored values count as well, or nested anchors would be quadratic.
  bool keep_anchor(std::string_view anchor, const ValueTree& value) {
    if (anchor.empty()) return true;
    const std::size_t size = size_of(value);
    anchors_.insert_or_assign(std::string(anchor), std::pair(value, size));
    return count(size);
  }

  bool put(ValueTree value) {
    if (open_.empty()) {
      documents.push_back(std::move(value));
      return true;
    }
    Open& parent = open_.back();
    if (parent.value.is(ValueTree::Kind::list)) {
      parent.value.items.push_back(std::move(value));
      return true;
    }
    if (!parent.name) return fail(line_, "the name of a member must be a text");
    const std::string name = *std::exchange(parent.name, std::nullopt);
    if (name == "<<") return merge(parent, std::move(value));
    if (parent.value.items.size() >= kMembersMax)
      return fail(line_, fmt::format("more than {} members in one table", kMembersMax));
    if (parent.value.member(name))
      return fail(line_, fmt::format("the member \"{}\" stands twice in one table", visible(name)));
    parent.value.add(name, std::move(value));
    return true;
  }

  bool merge(Open& parent, ValueTree value) {
    if (value.is(ValueTree::Kind::table)) {
      parent.merged.push_back(std::move(value));
      return true;
    }
    for (ValueTree& item : value.items) {
      if (!item.is(ValueTree::Kind::table)) return fail(line_, "\"<<\" merges tables only");
      parent.merged.push_back(std::move(item));
    }
    return value.is(ValueTree::Kind::list) || fail(line_, "\"<<\" merges tables only");
  }

  // Members are looked up one by one.
  static constexpr std::size_t kMembersMax = 1000;

  std::vector<Open> open_;
  std::map<std::string, std::pair<ValueTree, std::size_t>> anchors_;
  std::size_t values_ = 0;
  std::size_t line_ = 1;
};

}  // namespace

std::expected<std::vector<ValueTree>, SourceProblem> read_yaml_documents(std::string_view text) {
  if (text.size() > kYamlBytesMax)
    return std::unexpected(SourceProblem{0, fmt::format("more than {} bytes", kYamlBytesMax)});
  yaml_parser_t parser;
  if (yaml_parser_initialize(&parser) == 0) return std::unexpected(SourceProblem{0, "no memory"});
  yaml_parser_set_input_string(&parser, reinterpret_cast<const unsigned char*>(text.data()),
                               text.size());
  YamlBuilder builder;
  while (true) {
    yaml_event_t event;
    if (yaml_parser_parse(&parser, &event) == 0) {
      builder.fail(parser.problem_mark.line + 1,
                   fmt::format("not YAML: {}", parser.problem ? parser.problem : "no memory"));
      break;
    }
    const bool goes_on = builder.take(event);
    yaml_event_delete(&event);
    if (!goes_on) break;
  }
  yaml_parser_delete(&parser);
  if (builder.problem) return std::unexpected(std::move(*builder.problem));
  return std::move(builder.documents);
}

}  // namespace freshet
