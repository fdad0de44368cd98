// Rows of the history: checks of known pages, the belief about each page, and the log of events
// that others follow.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "catalog/frontier_rows.h"
#include "catalog/page_key.h"

namespace freshet {

// The result of a check of a known page.
enum class CheckOutcome : std::uint8_t {
  same = 1,     // not modified, or no change that counts
  changed = 2,  // see the class
  gone = 3,     // 404, 410, or sent elsewhere for good
  back = 4,     // it was gone, and is there again
  failed = 5,   // no answer, or one that says nothing about the page: it stays as it was
};

// In the order of their numbers, which begin at 1.
inline constexpr std::array<std::string_view, 5> kOutcomeNames = {"same", "changed", "gone", "back",
                                                                  "failed"};

inline std::string_view outcome_name(CheckOutcome outcome) {
  const std::size_t place = static_cast<std::size_t>(outcome) - 1;
  return place < kOutcomeNames.size() ? kOutcomeNames[place] : "unknown";
}

// One check. The first sight of a page is not a check; its time is the page's `first_seen`.
struct PageCheck {
  PageKey page;
  Time time;
  CheckOutcome outcome = CheckOutcome::same;
  std::uint8_t change = 0;     // ChangeClass of change/judge.h
  bool is_meaningful = false;  // by the judge
  std::uint16_t status = 0;    // of HTTP; 0 if there was no answer
  double score = 0;            // 0 to 1, of the judge
  std::uint64_t bytes = 0;     // of the body that came for it
  std::string stages = {};     // what each stage found, as JSON; empty if there was no answer
  std::optional<Time> changed_at = {};  // of a change: time of the last one, if reported
  std::uint8_t hints = 0;  // received before it: HeardHints of schedule/hints.h, packed

  friend bool operator==(const PageCheck&, const PageCheck&) = default;
};

enum class PageState : std::uint8_t {
  scheduled = 1,
  gone = 2,   // re-checked with exponential back-off
  faded = 3,  // gone for long: not re-checked any more
};

// The group of style sheets, images and other requisites. They have a rate of their own: their
// looks do not predict it, and they do not predict the rates of pages.
inline constexpr std::int32_t kRequisiteGroup = -1;

// The current estimates of a page. Every page that is worth checking has one.
struct PageBelief {
  PageKey page;
  PageState state = PageState::scheduled;
  std::uint16_t depth = 0;       // links from the home page when it was found
  std::int32_t first_group = 0;  // at first sight, 1 is the fastest; 0: no model; -1: requisites
  double first_rate = 0;         // changes a day
  std::int32_t group = 0;        // by all that is known now
  double rate = 0;
  double rate_low = 0;  // the 10 % and 90 % points of the belief
  double rate_high = 0;
  std::optional<Time> first_changed = {};  // the last change before it was seen, if reported
  double weight = 1;
  std::int64_t checks = 0;      // conclusive ones only
  std::int64_t changes = 0;     // among them
  std::int64_t misses = 0;      // consecutive checks that found it gone
  std::int64_t unmodified = 0;  // consecutive answers 304
  std::optional<Time> checked = {};
  std::optional<Time> changed = {};
  std::optional<Time> next_check = {};  // as planned; none: not planned
  std::string why = {};                 // the plan in a phrase, for people
  // The time when a page dropped its link to this one, if no page that was read since has such a
  // link. Read only: it is changed by marks alone.
  std::optional<Time> unlinked = {};

  bool is_requisite() const { return first_group == kRequisiteGroup; }

  friend bool operator==(const PageBelief&, const PageBelief&) = default;
};

// Evidence about a page from other pages. It changes one field of the page's belief and leaves the
// rest. A mark on a page without a belief is left out.
struct PageMark {
  enum class Kind : std::uint8_t {
    first_changed,  // stored unless it is known already
    unlinked,       // a link to it was dropped; the first moment is kept
    linked,         // there is a link to it
  };
  PageKey page;
  Kind kind = Kind::linked;
  Time time{};  // not used by `linked`
};

enum class EventKind : std::uint8_t {
  added = 1,
  changed = 2,
  removed = 3,
  redesigned = 4,  // of a site: its URL is that of the home page
};

// An event for programs that follow the archive. Numbers rise by one from 1, in the order of
// commits. A number is never used again, and an event is never changed.
struct PageEvent {
  std::int64_t number = 0;  // given by the catalog
  EventKind kind = EventKind::added;
  std::string url = {};
  Time time{};                            // of the snapshot, or of the check that found it gone
  std::uint8_t change = 0;                // ChangeClass, of `changed`
  std::optional<Sha1Digest> digest = {};  // of the payload now
  std::optional<Time> before = {};        // the snapshot that it was compared with
  std::optional<Sha1Digest> digest_before = {};

  friend bool operator==(const PageEvent&, const PageEvent&) = default;
};

// The findings about pages. A check or belief of a page that is not in the catalog is left out.
struct PageNews {
  std::optional<LeaseFence> fence = {};  // left out unless this lease is held at the commit
  std::vector<PageCheck> checks = {};    // each replaces one of the same page and time
  std::vector<PageBelief> beliefs = {};  // each replaces the belief of its page
  std::vector<PageMark> marks = {};      // after the beliefs, in this order
  std::vector<PageEvent> events = {};    // appended in this order; their numbers are not read

  bool is_empty() const {
    return checks.empty() && beliefs.empty() && marks.empty() && events.empty();
  }
};

}  // namespace freshet
