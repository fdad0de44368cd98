#include "watch/line_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"

namespace freshet {
namespace {

Result<std::vector<TextRegex>> read_patterns(const std::vector<TextPattern>& patterns,
                                             std::string_view list) {
  if (patterns.size() > kWatchPatternsMax)
    return std::unexpected(Error{Errc::invalid, fmt::format("{}: there are more than {} patterns",
                                                            list, kWatchPatternsMax)});
  std::vector<TextRegex> all;
  for (const TextPattern& pattern : patterns) {
    auto read = read_pattern(pattern);
    if (!read)
      return std::unexpected(
          Error{Errc::invalid,
                fmt::format("{} \"{}\": {}", list, visible(pattern.text), read.error().message)});
    all.push_back(*std::move(read));
  }
  return all;
}

bool is_in_one(const std::vector<TextRegex>& patterns, std::string_view text) {
  return std::ranges::any_of(patterns, [&](const TextRegex& each) { return each.is_in(text); });
}

}  // namespace

std::string trimmed_words(std::string_view text) {
  std::string out;
  bool has_space = false;
  for (const char c : text) {
    if (is_ascii_whitespace(c)) {
      has_space = !out.empty();
      continue;
    }
    if (has_space) out += ' ';
    has_space = false;
    out += c;
  }
  return out;
}

Result<TextRegex> read_pattern(const TextPattern& pattern) {
  if (pattern.text.empty()) return std::unexpected(Error{Errc::invalid, "the pattern is empty"});
  return pattern.is_regex ? TextRegex::parse(pattern.text) : TextRegex::of_words(pattern.text);
}

Result<LineFilter> LineFilter::make(const WatchSpec& spec) {
  LineFilter filter;
  auto ignored = read_patterns(spec.ignored, "ignored lines");
  if (!ignored) return std::unexpected(ignored.error());
  auto kept = read_patterns(spec.kept, "kept lines");
  if (!kept) return std::unexpected(kept.error());
  filter.ignored_ = *std::move(ignored);
  filter.kept_ = *std::move(kept);
  filter.trims_ = spec.trims_lines;
  filter.sorts_ = spec.sorts_lines;
  filter.drops_repeated_ = spec.drops_repeated_lines;
  return filter;
}

bool LineFilter::counts(std::string_view text) const {
  if (trim_ascii_whitespace(text).empty() || is_in_one(ignored_, text)) return false;
  return kept_.empty() || is_in_one(kept_, text);
}

WatchLines LineFilter::apply(WatchLines lines) const {
  WatchLines out;
  std::unordered_set<std::string> seen;
  for (WatchLine& line : lines) {
    if (trims_) line.text = trimmed_words(line.text);
    if (!counts(line.text)) continue;
    if (drops_repeated_ && !seen.insert(line.text).second) continue;
    out.push_back(std::move(line));
  }
  if (sorts_) std::ranges::stable_sort(out, {}, &WatchLine::text);
  return out;
}

}  // namespace freshet
