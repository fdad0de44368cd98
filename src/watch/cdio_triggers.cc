#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>

#include "base/ascii.h"
#include "watch/cdio_source.h"
#include "watch/python_regex.h"

namespace freshet {
namespace {

using TriggerResult = std::expected<WatchTrigger, std::string>;

// The text is matched as a whole, but line by line there.
TextPattern by_lines(TextPattern pattern) {
  if (pattern.is_regex && pattern.text.find_first_of("^$") != std::string::npos)
    pattern.text =
        pattern.text.starts_with("(?i)") ? "(?im)" + pattern.text.substr(4) : "(?m)" + pattern.text;
  return pattern;
}

TriggerResult number_trigger(std::string_view op, std::string_view text) {
  double bound = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, bound);
  if (error != std::errc{} || stop != end || !std::isfinite(bound))
    return std::unexpected(fmt::format("\"{}\" is not a number", text));
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  using Kind = WatchTrigger::Kind;
  if (op == ">") return WatchTrigger{Kind::above, {}, bound};
  if (op == "<") return WatchTrigger{Kind::below, {}, bound};
  // "At least 20" is "more than the number before 20".
  if (op == ">=") return WatchTrigger{Kind::above, {}, std::nextafter(bound, -kInfinity)};
  if (op == "<=") return WatchTrigger{Kind::below, {}, std::nextafter(bound, kInfinity)};
  return std::unexpected(fmt::format("the operator \"{}\" for numbers is not supported", op));
}

TriggerResult text_trigger(std::string_view op, std::string_view text) {
  using Kind = WatchTrigger::Kind;
  const auto regex = [](Kind kind, std::string_view expression) -> TriggerResult {
    auto pattern = pattern_from_python(expression);
    if (!pattern) return std::unexpected(std::move(pattern.error()));
    return WatchTrigger{kind, by_lines(std::move(*pattern)), 0};
  };
  if (op == "contains_regex") return regex(Kind::present, text);
  if (op == "!contains_regex") return regex(Kind::absent, text);
  if (op == "in") return regex(Kind::present, quoted_regex(text));
  if (op == "!in") return regex(Kind::absent, quoted_regex(text));
  if (op == "starts_with") return regex(Kind::present, "\\A" + quoted_regex(text));
  if (op == "ends_with") return regex(Kind::present, quoted_regex(text) + "\\z");
  return std::unexpected(fmt::format("the operator \"{}\" for texts is not supported", op));
}

TriggerResult condition_trigger(const ValueTree& condition) {
  const auto text_of = [&](std::string_view name) {
    const ValueTree* const value = condition.member(name);
    return value ? scalar_text(*value) : std::string();
  };
  const std::string field = text_of("field");
  const std::string value = text_of("value");
  if (field == "extracted_number") return number_trigger(text_of("operator"), value);
  if (field == "page_filtered_text") return text_trigger(text_of("operator"), value);
  return std::unexpected(fmt::format("conditions on \"{}\" are not supported", field));
}

// The three groups of conditions of one watch.
class CdioTriggers {
 public:
  explicit CdioTriggers(CdioWatch& source) : source_(source) {}

  void read() {
    if (!read_texts("trigger_text", wanted_) ||
        !read_texts("text_should_not_be_present", unwanted_) || !read_conditions()) {
      return;
    }
    WatchSpec& watch = source_.draft.watch;
    const bool is_any =
        ascii_lower(scalar_text(source_.member("conditions_match_logic"))) == "any" &&
        conditions_.size() > 1;
    if (is_any && (!wanted_.empty() || !unwanted_.empty())) {
      return source_.draft.refuse("conditions_match_logic",
                                  "ANY beside trigger_text or text_should_not_be_present is not "
                                  "supported");
    }
    const bool is_alone = unwanted_.empty() && conditions_.empty();
    if (is_alone) {
      for (const TextPattern& pattern : wanted_) add(WatchTrigger::Kind::present, pattern);
    } else if (!wanted_.empty()) {
      add(WatchTrigger::Kind::present, one_of(wanted_));
    }
    for (const TextPattern& pattern : unwanted_) add(WatchTrigger::Kind::absent, pattern);
    watch.triggers.insert(watch.triggers.end(), conditions_.begin(), conditions_.end());
    watch.needs_all_triggers = !is_any && !is_alone && watch.triggers.size() > 1;
  }

 private:
  void add(WatchTrigger::Kind kind, TextPattern pattern) {
    source_.draft.watch.triggers.push_back({kind, by_lines(std::move(pattern)), 0});
  }

  bool read_texts(std::string_view field, std::vector<TextPattern>& into) {
    const auto texts = cdio_texts(source_.member(field));
    if (!texts) {
      source_.draft.refuse(field, "expected a list of texts");
      return false;
    }
    for (std::size_t i = 0; i < texts->size(); ++i) {
      auto pattern = pattern_from_slashes((*texts)[i]);
      if (!pattern) {
        source_.draft.refuse(fmt::format("{}[{}]", field, i), std::move(pattern.error()));
        return false;
      }
      into.push_back(std::move(*pattern));
    }
    return true;
  }

  bool read_conditions() {
    const ValueTree& list = source_.member("conditions");
    if (is_blank(list)) return true;
    if (!list.is(ValueTree::Kind::list)) {
      source_.draft.refuse("conditions", "expected a list");
      return false;
    }
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string place = fmt::format("conditions[{}]", i);
      auto trigger = condition_trigger(list.items[i]);
      if (!trigger) {
        source_.draft.refuse(place, std::move(trigger.error()));
        return false;
      }
      if (trigger->kind == WatchTrigger::Kind::above || trigger->kind == WatchTrigger::Kind::below)
        source_.draft.changed(place, "told once, when the number crosses the bound");
      conditions_.push_back(std::move(*trigger));
    }
    return true;
  }

  CdioWatch& source_;
  std::vector<TextPattern> wanted_;
  std::vector<TextPattern> unwanted_;
  std::vector<WatchTrigger> conditions_;
};

}  // namespace

// trigger_text, text_should_not_be_present, conditions: read together, when the first one that is
// there comes.
void read_cdio_triggers(CdioWatch& source, std::string_view field, const ValueTree&) {
  for (const std::string& name : source.tree.names) {
    if (name != "trigger_text" && name != "text_should_not_be_present" && name != "conditions")
      continue;
    if (name == field) CdioTriggers(source).read();
    return;
  }
}

}  // namespace freshet
