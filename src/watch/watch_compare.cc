#include "watch/watch_compare.h"

#include <algorithm>
#include <utility>

#include "base/hash.h"
#include "watch/change_filter.h"
#include "watch/first_number.h"
#include "watch/watch_triggers.h"

namespace freshet {
namespace {

constexpr int kGoneStatus = 410;  // says for itself that it is no accident
constexpr int kMissingStatus = 404;
// The judge knows the noise of a page after so many comparisons (change/noise.h).
constexpr int kYoungChecks = 2;
// A page with a smaller share of its lines from the text last told may stand in for it.
constexpr double kSharedLinesMin = 0.3;

std::string status_sentence(int status) { return "the server answered " + std::to_string(status); }

// One check of one watch.
class WatchCheck {
 public:
  WatchCheck(const WatchSpec& spec, WatchState state, const WatchObservation& seen)
      : spec_(spec), state_(std::move(state)), seen_(seen) {}

  WatchStep run() {
    verdict_.since = state_.told_at;
    verdict_.since_version = state_.told_version;
    if (const std::string problem = trouble_of_answer(); !problem.empty())
      on_trouble(problem, seen_.status == kMissingStatus || seen_.status == kGoneStatus);
    else
      on_page();
    return {std::move(state_), std::move(verdict_)};
  }

 private:
  // --- Trouble ---

  std::string trouble_of_answer() const {
    if (seen_.status == 0 || !seen_.problem.empty())
      return seen_.problem.empty() ? "the server did not answer" : seen_.problem;
    if (spec_.compares_error_pages) return {};
    if (seen_.status >= 400) return status_sentence(seen_.status);
    return is_stand_in() ? seen_.part->stand_in : "";
  }

  // A short page that tells of maintenance is the page itself if it has its part, or lines of the
  // text that is known.
  bool is_stand_in() const {
    if (!seen_.part || seen_.part->stand_in.empty()) return false;
    if (!state_.told_at || state_.told_stands_in || is_resettled()) return false;
    return part().is_whole ? shared_lines(state_.told, part().lines) < kSharedLinesMin
                           : !part().is_found;
  }

  int checks_needed() const { return std::max(spec_.confirmations, kTroubleChecks); }

  void on_trouble(const std::string& problem, bool is_gone) {
    ++state_.trouble_checks;
    state_.gone_checks = is_gone ? state_.gone_checks + 1 : 0;
    state_.problem = problem;
    state_.candidate_checks = 0;
    if (!spec_.tells_errors) return;
    const bool is_sure = seen_.status == kGoneStatus && spec_.confirmations <= 1;
    if (is_gone && state_.told_trouble != WatchTrouble::gone) {
      if (is_sure || state_.gone_checks >= checks_needed())
        return tell_trouble(WatchTrouble::gone, WatchEvent::gone);
      verdict_.needs_recheck = true;
    } else if (!is_gone && state_.told_trouble == WatchTrouble::none) {
      if (state_.trouble_checks >= checks_needed())
        return tell_trouble(WatchTrouble::error, WatchEvent::error);
      verdict_.needs_recheck = true;
    }
  }

  void tell_trouble(WatchTrouble trouble, WatchEvent event) {
    state_.told_trouble = trouble;
    verdict_.event = event;
    verdict_.problem = state_.problem;
  }

  // --- The page is there ---

  void on_page() {
    const bool has_recovered = state_.told_trouble != WatchTrouble::none && spec_.tells_errors;
    state_.told_trouble = WatchTrouble::none;
    state_.trouble_checks = state_.gone_checks = 0;
    state_.problem.clear();
    if (!seen_.part) {
      verdict_.needs_recheck = state_.needs_body();
    } else if (!seen_.part->is_found) {
      on_missing_part(has_recovered);
    } else {
      const bool is_back = std::exchange(state_.part_is_lost, false);
      state_.missing_checks = 0;
      compare();
      if (is_back) verdict_.event = WatchEvent::part_back;
    }
    if (has_recovered) verdict_.event = WatchEvent::recovered;
  }

  // A check tells one thing: if that is a recovery, the next check tells that the part is lost.
  void on_missing_part(bool has_recovered) {
    state_.candidate_checks = 0;
    ++state_.missing_checks;
    if (spec_.lost_after <= 0 || state_.part_is_lost) return;
    if (state_.missing_checks < spec_.lost_after || has_recovered) {
      verdict_.needs_recheck = true;
      return;
    }
    state_.part_is_lost = true;
    verdict_.event = WatchEvent::part_lost;
    verdict_.problem = seen_.part->problem;
  }

  // --- Comparing ---

  const PartText& part() const { return *seen_.part; }

  // Returns true if the settings are not those that made the text last told.
  bool is_resettled() const { return state_.compared_by != compared_by(spec_); }

