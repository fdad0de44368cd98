// One page in baskets mode: Meegahapola's detection (predict/baskets.h) as checks at moments.
//
//   first version ──4 h──> poll ──> ... ──21 h──> poll ──> its basket ──loop time──> poll ──> ...
//        ^                                                    │ polls that contradict the basket
//        └────────────────────────────────────────────────────┘
//
// What a poll saw is kept with its check, so that the records of a page, by time, give the same
// state again: a refresh that was killed goes on where it was. Polls can be late, for a refresh
// does not always run. One that comes after the moment of the next counts as that one, and those
// before it were missed; one that comes after all of them begins the detection anew.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/time.h"
#include "predict/baskets.h"

namespace freshet {

// The same for all pages. `options` are sound (wrong_with).
struct BasketRules {
  BasketOptions options = {};
  BasketClassifier classify = {};
};

// What a poll saw, and since when: against the first version of its detection, or against the poll
// before it if the page had its basket.
struct PollRecord {
  Time detected_since{};  // the moment of the poll itself: it gave the first version
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
  // Of a page without a first version: the next poll gives it.
  BasketWatch() = default;
  // The copy made then is its first version.
  explicit BasketWatch(Time copied) { begin(copied); }

  // Takes a poll in and gives what is to be kept of it. `elements` are against the copy of
  // compared_with(); not known: one changed.
  PollRecord observe(Time at, bool has_changed, const std::optional<ElementChanges>& elements,
                     const BasketRules& rules);

  // The same of a poll that was kept.
  void restore(Time at, const PollRecord& record, const BasketRules& rules);

  // Somebody else found a change: what the polls of a detection saw does not fit to it any more.
  void disturb(Time at);

  // When to poll next; none: at once.
  std::optional<Time> due(const BasketRules& rules) const;

  // The copy that the next poll is compared with; none: it is not.
  std::optional<Time> compared_with() const;

  double polls_per_day(const BasketRules& rules) const;

  bool has_polls() const { return has_polls_; }
  const BasketPage& page() const { return page_; }

  // Where the detection is, or why this interval, in a phrase for people.
  std::string words(const BasketRules& rules) const;

 private:
  void begin(Time at);
  bool is_too_late(Time at, const BasketOptions& options) const;

  BasketPage page_;
  std::optional<Time> since_;     // when the first version was seen
  std::optional<Time> last_;      // poll, or first version
  ElementChanges elements_ = {};  // of the poll before
  bool has_polls_ = false;
  bool was_contradicted_ = false;  // so it is detected again
};

// `stages` of a check with the record among them, as `poll`, and what follows from it for people:
// its change value, and the hours of the basket that the page is in after it.
std::string with_poll(std::string_view stages, const PollRecord& record, const BasketWatch& after,
                      const BasketRules& rules);

// The record in the stages of a check, if there is one. Total: it may be any text.
std::optional<PollRecord> poll_of(std::string_view stages);

// The basket that a page is in after the check of these stages; none: none, or no poll.
std::optional<double> basket_hours_of(std::string_view stages);

}  // namespace freshet
