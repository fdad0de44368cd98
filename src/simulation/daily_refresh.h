// One `refresh --once` a day, in virtual time: a site is crawled, a few of its pages are edited,
// and after each run the estimated freshness of the archive is compared with the truth.
//
// Checks of such runs come in bursts, seconds apart, with a day between the bursts. A replay in
// whole days never sees such times.
#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "schedule/live_policy.h"

namespace freshet {

enum class SentValidators : std::uint8_t { all, etag, date, none };
std::string_view validators_name(SentValidators sent);

struct DailyRefreshOptions {
  std::uint64_t seed = 1;
  std::size_t pages = 529;
  std::size_t edited_daily = 2;
  std::size_t edited_third = 5;  // pages edited every third day
  // True: all edits of a day at one moment. False: each at its own time of the day.
  bool edits_in_bursts = true;
  SentValidators validators = SentValidators::all;
  std::chrono::milliseconds delay{0};                // between two requests
  Duration age = std::chrono::days(400);             // of all pages at first sight
  Duration every = std::chrono::days(7);             // refresh.every
  Duration start_varies = std::chrono::minutes(10);  // latest start of a day's run
  int days = 21;
  LivePolicyOptions policy = {};
};

struct RefreshDay {
  int day = 0;
  std::uint64_t checks = 0;
  std::uint64_t changed = 0;
  double believed = 0;  // estimated share of fresh copies at the end of the run
  double fresh = 0;     // true share of them
};

// An edited page at the end of the simulation.
struct EditedPage {
  std::string url;
  bool is_daily = false;
  PageOutlook outlook = {};
};

struct DailyRefreshResult {
  Status status;
  Time ended{};
  std::vector<RefreshDay> days = {};
  std::vector<EditedPage> edited = {};

  // Returns the largest difference of estimate and truth after the day `after`.
  double worst_gap(int after) const;
};

// Creates the archive at `directory`.
DailyRefreshResult run_daily_refresh(Disk& disk, const std::string& directory,
                                     const DailyRefreshOptions& options);

}  // namespace freshet
