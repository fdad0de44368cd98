// The results of a visit and the reason for its end, for status and explain.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "crawl/drop_reason.h"
#include "crawl/visit_reason.h"

namespace freshet {

// Number of answers by HTTP status.
using StatusCounts = std::map<int, std::uint64_t>;

// The state of a host after its last visit.
enum class VisitState : std::uint8_t {
  unknown,  // a report of another version
  complete,
  partial,  // a limit or a trap cut it, URLs of it failed, or it is not finished
  failed,
  left_out,  // it was not visited, since its name server is judged parking
};
std::string_view code_of(VisitState state);  // "complete": for files, programs and people

// The verdict on the name server of a host when its visit began.
struct ParkingNote {
  std::string name_server;   // as name_server_key() gives it
  std::uint64_t parked = 0;  // owners whose home page is clearly parked
  std::uint64_t owners = 0;  // of the newest home pages
  double confidence = 0;
  bool is_probe = false;  // visited to notice when the verdict becomes wrong

  friend bool operator==(const ParkingNote&, const ParkingNote&) = default;
};

struct VisitReport {
  VisitState state = VisitState::unknown;
  VisitReason why = {};
  std::uint64_t pages = 0;   // without checked ones
  std::uint64_t checks = 0;  // of known pages, of this visit only
  std::uint64_t requisites = 0;
  std::uint64_t bytes = 0;
  std::uint64_t requests = 0;
  std::uint64_t recalled = 0;     // taken from the archive instead of the web
  std::uint64_t failures = 0;     // requests
  std::uint64_t failed_urls = 0;  // given up; the next run tries them again
  StatusCounts statuses = {};     // of the answers for pages and requisites
  DropCounts dropped = {};        // URLs not followed
  DropExamples examples = {};     // some of these

  std::optional<std::uint64_t> home_sketch = {};  // of the home page, if it was read
  std::optional<ParkingNote> parking = {};        // if the name server is judged parking

  // Counts a URL that is not followed, and keeps it as an example if it is given.
  void drop(DropReason reason, std::string_view url = {}) {
    ++dropped[reason];
    add_example(examples, reason, url);
  }

  std::string json() const;
  // Returns nothing if it is not a report.
  static std::optional<VisitReport> from_json(std::string_view text);
};

}  // namespace freshet
