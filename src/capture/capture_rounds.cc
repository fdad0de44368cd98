// The halves of the rounds of a capture, and its begin and end.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/wording.h"
#include "capture/capture_orders.h"
#include "capture/capture_visits.h"
#include "coherence/verdict.h"
#include "crawl/visit/visit_task.h"

namespace freshet {
namespace {

// A host that was linked to by the last page becomes ready within this time.
constexpr Duration kQuiet = std::chrono::seconds(2);

// A woken host that is not visited within this time is given up.
constexpr Duration kQuietMax = std::chrono::minutes(30);

}  // namespace

void CaptureVisits::store() {
  if (!status_ || !catalog_) return;
  status_ = catalog_->change_capture(row_);
}

Status CaptureVisits::save(Time now) {
  const std::lock_guard lock(mutex_);
  if (row_.stage != CaptureStage::ended && row_.id != 0) {
    if (row_.order.time_max > Duration{} && deadline() && now >= *deadline())
      finish(CaptureEnd::time_used_up, now);
    else
      keep_best();
    store();
  }
  return status_;
}

void CaptureVisits::open(Time now) {
  auto catalog = tools_.open_catalog();
  if (!catalog) {
    status_ = std::unexpected(catalog.error());
    return;
  }
  catalog_ = *std::move(catalog);
  quiet_since_ = now;
  if (row_.id != 0) {
    resume(now);
  } else {
    row_.began = row_.round_began = now;
    const auto id = catalog_->begin_capture(row_);
    if (!id)
      status_ = std::unexpected(id.error());
    else
      row_.id = *id;
  }
  if (!status_) return;
  if (row_.stage == CaptureStage::revisiting)
    plan_revisits_now(now);
  else
    plan_visits(now);
}

// Tells what the pause cost.
void CaptureVisits::resume(Time now) {
  const Time last = std::max(book_.last_sighting().value_or(row_.began), row_.round_began);
  const Duration pause = std::max(now - last, Duration{});
  const double cost = pause_cost(last, pause);
  ++row_.pauses;
  row_.paused += pause;
  row_.pause_cost += cost;
  store();
  if (tools_.say)
    tools_.say(fmt::format(
        "resuming the capture \"{}\" after a pause of {} min; expected cost: {:.1f} of {}",
        row_.name, std::chrono::ceil<std::chrono::minutes>(pause).count(), cost,
        counted(book_.size(), "page", "pages")));
}

// Returns the number of pages that are expected to change in the pause, of those that wait for
// their revisit. Without it the time to the revisit of a page is about twice that from its visit to
// the instant.
double CaptureVisits::pause_cost(Time last, Duration pause) const {
  double cost = 0;
  for (CapturePage page = 0; page < book_.size(); ++page) {
    const BookedPage& booked = book_[page];
    if (!booked.visited || booked.revisited) continue;
    const Duration usual = 2 * std::max(last - *booked.visited, Duration{});
    cost += unchanged_probability(booked.changes_per_day, usual) -
            unchanged_probability(booked.changes_per_day, usual + pause);
  }
  return cost;
}

std::optional<Time> CaptureVisits::deadline() const {
  if (row_.order.time_max <= Duration{}) return std::nullopt;
  return row_.began + row_.order.time_max + row_.paused;
}

// Visits get at most half of the time.
bool CaptureVisits::must_end_visits(Time now) const {
  return row_.order.time_max > Duration{} && row_.stage == CaptureStage::visiting &&
         row_.round == 1 && now >= row_.began + row_.order.time_max / 2 + row_.paused;
}

std::optional<std::int64_t> CaptureVisits::revisits_left() const {
  if (!row_.order.revisits_max) return std::nullopt;
  std::int64_t seen = 0;
  for (CapturePage page = 0; page < book_.size(); ++page) seen += book_[page].seen ? 1 : 0;
  return std::max<std::int64_t>(*row_.order.revisits_max - (book_.sightings() - seen), 0);
}

// Returns true if no host has anything left to do in this half of the round.
bool CaptureVisits::is_idle(Time now) const {
  if (const auto last = deadline(); last && now >= *last) return true;
  const bool ends_visits = must_end_visits(now);
  bool is_waiting = false;
  for (const auto& [key, stop] : stops_) {
    if (stop.is_out) return false;
    const bool has_waiting = count_waiting(key, stop) > 0;
    if (stop.is_lost || ends_visits) continue;
    if (has_waiting && !stop.is_awake) return false;
    if (row_.stage == CaptureStage::visiting) is_waiting |= stop.is_awake;
    is_waiting |= has_waiting;
  }
  return now - quiet_since_ >= (is_waiting ? kQuietMax + tools_.plan.patience : kQuiet);
}

void CaptureVisits::advance(Time now) {
  if (const auto last = deadline(); last && now >= *last)
    return finish(CaptureEnd::time_used_up, now);
  if (row_.stage == CaptureStage::visiting) return begin_revisits(now);
  end_round(now);
}

// Marks the pages to visit: those not seen in this capture, or worth another visit.
void CaptureVisits::plan_visits(Time now) {
  std::ranges::fill(steps_, Step::none);
  for (auto& [key, stop] : stops_) {
    if (stop.is_lost) continue;
    if (row_.round > 1) {
      std::vector<CapturePage> seen;
      for (const CapturePage page : stop.pages)
        if (book_[page].seen && *book_[page].seen < row_.round_began) seen.push_back(page);
      for (const CapturePage page : visit_again_order(book_, seen, slot_of(key, stop), now))
        steps_[page] = Step::waiting;
    } else {
      for (const CapturePage page : stop.pages)
        if (!book_[page].seen) steps_[page] = Step::waiting;
    }
  }
}

// Marks the pages to revisit, within the budget and the time that are left.
void CaptureVisits::plan_revisits_now(Time now) {
  std::ranges::fill(steps_, Step::none);
  const auto left = revisits_left();
  std::size_t visited = 0;
  const auto is_due = [&](CapturePage page) {
    return book_[page].visited && !book_[page].revisited;
  };
  for (const auto& [key, stop] : stops_)
    visited += static_cast<std::size_t>(std::ranges::count_if(stop.pages, is_due));
  for (auto& [key, stop] : stops_) {
    if (stop.is_lost) continue;
    std::vector<CapturePage> pages;
    std::ranges::copy_if(stop.pages, std::back_inserter(pages), is_due);
    std::size_t budget = pages.size();
    // Each host gets its share.
    if (left && visited > 0)
      budget = std::min(budget,
                        (static_cast<std::size_t>(*left) * pages.size() + visited - 1) / visited);
    const Duration slot = slot_of(key, stop);
    if (const auto last = deadline())
      budget = std::min(budget,
                        static_cast<std::size_t>(std::max<Duration::rep>((*last - now) / slot, 0)));
    for (const CapturePage page : revisit_order(book_, pages, row_.order, slot, now, budget))
      steps_[page] = Step::waiting;
  }
}

void CaptureVisits::begin_revisits(Time now) {
  bool has_visits = false;
  for (CapturePage page = 0; page < book_.size(); ++page)
    has_visits |= book_[page].visited.has_value();
  if (!has_visits) return finish(CaptureEnd::nothing_visited, now);
  row_.round_instant = now;
  row_.stage = CaptureStage::revisiting;
  book_.begin_revisits(now);
  store();
  // Hosts are given another chance, and those that are due again wait for their revisits.
  for (auto& [key, stop] : stops_) stop.idle_visits = 0;
  plan_revisits_now(now);
  quiet_since_ = now - kQuiet;
}

// Keeps the counts of this round if it proves more than those before.
void CaptureVisits::keep_best() {
  const CaptureTally tally = book_.tally();
  row_.requests = book_.sightings();
  if (row_.instant_from && tally.coherent < row_.tally.coherent) return;
  row_.tally = tally;
  best_gaps_ = book_.gaps();
  const auto proven = book_.proven();
  row_.instant_from = proven ? std::optional(proven->from) : std::nullopt;
  row_.instant_until = proven ? std::optional(proven->until) : std::nullopt;
}

bool CaptureVisits::has_failed_target() const {
  const auto pages = static_cast<double>(book_.size());
  return static_cast<double>(book_.tally().coherent) < row_.order.target * pages;
}

void CaptureVisits::end_round(Time now) {
  keep_best();
  const bool has_target = row_.order.target > 0;
  const bool is_lost = !stops_.empty() && std::ranges::all_of(stops_, [](const auto& it) {
    return it.second.is_lost;
  });
  if (has_target && !has_failed_target()) return finish(CaptureEnd::target_reached, now);
  if (is_lost) return finish(CaptureEnd::out_of_reach, now);
  if (const auto left = revisits_left(); left && *left == 0)
    return finish(CaptureEnd::budget_used_up, now);
  const auto gaps = book_.gaps();
  const bool has_late = gaps.contains(CaptureGap::found_late);
  const bool has_more = book_.tally().changed > 0 || has_late;
  if (row_.round >= row_.order.rounds_max || !has_more)
    return finish(has_target || row_.order.rounds_max > 1
                      ? (has_more ? CaptureEnd::rounds_used_up : CaptureEnd::all_revisited)
                      : CaptureEnd::all_revisited,
                  now);
  begin_round(now);
}

void CaptureVisits::begin_round(Time now) {
  ++row_.round;
  row_.round_began = now;
  row_.round_instant.reset();
  row_.stage = CaptureStage::visiting;
  book_.begin_round();
  store();
  plan_visits(now);
  quiet_since_ = now - kQuiet;
}

// Finds out if the pages change too fast for the wanted share.
void CaptureVisits::look_out() {
  std::vector<PacedPages> hosts;
  for (const auto& [key, stop] : stops_)
    if (!stop.pages.empty()) hosts.push_back({.pages = stop.pages, .slot = slot_of(key, stop)});
  const auto pages = static_cast<double>(std::max<std::size_t>(book_.size(), 1));
  outlook_ =
      outlook_of(book_, hosts, row_.order.target, static_cast<double>(row_.tally.coherent) / pages);
}

void CaptureVisits::finish(CaptureEnd end, Time now) {
  keep_best();
  if (row_.order.target > 0 && end != CaptureEnd::target_reached) look_out();
  row_.stage = CaptureStage::ended;
  row_.end = end;
  row_.ended = now;
  store();
}

}  // namespace freshet
