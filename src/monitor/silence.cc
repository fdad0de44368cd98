#include "monitor/silence.h"

#include <algorithm>
#include <optional>

#include "watch/line_filter.h"

namespace freshet {
namespace {

struct ReadRule {
  RuleId id = 0;
  std::optional<TextRegex> pattern = {};
  std::optional<std::uint64_t> block = {};
  std::int64_t hits = 0;

  bool silences(const WatchHunk& hunk) const {
    if (pattern && (pattern->is_in(hunk.removed) || pattern->is_in(hunk.added))) return true;
    return block && (*block == hunk.place || *block == line_hash(hunk.removed) ||
                     *block == line_hash(hunk.added));
  }
};

}  // namespace

Silenced silence(const std::vector<Rule>& rules, std::vector<WatchHunk>& hunks) {
  std::vector<ReadRule> read;
  for (const Rule& rule : rules) {
    ReadRule each{.id = rule.id, .block = rule.block};
    if (rule.pattern)
      if (auto pattern = read_pattern(*rule.pattern)) each.pattern = *std::move(pattern);
    read.push_back(std::move(each));
  }
  const std::size_t removed = std::erase_if(hunks, [&](const WatchHunk& hunk) {
    const auto rule =
        std::ranges::find_if(read, [&](const ReadRule& each) { return each.silences(hunk); });
    if (rule == read.end()) return false;
    ++rule->hits;
    return true;
  });
  Silenced result{.all = removed > 0 && hunks.empty()};
  for (const ReadRule& rule : read)
    if (rule.hits > 0) result.hits.push_back({.rule = rule.id, .hits = rule.hits});
  return result;
}

}  // namespace freshet
