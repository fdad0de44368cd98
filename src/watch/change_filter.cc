#include "watch/change_filter.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/json.h"

namespace freshet {
namespace {

static_assert(kSeenLinesMax > kWatchLinesMax, "or a line of the page itself would be forgotten");

// Keeps the last `count_max` of them.
void keep_last(std::vector<std::uint64_t>& hashes, std::size_t count_max) {
  if (hashes.size() > count_max)
    hashes.erase(hashes.begin(), hashes.end() - static_cast<std::ptrdiff_t>(count_max));
}

void write_parts(JsonWriter& json, const std::vector<WatchPart>& parts) {
  json.begin_array();
  for (const WatchPart& part : parts)
    json.value(static_cast<unsigned>(part.kind)).value(part.expression);
  json.end_array();
}

void write_patterns(JsonWriter& json, const std::vector<TextPattern>& patterns) {
  json.begin_array();
  for (const TextPattern& pattern : patterns) json.value(pattern.text).value(pattern.is_regex);
  json.end_array();
}

std::string letters_of(std::string_view title) {
  std::string out;
  for (const char c : title)
    if (!is_ascii_digit(c) && !is_ascii_whitespace(c) && c != '(' && c != ')') out += c;
  return out;
}

std::unordered_set<std::uint64_t> hashes_of(const WatchLines& lines) {
  std::unordered_set<std::uint64_t> hashes;
  for (const WatchLine& line : lines) hashes.insert(line_hash(line.text));
  return hashes;
}

// Returns a hunk for each line that was never seen before, with its beginning if it is long.
std::vector<WatchHunk> new_line_hunks(const WatchState& state, const WatchLines& lines) {
  const std::unordered_set<std::uint64_t> seen(state.seen_lines.begin(), state.seen_lines.end());
  std::vector<WatchHunk> hunks;
  for (const WatchLine& line : lines)
    if (!seen.contains(line_hash(line.text))) hunks.push_back({.added = hunk_line(line.text)});
  return hunks;
}

// The same words at the same place.
std::uint64_t difference_hash(const WatchHunk& hunk) {
  return hash64(std::to_string(hunk.place) + hunk.before + "\n" +
                (hunk.added.empty() ? "-" + hunk.removed : "+" + hunk.added));
}

}  // namespace

std::uint64_t compared_by(const WatchSpec& spec) {
  JsonWriter json;
  json.begin_array().value(spec.url);
  write_parts(json, spec.parts);
  write_parts(json, spec.removed_parts);
  write_patterns(json, spec.ignored);
  write_patterns(json, spec.kept);
  json.value(spec.sorts_lines).value(spec.drops_repeated_lines).value(spec.trims_lines);
  json.value(spec.only_new_lines).value(spec.compares_error_pages).end_array();
  return hash64(json.take());
}

bool has_line_filters(const WatchSpec& spec) {
  return !spec.removed_parts.empty() || !spec.ignored.empty() || !spec.kept.empty();
}

bool has_other_title(std::string_view old_title, std::string_view new_title) {
  if (old_title.empty() || new_title.empty()) return false;
  return letters_of(old_title) != letters_of(new_title);
}

bool waits_for_more(const WatchSpec& spec, bool has_number) {
  return !has_number && std::ranges::any_of(spec.triggers, [](const WatchTrigger& trigger) {
    return trigger.kind == WatchTrigger::Kind::changed_by;
  });
}

double shared_lines(const WatchLines& old_lines, const WatchLines& new_lines) {
  if (new_lines.empty()) return 0;
  const auto before = hashes_of(old_lines);
  const auto shared = std::ranges::count_if(
      new_lines, [&](const WatchLine& line) { return before.contains(line_hash(line.text)); });
  return static_cast<double>(shared) / static_cast<double>(new_lines.size());
}

void remember_noisy_places(WatchState& state, const WatchHunks& noise) {
  for (const WatchHunk& hunk : noise.hunks) {
    std::erase(state.noisy_places, hunk.place);
    state.noisy_places.push_back(hunk.place);
  }
  keep_last(state.noisy_places, kNoisyPlacesMax);
}

void leave_out_noise(const WatchState& state, WatchHunks& found) {
  const std::unordered_set<std::uint64_t> noisy(state.noisy_places.begin(),
                                                state.noisy_places.end());
  const auto is_noise = [&](const WatchHunk& hunk) { return noisy.contains(hunk.place); };
  if (!std::ranges::all_of(found.hunks, is_noise)) std::erase_if(found.hunks, is_noise);
}

void remember_differences(WatchState& state, const WatchHunks& found) {
  state.candidate_hunks.clear();
  for (const WatchHunk& hunk : found.hunks) state.candidate_hunks.push_back(difference_hash(hunk));
}

bool keep_lasting(const WatchState& state, WatchHunks& found) {
  if (state.candidate_checks == 0) return false;
  const std::unordered_set<std::uint64_t> before(state.candidate_hunks.begin(),
                                                 state.candidate_hunks.end());
  const auto lasts = [&](const WatchHunk& hunk) { return before.contains(difference_hash(hunk)); };
  if (std::ranges::none_of(found.hunks, lasts)) return false;
  std::erase_if(found.hunks, [&](const WatchHunk& hunk) { return !lasts(hunk); });
  return true;
}

void remember_removed_lines(WatchState& state, const WatchLines& lines) {
  const auto now = hashes_of(lines);
  const std::unordered_set<std::uint64_t> noisy(state.noisy_places.begin(),
                                                state.noisy_places.end());
  std::erase_if(state.removed_lines, [&](std::uint64_t hash) { return now.contains(hash); });
  std::uint64_t place = 0;
  for (const WatchLine& line : state.told) {
    const std::uint64_t hash = line_hash(line.text);
    if (now.contains(hash))
      place = hash;
    else if (!noisy.contains(place))
      state.removed_lines.push_back(hash);
  }
  keep_last(state.removed_lines, kRemovedLinesMax);
}

bool brings_back_removed_line(const WatchState& state, const WatchLines& lines) {
  if (state.removed_lines.empty()) return false;
  const std::unordered_set<std::uint64_t> removed(state.removed_lines.begin(),
                                                  state.removed_lines.end());
  return std::ranges::any_of(
      lines, [&](const WatchLine& line) { return removed.contains(line_hash(line.text)); });
}

// Lines that are still there move to the end, so that those forgotten are the ones not seen for
// longest.
void add_seen_lines(WatchState& state, const WatchLines& lines) {
  std::unordered_set<std::uint64_t> now = hashes_of(lines);
  std::erase_if(state.seen_lines, [&](std::uint64_t hash) { return now.contains(hash); });
  for (const WatchLine& line : lines)
    if (const std::uint64_t hash = line_hash(line.text); now.erase(hash) > 0)
      state.seen_lines.push_back(hash);
  keep_last(state.seen_lines, kSeenLinesMax);
}

void leave_out_untold(const WatchSpec& spec, const WatchState& state, const PartText& part,
                      WatchHunks& found) {
  if (spec.only_new_lines) {
    found.hunks = new_line_hunks(state, part.lines);
    found.left_out = found.hunks.size() > kHunksMax ? found.hunks.size() - kHunksMax : 0;
    found.hunks.resize(std::min(found.hunks.size(), kHunksMax));
  }
  if (spec.side == ChangeSide::only_added || (part.kind == PageKind::feed && part.is_whole))
    std::erase_if(found.hunks, [](const WatchHunk& hunk) { return hunk.added.empty(); });
  if (spec.side == ChangeSide::only_removed)
    std::erase_if(found.hunks, [](const WatchHunk& hunk) { return hunk.removed.empty(); });
  for (WatchHunk& hunk : found.hunks) {
    if (spec.side == ChangeSide::only_added) hunk.removed.clear();
    if (spec.side == ChangeSide::only_removed) hunk.added.clear();
  }
}

}  // namespace freshet
