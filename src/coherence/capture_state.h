// The coherence of a capture while it runs: at any moment, the state so far.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "coherence/measures.h"

namespace freshet {

// Counts of pages. A page is coherent if its last revisit found the content of the sighting before
// it, and the two lie around the instant.
struct CaptureCounts {
  std::size_t visited = 0;
  std::size_t revisited = 0;
  std::size_t coherent = 0;
  std::size_t changed = 0;

  std::size_t unknown() const { return visited - coherent - changed; }

  // Shares of the visited pages, 0 without any. The first counts pages that wait for their revisit
  // as errors, the second leaves them out.
  double coherent_share() const;
  double coherent_share_of_revisited() const;

  bool operator==(const CaptureCounts&) const = default;
};

// Invariant: the counts are those of the sightings reported so far. A sighting takes constant time.
class CaptureState {
 public:
  // Records a visit: the first sighting of a page in this round. A second one replaces it, for a
  // page that waits for its revisit. A page that is visited after the first revisit was found too
  // late for the instant of this round: it stays unknown.
  void visited(std::uint32_t page, Time at, std::uint64_t content);

  // Records a revisit. A page that was not visited before counts as visited by it.
  void revisited(std::uint32_t page, Time at, std::uint64_t content);

  // Begins a further round: the last sighting of each page counts as its visit, and the instant to
  // prove is after all of them.
  void begin_round();

  const CaptureCounts& counts() const { return counts_; }

  // The instants between all visits, but for the late ones, and all revisits so far; none before
  // the first visit, or if sightings were reported out of order.
  std::optional<Interval> instant() const;

  // Returns the pages that changed in this round, ascending.
  std::vector<std::uint32_t> changed_pages() const;

  // Returns the time since the last sighting of each page at `now`, by page number up to the
  // highest one; none for a page that was not seen.
  std::vector<std::optional<Duration>> ages(Time now) const;

 private:
  enum class Stage : std::uint8_t { unseen, visited, late, coherent, changed };

  struct Page {
    Stage stage = Stage::unseen;
    Time last{};
    std::uint64_t content = 0;
  };

  Page& page_at(std::uint32_t page);

  std::vector<Page> pages_;
  CaptureCounts counts_;
  std::optional<Time> last_visit_;
  std::optional<Time> first_revisit_;
};

}  // namespace freshet
