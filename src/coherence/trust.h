// How far the dates and validators of a server are believed: its clock, estimated from Date
// headers, and what was seen of its pages.
//
// A Last-Modified extends an invariance interval to the left and a 304 to the right, so wrong dates
// would produce false proofs. A date that says "unchanged since" of a page that was seen with other
// content after that time contradicts the sightings; so do equal validators of two contents. Then
// neither dates nor 304s of this host are proofs, except 304s of pages whose own validators were
// seen to change with them.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"
#include "coherence/invariance.h"

namespace freshet {

// Dates before the web are mistakes.
inline constexpr Time kEarliestDate =
    std::chrono::sys_days{std::chrono::year{1990} / std::chrono::January / 1};

// HTTP dates are cut to seconds.
inline constexpr Duration kDateStep = std::chrono::seconds(1);

// A sighting with the answer's own dates, by the server's clock.
struct AnsweredSighting {
  Sighting sighting;                       // without `modified`
  std::optional<Time> served = {};         // Date, unless a cache answered
  std::optional<Time> last_modified = {};  // as written
  std::uint64_t validator = 0;             // hash of ETag, or of Last-Modified; 0: none
};

// The clock of a server against ours.
struct ServerClock {
  Duration ahead{};         // of ours; negative: behind
  Duration uncertainty{};   // the true value is mostly within this of `ahead`
  std::size_t answers = 0;  // with a Date; 0: nothing is known, and `ahead` is 0

  // Returns true if the clock is wrong by more than its uncertainty and two seconds.
  bool is_wrong() const;

  bool operator==(const ServerClock&) const = default;
};

// Returns the median of what the answers say. An answer with date D that was requested at s and
// received at r says that the server is ahead by D - r to D + 1 s - s.
ServerClock estimate_clock(std::span<const AnsweredSighting> answers);

// The dates and validators of one host.
struct HostDates {
  ServerClock clock = {};
  std::size_t dated = 0;         // answers with a Last-Modified that may be true
  std::size_t ignored = 0;       // in the future, or before 1990
  std::size_t confirmed = 0;     // changes that were seen and dated between the two sightings
  std::size_t contradicted = 0;  // changes that were seen and dated before the earlier sighting
  std::size_t stuck = 0;         // changes that were seen while the validator stayed

  bool are_dates_trusted() const { return contradicted == 0 && stuck == 0; }
  bool are_validators_trusted() const { return stuck == 0; }

  bool operator==(const HostDates&) const = default;
};

// The sightings of one page, in the order of `sent`.
using AnsweredPage = std::vector<AnsweredSighting>;

// Learns from all pages of a host. Contents are numbered already.
HostDates learn_dates(std::span<const AnsweredPage> pages);

// Returns the sightings of a page with the dates that are trusted, by our clock; a date stands for
// the latest moment that it may mean. A 304 of a host whose validators are not trusted becomes a
// hint (SightKind::same_length), unless each change of this page that was seen changed its
// validator.
std::vector<Sighting> trusted_sightings(const AnsweredPage& page, const HostDates& dates);

}  // namespace freshet
