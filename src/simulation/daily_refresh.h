// One `refresh --once` a day, in virtual time: a site is crawled, a few of its pages are edited,
// and after each run the belief about the archive is compared with the truth.
//
// Checks of such runs come in bursts, seconds apart, with a day between the bursts. A replay that
// counts in whole days never sees those moments.
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
  std::size_t edited_third = 5;  // pages that are edited every third day
  // True: all edits of a day at one moment. False: each at its own time of the day.
  bool edits_in_bursts = true;
  SentValidators validators = SentValidators::all;
  std::chrono::milliseconds delay{0};                // between two requests
  Duration age = std::chrono::days(400);             // of all pages when they are first seen
  Duration every = std::chrono::days(7);             // as refresh.every
  Duration start_varies = std::chrono::minutes(10);  // how late a day's run begins, at most
  int days = 21;
  LivePolicyOptions policy = {};
};

struct RefreshDay {
  int day = 0;
  std::uint64_t checks = 0;
  std::uint64_t changed = 0;
  double believed = 0;  // share of the copies believed to be fresh when the run has ended
  double fresh = 0;     // ... that are
};

// A page that is edited, when all days have passed.
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

  // The largest distance of belief and truth after the day `after`.
  double worst_gap(int after) const;
};

// The archive is made at `directory`.
DailyRefreshResult run_daily_refresh(Disk& disk, const std::string& directory,
                                     const DailyRefreshOptions& options);

}  // namespace freshet
