// The memory of a watch from check to check.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "watch/watch_line.h"

namespace freshet {

// More than a page has (kWatchLinesMax); those not seen for longest are forgotten.
inline constexpr std::size_t kSeenLinesMax = 30'000;
inline constexpr std::size_t kNoisyPlacesMax = 500;    // the oldest are forgotten
inline constexpr std::size_t kRemovedLinesMax = 1000;  // the same
inline constexpr std::size_t kWatchStateBytesMax = std::size_t{32} << 20;

enum class WatchTrouble : std::uint8_t {
  none,
  error,  // no answer, an answer 4xx or 5xx, a page that stands in for another
  gone,   // 404 or 410
};

struct WatchState {
  // The text that later ones are compared with: the one last told, or, if the watch itself asked
  // for silence (triggers, side, only new lines), the one last accepted. Nothing: never seen.
  std::optional<Time> told_at = {};
  std::string told_version = {};  // the caller's name of that version
  std::string told_title = {};
  WatchLines told = {};
  bool told_stands_in = false;    // that text is itself a stand-in: the page is short
  std::uint64_t compared_by = 0;  // hash of the settings that made the text
  std::optional<double> told_number = {};
  std::optional<double> number = {};  // of the last check that had one

  // A change that is not confirmed yet.
  std::uint64_t candidate = 0;  // hash of its text
  int candidate_checks = 0;
  std::vector<std::uint64_t> candidate_hunks = {};  // hashes of its differences, of whole pages
  int judged_checks = 0;  // comparisons by the judge so far; not counted beyond a few

  int missing_checks = 0;     // in a row, without the part
  bool part_is_lost = false;  // and told

  WatchTrouble told_trouble = WatchTrouble::none;
  int trouble_checks = 0;    // in a row
  int gone_checks = 0;       // in a row, answered 404 or 410
  std::string problem = {};  // of the last check

  std::vector<std::uint64_t> seen_lines = {};     // hashes; of watches for new lines only
  std::vector<std::uint64_t> noisy_places = {};   // where texts differed without a change
  std::vector<std::uint64_t> removed_lines = {};  // lines that told changes removed

  // Returns true if the next check must read the page, even if it answers that it is unchanged.
  bool needs_body() const {
    return !told_at || candidate_checks > 0 || missing_checks > 0 || trouble_checks > 0;
  }

  bool operator==(const WatchState&) const = default;
};

// Returns the state as a JSON object.
std::string to_json(const WatchState& state);

// Reads the output of to_json; any other bytes give Errc::corrupt. Unknown members are ignored,
// missing ones have their defaults.
Result<WatchState> read_watch_state(std::string_view json);

}  // namespace freshet
