#include <fmt/format.h>

#include "watch/cdio_source.h"
#include "watch/python_regex.h"
#include "watch/watch_check.h"
#include "watch/xpath_dialect.h"

namespace freshet {
namespace {

// Reads one selector by its prefix. Returns the problem.
std::optional<std::string> read_cdio_selector(std::string_view text, WatchPart& part,
                                              std::string& change) {
  const auto behind = [&](std::string_view prefix) { return text.substr(prefix.size()); };
  if (text.starts_with("jq:") || text.starts_with("jqraw:")) return "jq is not supported";
  if (text.starts_with("json:")) {
    part = {WatchPart::Kind::json_path, std::string(behind("json:"))};
    change = "JSONPath is read by RFC 9535";
  } else if (text.starts_with("xpath1:")) {
    part = {WatchPart::Kind::xpath, std::string(behind("xpath1:"))};
  } else if (text.starts_with("xpath:") || text.starts_with('/')) {
    if (text.starts_with("xpath:")) text = behind("xpath:");
    if (auto problem = beyond_xpath_1(text)) return problem;
    part = {WatchPart::Kind::xpath, std::string(text)};
    change = "read as XPath 1.0";
  } else {
    part = {WatchPart::Kind::css, std::string(text)};
  }
  return check_part(part);
}

void read_cdio_selectors(CdioWatch& source, std::string_view field, const ValueTree& value,
                         std::vector<WatchPart>& into) {
  const auto texts = cdio_texts(value);
  if (!texts) return source.draft.refuse(field, "expected a list of texts");
  for (std::size_t i = 0; i < texts->size(); ++i) {
    WatchPart part;
    std::string change;
    const std::string place = fmt::format("{}[{}]", field, i);
    if (auto problem = read_cdio_selector((*texts)[i], part, change))
      return source.draft.refuse(place, std::move(*problem));
    into.push_back(std::move(part));
    if (!change.empty()) source.draft.changed(place, change);
  }
}

// One text of extract_text as a part.
std::expected<WatchPart, std::string> extracting_part(std::string_view text) {
  auto pattern = pattern_from_slashes(text);
  if (!pattern) return std::unexpected(std::move(pattern.error()));
  if (!pattern->is_regex)
    return WatchPart{WatchPart::Kind::regex, fmt::format("(?i){}", quoted_regex(text))};
  if (group_count(pattern->text) > 1)
    return std::unexpected("several groups in one expression are not supported");
  return WatchPart{WatchPart::Kind::regex, std::move(pattern->text)};
}

bool is_off(const ValueTree& value) { return value.is(ValueTree::Kind::boolean) && !value.claim; }

}  // namespace

void read_cdio_parts(CdioWatch& source, std::string_view field, const ValueTree& value) {
  read_cdio_selectors(source, field, value, source.draft.watch.parts);
}

void read_cdio_removed(CdioWatch& source, std::string_view field, const ValueTree& value) {
  read_cdio_selectors(source, field, value, source.draft.watch.removed_parts);
}

void read_cdio_ignored(CdioWatch& source, std::string_view field, const ValueTree& value) {
  const auto texts = cdio_texts(value);
  if (!texts) return source.draft.refuse(field, "expected a list of texts");
  for (std::size_t i = 0; i < texts->size(); ++i) {
    auto pattern = pattern_from_slashes((*texts)[i]);
    if (!pattern)
      return source.draft.refuse(fmt::format("{}[{}]", field, i), std::move(pattern.error()));
    source.draft.watch.ignored.push_back(std::move(*pattern));
  }
}

void read_cdio_kept(CdioWatch& source, std::string_view field, const ValueTree& value) {
  const auto texts = cdio_texts(value);
  if (!texts) return source.draft.refuse(field, "expected a list of texts");
  for (const std::string& text : *texts) source.draft.watch.kept.push_back({text, false});
}

void read_cdio_extract(CdioWatch& source, std::string_view field, const ValueTree& value) {
  const auto texts = cdio_texts(value);
  if (!texts) return source.draft.refuse(field, "expected a list of texts");
  if (texts->empty()) return;
  if (!is_blank(source.member("include_filters"))) {
    return source.draft.refuse(field, "extracting text from selected parts only is not supported");
  }
  for (std::size_t i = 0; i < texts->size(); ++i) {
    auto part = extracting_part((*texts)[i]);
    if (!part) return source.draft.refuse(fmt::format("{}[{}]", field, i), std::move(part.error()));
    source.draft.watch.parts.push_back(std::move(*part));
  }
}

// filter_text_added, filter_text_removed, filter_text_replaced: read together, once. A replaced
// line is to us a line removed and one added.
void read_cdio_side(CdioWatch& source, std::string_view field, const ValueTree&) {
  const bool added = !is_off(source.member("filter_text_added"));
  const bool removed = !is_off(source.member("filter_text_removed"));
  const bool replaced = !is_off(source.member("filter_text_replaced"));
  ChangeSide& side = source.draft.watch.side;
  if (!added && !removed && !replaced)
    return source.draft.refuse(field, "no change would ever be told");
  if (added && removed) {
    if (!replaced && field == "filter_text_replaced")
      source.draft.changed(field, "replaced lines count as removed and added");
    return;
  }
  if (!added && !removed)
    return source.draft.refuse(field, "telling replaced lines only is not supported");
  side = added ? ChangeSide::only_added : ChangeSide::only_removed;
  if (field == "filter_text_replaced" && !replaced)
    source.draft.changed(field,
                         fmt::format("replaced lines count as {}", added ? "added" : "removed"));
}

}  // namespace freshet
