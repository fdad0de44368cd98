// The book of a capture: its pages, how often each changes, and what was seen of them.
//
// A round has two halves. Its visits come before one instant and its revisits after it; a page that
// is found the same on both sides is proven for that instant. In a further round the last sighting
// of a page counts as its visit. Pure; the running state is coherence/capture_state.h.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/time.h"
#include "capture/requisite_book.h"
#include "catalog/capture_rows.h"
#include "catalog/history_rows.h"
#include "catalog/page_key.h"
#include "coherence/capture_state.h"

namespace freshet {

using CapturePage = std::uint32_t;  // the number of a page in the book

// Why nothing is known of a page at the instant of the round.
enum class CaptureGap : std::uint8_t {
  found_late,     // after the instant
  not_visited,    // before the instant: no time, or it could not be reached
  not_revisited,  // after the instant: no budget, no time, or not yet
  no_answer,      // the last attempt got none that says anything about the page
  forbidden,      // the last attempt was refused: 401, 403, 451
};

inline constexpr std::size_t kCaptureGaps = 5;
std::string_view name_of(CaptureGap gap);

struct BookedPage {
  PageKey key;
  double changes_per_day = -1;         // negative: unknown
  std::uint16_t depth = 0;             // links from the home page
  bool is_new = false;                 // found by this capture
  std::uint64_t content = 0;           // as seen last: a number that each change raises, or kAbsent
  std::uint64_t versions = 0;          // numbers given so far
  std::optional<Time> seen = {};       // last
  std::optional<Time> visited = {};    // last before the instant
  std::optional<Time> revisited = {};  // first after the instant
  // Its ETag, or its date if it has none, was seen to change together with the page. Before that a
  // 304 is no proof: some servers never change them.
  bool has_proven_validators = false;
  std::optional<int> failed_status = {};  // of the last attempt, if it failed; 0: no answer
};

// Invariant: the counts are those of the sightings so far. Not thread-safe.
class CaptureBook {
 public:
  // Returns the number of the page; adds it if it is not there.
  CapturePage add(const PageKey& key);
  std::optional<CapturePage> find(std::string_view url) const;
  BookedPage& operator[](CapturePage page) { return pages_[page]; }
  const BookedPage& operator[](CapturePage page) const { return pages_[page]; }
  std::size_t size() const { return pages_.size(); }

  // Records the first sight of a new page.
  void observe_first(CapturePage page, Time time);
  // Records a check. One that failed is no sighting.
  void observe_check(CapturePage page, Time time, CheckOutcome outcome, int status);

  // Learns from a check, one of an earlier time included, if the validators change with the page.
  void observe_validators(CapturePage page, const PageCheck& check);

  // Ends the visits of this round: sightings from now on are after the instant.
  void begin_revisits(Time instant);
  // Begins a further round.
  void begin_round();
  std::optional<Time> instant() const { return instant_; }

  // Returns the counts for the instant of this round; before it, nothing is coherent.
  CaptureTally tally() const;
  // Returns the unknown pages by reason.
  std::map<CaptureGap, std::int64_t> gaps() const;
  // Returns the instants that this round proves.
  std::optional<Interval> proven() const;
  // Returns the pages that changed in this round.
  std::vector<CapturePage> changed_pages() const { return state_.changed_pages(); }
  RequisiteBook& requisites() { return requisites_; }
  const RequisiteBook& requisites() const { return requisites_; }
  // Sightings so far, of all rounds.
  std::int64_t sightings() const { return sightings_; }
  std::optional<Time> last_sighting() const { return last_; }

 private:
  void see(CapturePage page, Time time, std::uint64_t content);

  std::vector<BookedPage> pages_;
  std::unordered_map<std::string, CapturePage> by_url_;
  CaptureState state_;
  RequisiteBook requisites_;
  std::optional<Time> instant_;
  std::int64_t sightings_ = 0;
  std::optional<Time> last_;
};

}  // namespace freshet
