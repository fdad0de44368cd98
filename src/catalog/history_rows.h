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

// What a check of a known page found.
enum class CheckOutcome : std::uint8_t {
  same = 1,     // not modified, or nothing that counts
  changed = 2,  // see the class
  gone = 3,     // 404, 410, or sent elsewhere for good
  back = 4,     // it was gone, and is there again
  failed = 5,   // no answer, or none that says anything of the page: it stays as it was
};

// In the order of their numbers, which begin at 1.
inline constexpr std::array<std::string_view, 5> kOutcomeNames = {"same", "changed", "gone", "back",
                                                                  "failed"};

inline std::string_view outcome_name(CheckOutcome outcome) {
  const std::size_t place = static_cast<std::size_t>(outcome) - 1;
  return place < kOutcomeNames.size() ? kOutcomeNames[place] : "unknown";
}

// One check. The first sight of a page is none: that is the page's `first_seen`.
struct PageCheck {
  PageKey page;
  Time time;
  CheckOutcome outcome = CheckOutcome::same;
  std::uint8_t change = 0;     // ChangeClass of change/judge.h
  bool is_meaningful = false;  // the judge's word
  std::uint16_t status = 0;    // of HTTP; 0 if there was no answer
  double score = 0;            // 0 to 1, of the judge
  std::uint64_t bytes = 0;     // of the body that came for it
  std::string stages = {};     // what each stage found, as JSON; empty if there was no answer
  std::optional<Time> changed_at = {};  // of a change: when the last one was, if that is told
  std::uint8_t hints = 0;               // heard before it: HeardHints of schedule/hints.h, packed

  friend bool operator==(const PageCheck&, const PageCheck&) = default;
};

enum class PageState : std::uint8_t {
  scheduled = 1,
  gone = 2,   // re-checked with exponential back-off
  faded = 3,  // gone for long: not re-checked any more
};

// The group of style sheets, images and other requisites. They have a rate of their own: how they
// look says nothing of it, and they say nothing of the pages.
inline constexpr std::int32_t kRequisiteGroup = -1;

// What is believed of a page. There is one for each page that is worth checking.
struct PageBelief {
  PageKey page;
  PageState state = PageState::scheduled;
  std::uint16_t depth = 0;       // links from the home page when it was found
  std::int32_t first_group = 0;  // at first sight, 1 is the fastest; 0: no model; or of requisites
  double first_rate = 0;         // changes a day
  std::int32_t group = 0;        // by all that is known now
  double rate = 0;
  double rate_low = 0;  // the 10 % and 90 % points of what is believed
  double rate_high = 0;
  std::optional<Time> first_changed = {};  // the last change before it was seen, if that is told
  double weight = 1;
  std::int64_t checks = 0;      // that said something
  std::int64_t changes = 0;     // among them
  std::int64_t misses = 0;      // in a row: gone
  std::int64_t unmodified = 0;  // in a row: 304
  std::optional<Time> checked = {};
  std::optional<Time> changed = {};
  std::optional<Time> next_check = {};  // as planned; none: not planned
  std::string why = {};                 // the plan in a phrase, for people
  // A page dropped its link to this one, and no page that was read since has one. Read only: it
  // is changed by marks alone.
  std::optional<Time> unlinked = {};

  bool is_requisite() const { return first_group == kRequisiteGroup; }

  friend bool operator==(const PageBelief&, const PageBelief&) = default;
};

// What other pages say of a page: changes one thing that is believed of it and leaves the rest. A
// mark on a page without a belief is left out.
struct PageMark {
  enum class Kind : std::uint8_t {
    first_changed,  // kept unless that is known
    unlinked,       // a link to it was dropped; the first moment is kept
    linked,         // there is a link to it
  };
  PageKey page;
  Kind kind = Kind::linked;
  Time time{};  // not of `linked`
};

enum class EventKind : std::uint8_t { added = 1, changed = 2, removed = 3 };

// What whoever follows the archive hears. Numbers rise by one from 1, in the order of commits; no
// number is ever used again, nor is an event changed.
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

// What was found out about pages. A check or belief of a page that is not there is left out.
struct PageNews {
  std::optional<LeaseFence> fence = {};  // left out unless this lease is held at the commit
  std::vector<PageCheck> checks = {};    // each replaces one of the same page and time
  std::vector<PageBelief> beliefs = {};  // each replaces what was believed of its page
  std::vector<PageMark> marks = {};      // after the beliefs, in this order
  std::vector<PageEvent> events = {};    // appended in this order; their numbers are not read

  bool is_empty() const {
    return checks.empty() && beliefs.empty() && marks.empty() && events.empty();
  }
};

}  // namespace freshet
