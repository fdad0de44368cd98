// Rows of captures: copies of whole sites that are to be of one moment (docs/design/coherence.md).
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "url/host.h"

namespace freshet {

enum class CaptureStage : std::uint8_t {
  visiting = 1,    // pages are visited; the instant to prove comes after all of them
  revisiting = 2,  // pages are revisited after that instant
  ended = 3,       // see CaptureEnd
};

// Why a capture ended.
enum class CaptureEnd : std::uint8_t {
  none = 0,            // it has not
  all_revisited = 1,   // every page that could be
  target_reached = 2,  // as many pages as asked for are coherent
  rounds_used_up = 3,  // without reaching the target
  budget_used_up = 4,  // requests for revisits
  time_used_up = 5,
  out_of_reach = 6,     // the site did not answer any more
  nothing_visited = 7,  // there is no page
};

// In the order of their numbers, which begin at 1.
inline constexpr std::array<std::string_view, 3> kCaptureStageNames = {"visiting", "revisiting",
                                                                       "ended"};
// In the order of their numbers, which begin at 0.
inline constexpr std::array<std::string_view, 8> kCaptureEndNames = {
    "none",           "all_revisited", "target_reached", "rounds_used_up",
    "budget_used_up", "time_used_up",  "out_of_reach",   "nothing_visited"};

inline std::string_view name_of(CaptureStage stage) {
  const std::size_t place = static_cast<std::size_t>(stage) - 1;
  return place < kCaptureStageNames.size() ? kCaptureStageNames[place] : "unknown";
}

inline std::string_view name_of(CaptureEnd end) {
  const auto place = static_cast<std::size_t>(end);
  return place < kCaptureEndNames.size() ? kCaptureEndNames[place] : "unknown";
}

// How a capture is to be made. It does not change while the capture lasts.
struct CaptureOrder {
  std::vector<std::string> seeds = {};            // URLs
  std::string policy = {};                        // a row of coherence/plan.h
  double eta = 0.5;                               // of policies with a threshold
  std::optional<std::int64_t> revisits_max = {};  // budget; none: each page
  double target = 0;                              // share of coherent pages to reach; 0: none
  std::int64_t rounds_max = 1;
  Duration time_max{};      // 0: no limit
  bool asks_whole = false;  // every page is fetched in full: 304s are not accepted as proof

  friend bool operator==(const CaptureOrder&, const CaptureOrder&) = default;
};

// Counts of pages. Coherent, changed and unknown add up to the pages of the capture.
struct CaptureTally {
  std::int64_t visited = 0;
  std::int64_t revisited = 0;
  std::int64_t coherent = 0;  // proven for the instant
  std::int64_t changed = 0;
  std::int64_t unknown = 0;

  friend bool operator==(const CaptureTally&, const CaptureTally&) = default;
};

// A capture. The times at which its pages were seen are not here: they are those of the snapshots
// and checks of its hosts from `began` to `ended`.
struct CaptureRow {
  std::int64_t id = 0;    // given by the catalog, counted up
  std::string name = {};  // unique
  CaptureOrder order = {};
  std::vector<Host> hosts = {};  // whose pages it has, found so far
  Time began{};
  std::optional<Time> ended = {};
  CaptureStage stage = CaptureStage::visiting;
  CaptureEnd end = CaptureEnd::none;

  std::int64_t round = 1;
  Time round_began{};                      // visits of this round are not before
  std::optional<Time> round_instant = {};  // visits are up to it, revisits after it; none: visiting

  // The instants that the counts hold for: the best of all rounds.
  std::optional<Time> instant_from = {};
  std::optional<Time> instant_until = {};
  CaptureTally tally = {};
  std::int64_t requests = 0;  // for visits and revisits

  std::int64_t pauses = 0;  // times that it was interrupted and resumed
  Duration paused{};        // together
  double pause_cost = 0;    // pages that are expected to be lost by them

  friend bool operator==(const CaptureRow&, const CaptureRow&) = default;
};

}  // namespace freshet