  void compare() {
    text_ = text_of(part().lines);
    note_number();
    if (is_judged() && state_.judged_checks <= kYoungChecks) ++state_.judged_checks;
    if (!state_.told_at || is_resettled()) {
      accept();
      state_.seen_lines.clear();
      state_.noisy_places.clear();
      state_.removed_lines.clear();
      state_.judged_checks = 0;
      remember_seen_lines();
      state_.told_number = state_.number;
      verdict_.event = WatchEvent::first;
      return;
    }
    WatchHunks found = find_differences();
    const bool lasts = is_judged() && keep_lasting(state_, found);
    if (!differs_in_meaning() && !lasts) {
      state_.candidate_checks = 0;
      if (is_judged()) remember_noisy_places(state_, found);
      return;
    }
    if (is_judged() && !lasts) state_.candidate_checks = 0;
    if (is_confirmed(found))
      decide(std::move(found));
    else
      verdict_.needs_recheck = true;
  }

  void note_number() {
    const auto number = first_number(text_);
    if (spec_.keeps_number && number) {
      verdict_.number = number;
      verdict_.number_before = state_.number;
    }
    if (number) state_.number = number;
  }

  bool is_judged() const { return part().is_whole && seen_.change.has_value(); }

  bool differs_in_meaning() const {
    const bool differs = part().lines != state_.told;
    if (!is_judged()) return differs;
    if (has_other_title(state_.told_title, part().title)) return true;
    if (has_line_filters(spec_) && !differs) return false;
    if (seen_.change->meaningful || seen_.change->kind == ChangeClass::removed) return true;
    return differs && brings_back_removed_line(state_, part().lines);
  }

  // A page of which everything is different may be another one that stands in for it.
  bool is_replaced() const { return is_judged() && seen_.change->kind == ChangeClass::removed; }

  WatchHunks find_differences() const {
    WatchHunks found = find_hunks(state_.told, part().lines);
    if (!is_judged()) return found;
    if (has_other_title(state_.told_title, part().title))
      found.hunks.insert(
          found.hunks.begin(),
          {.kind = WatchHunk::Kind::title, .removed = state_.told_title, .added = part().title});
    return found;
  }

  // Whole pages have noise, so that no two texts of one need be the same: some difference must
  // stay. While the noise of a new watch is not known, each needs a second check.
  bool is_confirmed(const WatchHunks& found) {
    const bool is_young = is_judged() && state_.judged_checks <= kYoungChecks;
    const std::uint64_t candidate = is_judged() ? 1 : hash64(text_) | 1;
    if (state_.candidate != candidate) state_.candidate_checks = 0;
    state_.candidate = candidate;
    ++state_.candidate_checks;
    if (is_judged()) remember_differences(state_, found);
    return state_.candidate_checks >=
           (is_replaced() || is_young ? checks_needed() : std::max(spec_.confirmations, 1));
  }

  // Decides on a confirmed change.
  void decide(WatchHunks found) {
    if (is_judged()) leave_out_noise(state_, found);
    leave_out_untold(spec_, state_, part(), found);
    const bool holds = triggers_hold(spec_, {.old_text = text_of(state_.told),
                                             .new_text = text_,
                                             .old_number = first_number(text_of(state_.told)),
                                             .new_number = first_number(text_),
                                             .told_number = state_.told_number,
                                             .words_changed = found.words_changed});
    if (!holds && waits_for_more(spec_, first_number(text_).has_value())) return;
    // The judge also sees images and markup, for which there are no hunks.
    const bool needs_hunks = !is_judged() || spec_.only_new_lines || spec_.side != ChangeSide::both;
    if (holds && (!found.hunks.empty() || !needs_hunks)) {
      verdict_.event = WatchEvent::changed;
      verdict_.hunks = std::move(found.hunks);
      verdict_.hunks_left_out = found.left_out;
      state_.told_number = state_.number;
    }
    remember_removed_lines(state_, part().lines);
    remember_seen_lines();
    accept();
  }

  void accept() {
    state_.told_at = seen_.at;
    state_.told_version = seen_.version;
    state_.told_title = part().title;
    state_.told = part().lines;
    state_.told_stands_in = !part().stand_in.empty();
    state_.compared_by = compared_by(spec_);
    state_.candidate = 0;
    state_.candidate_checks = 0;
    state_.candidate_hunks.clear();
  }

  void remember_seen_lines() {
    if (spec_.only_new_lines) add_seen_lines(state_, part().lines);
  }

  const WatchSpec& spec_;
  WatchState state_;
  const WatchObservation& seen_;
  WatchVerdict verdict_;
  std::string text_;
};

}  // namespace

std::string_view watch_event_text(WatchEvent event) {
  switch (event) {
    case WatchEvent::nothing:
      return "nothing";
    case WatchEvent::first:
      return "first";
    case WatchEvent::changed:
      return "changed";
    case WatchEvent::part_lost:
      return "part lost";
    case WatchEvent::part_back:
      return "part back";
    case WatchEvent::error:
      return "error";
    case WatchEvent::gone:
      return "gone";
    case WatchEvent::recovered:
      return "recovered";
  }
  return "";
}

WatchStep advance(const WatchSpec& spec, WatchState state, const WatchObservation& seen) {
  return WatchCheck(spec, std::move(state), seen).run();
}

}  // namespace freshet
