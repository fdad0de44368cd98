// The invariance intervals of a page: the stretches of time in which it is proven to have had one
// content.
//
// Two sightings of the same content with no other content seen between them span such a stretch. A
// trusted Last-Modified extends it to the left, a 304 to the right. Everything that is said about
// coherence follows from these intervals: pages are coherent if their intervals share an instant
// (Spaniol, "Data quality in web archiving", 2009).
//
// A page that changed and changed back between two sightings cannot be told from one that did not
// change.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/time.h"

namespace freshet {

// A closed interval: from <= until.
struct Interval {
  Time from;
  Time until;

  bool contains(Time time) const { return from <= time && time <= until; }
  bool operator==(const Interval&) const = default;
};

// How a sighting knows its content.
enum class SightKind : std::uint8_t {
  fetched,       // the whole body
  not_modified,  // a 304
  same_length,   // an answer to HEAD: a hint, no proof
  dated,         // a trusted Last-Modified; only as the left end of an interval
};

// The content of a page that is not there: 404 and 410.
inline constexpr std::uint64_t kAbsent = ~std::uint64_t{0};

// One sighting of a page. The content was produced between `sent` and `received`.
struct Sighting {
  Time sent;
  Time received;  // equals `sent` if the source knows only one time
  // Equal numbers are the same content: by bytes, or by the judge.
  std::uint64_t content = 0;
  std::optional<Time> modified = {};  // trusted Last-Modified, corrected by the server's clock
  SightKind kind = SightKind::fetched;

  bool operator==(const Sighting&) const = default;
};

// The page had one content from the receipt of the first sighting, or from its trusted date, to the
// request of the last. Of a single sighting without a date both ends are the middle of the
// exchange.
struct Invariance {
  Interval interval;
  std::uint64_t content = 0;
  SightKind left = SightKind::fetched;
  SightKind right = SightKind::fetched;
  std::uint32_t sightings = 0;

  bool operator==(const Invariance&) const = default;
};

// The kinds of sightings that intervals are made of.
enum class Evidence : std::uint8_t {
  any,
  proofs,  // answers to HEAD end no interval; one that contradicts still divides two
};

// Returns the intervals of one page in the order of time. They do not overlap. Sightings are
// expected in the order of `sent`; others are sorted first. A sighting received before it was sent
// counts as received then.
//
// A date is ignored if it is later than its sighting, or earlier than a sighting of another
// content.
std::vector<Invariance> invariance_intervals(std::span<const Sighting> by_time,
                                             Evidence evidence = Evidence::any);

}  // namespace freshet
