// One page in baskets mode: Meegahapola's detection (predict/baskets.h) as checks at moments.
//
//   first version ──4 h──> poll ──> ... ──21 h──> poll ──> its basket ──loop time──> poll ──> ...
//        ^                                                    │ polls that contradict the basket
//        └────────────────────────────────────────────────────┘
//
// The result of a poll is stored with its check, so that replaying the records of a page by time
// restores its state: a refresh that was killed continues where it was. Polls can be late, since a
// refresh does not always run. A poll that comes after the time of the next one counts as that one,
// and those before it as missed; a poll that comes after all of them restarts the detection.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "predict/baskets.h"

namespace freshet {

// Shared by all pages. `options` are valid (validate).
struct BasketRules {
  BasketOptions options = {};
  BasketClassifier classify = {};
};

// The result of a poll: changes against the first version of the detection, or against the previous
// poll if the page had its basket.
struct PollRecord {
  Time detected_since{};  // equal to the time of the poll: it gave the first version
  ElementChanges elements = {};

  friend bool operator==(const PollRecord& a, const PollRecord& b) {
    return a.detected_since == b.detected_since &&
           a.elements.new_elements == b.elements.new_elements &&
           a.elements.changed_elements == b.elements.changed_elements &&
           a.elements.missing_elements == b.elements.missing_elements;
  }
};

class BasketWatch {
 public:
  // Starts without a first version: the next poll gives it.
  BasketWatch() = default;
  // Starts with the copy made then as first version.
  explicit BasketWatch(Time copied) { begin(copied); }

  // Applies a poll and returns the record to store. `elements` are compared with the copy of
  // compared_with(); if unknown, a change counts as one changed element.
  PollRecord observe(Time at, bool has_changed, const std::optional<ElementChanges>& elements,
                     const BasketRules& rules);

  // Applies a stored poll.
  void restore(Time at, const PollRecord& record, const BasketRules& rules);

  // Restarts the detection because a check that was no poll found a change.
  void disturb(Time at);

  // Returns the time of the next poll; none: as soon as possible.
  std::optional<Time> due(const BasketRules& rules) const;

  // Returns the time of the copy that the next poll is compared with, if any.
  std::optional<Time> compared_with() const;

  double polls_per_day(const BasketRules& rules) const;

  bool has_polls() const { return has_polls_; }
  const BasketPage& page() const { return page_; }

  // Describes the state of the detection, or the reason for the interval, for users.
  std::string words(const BasketRules& rules) const;

 private:
  void begin(Time at);
  bool is_too_late(Time at, const BasketOptions& options) const;

  BasketPage page_;
  std::optional<Time> since_;     // when the first version was seen
  std::optional<Time> last_;      // poll, or first version
  ElementChanges elements_ = {};  // of the poll before
  bool has_polls_ = false;
  bool was_contradicted_ = false;  // the page is being detected again
};

// Returns `stages` of a check with the record added as `poll`, together with its change value and
// the hours of the basket that the page is in afterwards.
std::string with_poll(std::string_view stages, const PollRecord& record, const BasketWatch& after,
                      const BasketRules& rules);

// Returns the record in the stages of a check, if there is one. Accepts any text.
std::optional<PollRecord> poll_of(std::string_view stages);

// Returns the hours of the basket that a page is in after the check with these stages; none: the
// page has no basket, or the check was no poll.
std::optional<double> basket_hours_of(std::string_view stages);

}  // namespace freshet
