// The freshness of an archive, the results of its checks and the worth of the checks, as values.
// report_text.h and report_html.h show them. Design: docs/design/report.md.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "catalog/history_rows.h"
#include "report/equal_visiting.h"
#include "report/funnel.h"

namespace freshet {

// A page with its current estimates.
struct ReportedPage {
  PageKey page;
  PageState state = PageState::scheduled;
  Time first_seen{};
  // Of those that are watched:
  double rate = 0;  // changes a day; the mean of the belief, its 10 % and 90 % points
  double rate_low = 0;
  double rate_high = 0;
  double fresh = 0;  // the probability that our copy is what is there now
};

struct CheckSums {
  std::uint64_t same = 0;
  std::uint64_t changed = 0;
  std::uint64_t gone = 0;
  std::uint64_t back = 0;
  std::uint64_t failed = 0;
  std::uint64_t not_modified = 0;  // among the same: by a 304, without a body
  std::uint64_t bytes = 0;

  std::uint64_t checks() const { return same + changed + gone + back + failed; }
  void add(const PageCheck& check);
};

struct HostReport {
  std::string name;           // with its port, as url/host.h writes it
  std::size_t scheduled = 0;  // pages
  std::size_t gone = 0;       // faded ones included
  double rate = 0;            // mean of its pages, changes a day
  double fresh = 0;           // the share of its copies that are believed to be fresh
  CheckSums checks = {};
};

struct ChangedPage {
  std::string url;
  Time time{};
  std::uint8_t change = 0;  // ChangeClass of change/judge.h
  double score = 0;
};

// A page that was found, or is gone.
struct MovedPage {
  std::string url;
  Time time{};
};

// A page to which no page of its host links any more.
struct OrphanPage {
  std::string url;
  Time since{};
};

// Histogram of pages by change rate: kRateBinsPerDecade bins for each factor of ten.
inline constexpr double kRateBinsFrom = 1e-4;  // changes a day; slower pages are in the first bin
inline constexpr std::size_t kRateBinsPerDecade = 4;
inline constexpr std::size_t kRateBins = 6 * kRateBinsPerDecade;  // faster ones are in the last

inline constexpr std::size_t kChangedPagesMax = 20;
inline constexpr std::size_t kOrphansListedMax = 10;
// So far back checks are compared with equal visiting.
inline constexpr auto kComparedDays = std::chrono::days(90);

struct Report {
  Time now{};
  std::size_t scheduled = 0;
  std::size_t gone = 0;
  std::size_t faded = 0;
  double fresh = 0;  // the share of watched copies
  CheckSums checks = {};
  std::optional<Time> first_check = {};
  std::optional<Time> last_check = {};
  std::map<std::chrono::sys_days, CheckSums> days = {};  // those that had checks
  std::vector<HostReport> hosts = {};                    // the most changing first
  std::vector<ChangedPage> changed = {};                 // the last kChangedPagesMax, newest first
  std::vector<MovedPage> added = {};                     // since the first check: likewise
  std::vector<MovedPage> removed = {};                   // likewise
  std::array<std::size_t, kRateBins> rates = {};         // watched pages
  std::vector<OrphanPage> orphans = {};                  // the newest first
  std::size_t orphans_unsure = 0;  // may be some: too much would have to be read
  std::optional<EqualVisiting> equal = {};
  Funnel funnel = {};
  Time equal_from{};  // what is compared, if anything is
  Time equal_until{};
};

// Gathers a report. Not thread-safe. Memory: some 80 bytes for a page, 32 for each check of the
// last kComparedDays.
class ReportMaker {
 public:
  explicit ReportMaker(Time now) { report_.now = now; }

  // All pages come before all checks.
  void add(const ReportedPage& page);
  // Page by page, each page's by time. Checks after `now` are left out.
  void add(const PageCheck& check);

  Report finish() &&;

 private:
  struct Page {
    std::uint32_t host = 0;
    bool is_scheduled = false;
    Time first_seen{};
    Time copied{};  // the last before the days that are compared
    BelievedRate rate = {};
  };
  struct RecentCheck {
    std::uint32_t page;
    bool has_changed;
    Time time;
    std::optional<Time> told;
  };

  std::uint32_t host_number(const PageKey& page);
  void note_change(const PageCheck& check);
  void compare();

  Report report_;
  double fresh_pages_ = 0;
  std::vector<Page> pages_;
  std::unordered_map<std::uint64_t, std::uint32_t> by_url_;   // hash64 of the URL
  std::unordered_map<std::uint64_t, std::uint32_t> by_host_;  // hash of the host
  std::vector<RecentCheck> recent_;                           // that gave a copy, by page
};

}  // namespace freshet
