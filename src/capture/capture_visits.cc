#include "capture/capture_visits.h"

#include <algorithm>
#include <utility>

#include "capture/capture_orders.h"
#include "coherence/plan.h"
#include "crawl/visit/visit_task.h"

namespace freshet {
namespace {

// How often the queue asks for more. The halves of a round lie this far apart.
constexpr Duration kAskEvery = std::chrono::seconds(1);

// Consecutive visits without a completed order after which a host's remaining orders are dropped:
// duplicate URLs are merged into one.
constexpr int kIdleVisitsMax = 3;

// Sightings after which the measured time between requests is used.
constexpr std::int64_t kMeasuredMin = 16;

// Orders of one visit: each costs some look-ups before the first request.
constexpr std::size_t kOrdersMax = 5'000;

}  // namespace

CaptureVisits::CaptureVisits(CaptureRow row, CaptureBook book, CaptureTools tools)
    : row_(std::move(row)), book_(std::move(book)), tools_(std::move(tools)) {
  steps_.resize(book_.size(), Step::none);
  for (const Host& host : row_.hosts) stops_[std::string(host.key())];
  for (CapturePage page = 0; page < book_.size(); ++page) {
    Stop& stop = stop_of(*book_[page].key.host);
    stop.pages.push_back(page);
    stop.is_known |= !book_[page].is_new;
  }
}

CaptureVisits::Stop& CaptureVisits::stop_of(const Host& host) {
  const auto [place, is_added] = stops_.try_emplace(std::string(host.key()));
  if (is_added) row_.hosts.push_back(host);
  return place->second;
}

// The time between two requests: as measured, or the delay that the plan has for the host.
Duration CaptureVisits::slot_of(const std::string& key, const Stop& stop) const {
  if (stop.sightings >= kMeasuredMin && stop.last_sighting > stop.first_sighting)
    return (stop.last_sighting - stop.first_sighting) / (stop.sightings - 1);
  const auto host = Host::from_key(key);
  const Duration delay = host ? pace_for(tools_.plan, *host).delay : tools_.plan.pace.delay;
  return std::max<Duration>(delay, std::chrono::milliseconds(1));
}

std::vector<CapturePage> CaptureVisits::waiting_pages(const Stop& stop) const {
  std::vector<CapturePage> waiting;
  for (const CapturePage page : stop.pages)
    if (steps_[page] == Step::waiting) waiting.push_back(page);
  return waiting;
}

std::size_t CaptureVisits::count(const Stop& stop, Step step) const {
  return static_cast<std::size_t>(
      std::ranges::count_if(stop.pages, [&](CapturePage page) { return steps_[page] == step; }));
}

// Returns true if requisites are checked: where the requests are limited, all are for pages. In
// further rounds the last sighting counts, as that of a page.
bool CaptureVisits::checks_requisites() const {
  if (!tools_.plan.requisites || row_.order.revisits_max) return false;
  return row_.stage == CaptureStage::revisiting ||
         (row_.round == 1 && row_.order.time_max <= Duration{});
}

// Returns the pages and requisites of a host that are left in this half of the round.
std::size_t CaptureVisits::count_waiting(const std::string& key, const Stop& stop) const {
  const bool has_requisites = checks_requisites() && is_checked(stop) && !stop.is_lost;
  return count(stop, Step::waiting) + (has_requisites ? book_.requisites().count_due(key) : 0);
}

// Appends orders for the requisites of a host. They are asked for on condition: a 304 is the
// server's word, which `freshet coherence` judges with all that was seen of the host.
void CaptureVisits::order_requisites(const Host& host, std::vector<CheckOrder>& orders) {
  if (!checks_requisites()) return;
  for (const PageKey& key : book_.requisites().due(host.key())) {
    if (orders.size() >= kOrdersMax) return;
    book_.requisites().set_ordered(key, true);
    orders.push_back({.page = key,
                      .is_requisite = true,
                      .is_whole = row_.order.asks_whole,
                      .needs_proof = true});
  }
}

void CaptureVisits::lose(const std::string& key, Stop& stop) {
  book_.requisites().give_up(key);
  stop.is_lost = true;
  stop.is_awake = false;
  for (const CapturePage page : stop.pages)
    if (steps_[page] != Step::none) steps_[page] = Step::done;
}

// A host that the archive does not know yet is crawled, any other is checked.
bool CaptureVisits::is_checked(const Stop& stop) const {
  return stop.is_known || row_.round > 1 || row_.stage != CaptureStage::visiting;
}

std::vector<HostWake> CaptureVisits::wake_hosts() {
  std::vector<HostWake> wakes;
  for (auto& [key, stop] : stops_) {
    if (stop.is_out || stop.is_awake || stop.is_lost) continue;
    const std::size_t waiting = count_waiting(key, stop);
    const auto host = Host::from_key(key);
    if (waiting == 0 || !host) continue;
    stop.is_awake = true;
    wakes.push_back({.host = *host, .value = static_cast<std::int64_t>(waiting)});
  }
  return wakes;
}

std::vector<HostWake> CaptureVisits::choose(Time now) {
  const std::lock_guard lock(mutex_);
  if (!status_) return {};
  std::vector<HostWake> wakes;
  if (!catalog_) {
    open(now);
    // Hosts of the seeds that were not crawled yet.
    if (status_ && row_.stage == CaptureStage::visiting && row_.round == 1)
      for (auto& [key, stop] : stops_)
        if (const auto host = Host::from_key(key); host && !stop.is_known && !stop.is_lost) {
          stop.is_awake = true;
          wakes.push_back({.host = *host});
        }
  }
  // Several steps at once where there is nothing to do in between.
  while (status_ && row_.stage != CaptureStage::ended && is_idle(now)) advance(now);
  if (!status_ || row_.stage == CaptureStage::ended) return {};
  for (HostWake& wake : wake_hosts()) wakes.push_back(std::move(wake));
  return wakes;
}

std::optional<Time> CaptureVisits::next_choice(Time now) {
  const std::lock_guard lock(mutex_);
  if (!status_ || row_.stage == CaptureStage::ended) return std::nullopt;
  return now + kAskEvery;
}

// Returns the order of pages that are found by visits of this round: those of other policies are
// visited breadth first.
PageOrder* CaptureVisits::order_found_pages(Stop& stop, Duration slot, Time now) {
  const bool is_first = row_.round == 1 && row_.stage == CaptureStage::visiting;
  if (!is_first || row_.order.policy != kDefaultPlanPolicy) return nullptr;
  if (!stop.found)
    stop.found =
        std::make_unique<FoundOrder>([&recorder = tools_.recorder, now](const WaitingPage& page) {
          return recorder.rate_of_found(page, now);
        });
  stop.found->begin_visit(slot);
  return stop.found.get();
}

void CaptureVisits::fill(VisitTask& task, Time now) {
  const std::lock_guard lock(mutex_);
  if (!status_ || row_.stage == CaptureStage::ended) return;
  const std::size_t hosts = row_.hosts.size();
  Stop& stop = stop_of(task.host);
  if (row_.hosts.size() > hosts) store();
  // A host that comes again at once leaves choose() no moment in which nothing is under way.
  const bool is_alone =
      std::ranges::none_of(stops_, [](const auto& each) { return each.second.is_out; });
  if (is_alone && must_end_visits(now)) begin_revisits(now);
  if (!status_ || row_.stage == CaptureStage::ended) return;
  stop.is_out = true;
  stop.is_awake = false;
  stop.done_before = count(stop, Step::done);
  stop.due_before = book_.requisites().count_due(task.host.key());
  const Duration slot = slot_of(std::string(task.host.key()), stop);
  task.page_order = order_found_pages(stop, slot, now);
  if (!is_checked(stop)) return;
  task.checks_known_pages = true;
  const bool is_first = row_.round == 1 && row_.stage == CaptureStage::visiting;
  task.wants_sitemaps = is_first && !std::exchange(stop.has_read_sitemaps, true);
  const std::vector<CapturePage> waiting = waiting_pages(stop);
  std::vector<CapturePage> ordered;
  if (row_.stage == CaptureStage::revisiting) {
    ordered = revisit_order(book_, waiting, row_.order, slot, now, waiting.size());
  } else if (row_.round > 1) {
    ordered = visit_again_order(book_, waiting, slot, now);
    for (const CapturePage page : waiting)
      if (std::ranges::find(ordered, page) == ordered.end()) steps_[page] = Step::done;
  } else if (auto visits = visit_order(book_, waiting, row_.order, slot)) {
    ordered = *std::move(visits);
  }
  // Requisites are at the outer ends of both halves.
  if (row_.stage == CaptureStage::visiting) order_requisites(task.host, task.orders);
  ordered.resize(std::min(ordered.size(), kOrdersMax - task.orders.size()));
  for (const CapturePage page : ordered) {
    steps_[page] = Step::out;
    task.orders.push_back({.page = book_[page].key,
                           .is_whole = row_.order.asks_whole || !book_[page].has_proven_validators,
                           .needs_proof = true});
  }
  if (row_.stage == CaptureStage::revisiting) order_requisites(task.host, task.orders);
}

void CaptureVisits::visit_ended(const Host& host, const VisitEnd& end, Time now) {
  const std::lock_guard lock(mutex_);
  Stop& stop = stop_of(host);
  stop.is_out = false;
  quiet_since_ = now;
  const std::string key(host.key());
  for (const UncheckedPage& unchecked : end.unchecked) {
    book_.requisites().set_ordered({.host = host, .url = unchecked.url}, false);
    if (const auto page = book_.find(unchecked.url); page && steps_[*page] == Step::out)
      steps_[*page] = Step::waiting;
  }
  for (const CapturePage page : stop.pages)
    if (steps_[page] == Step::out) steps_[page] = Step::done;
  if (end.has_failed && (!end.due || *end.due - now > tools_.plan.patience)) return lose(key, stop);
  if (end.due) {
    stop.is_awake = true;
    return;
  }
  const bool is_idle_visit = count(stop, Step::done) == stop.done_before &&
                             book_.requisites().count_due(key) >= stop.due_before;
  stop.idle_visits = is_idle_visit ? stop.idle_visits + 1 : 0;
  if (stop.idle_visits < kIdleVisitsMax) return;
  book_.requisites().give_up(key);
  for (const CapturePage page : stop.pages)
    if (steps_[page] == Step::waiting) steps_[page] = Step::done;
}

PageNews CaptureVisits::record(const Observation& observation) {
  PageNews news = tools_.recorder.record(observation);
  if (!observation.page.host || observation.is_by_length) return news;
  const std::lock_guard lock(mutex_);
  if (row_.stage == CaptureStage::ended) return news;
  if (observation.is_requisite) {
    if (!observation.check || observation.check->outcome != CheckOutcome::failed)
      book_.requisites().observe(observation.page, observation.time);
    return news;
  }
  const CapturePage page = book_.add(observation.page);
  Stop& stop = stop_of(*observation.page.host);
  if (page >= steps_.size()) {
    steps_.resize(page + std::size_t{1}, Step::none);
    stop.pages.push_back(page);
  }
  BookedPage& booked = book_[page];
  for (const PageBelief& belief : news.beliefs) {
    if (belief.page != observation.page) continue;
    booked.changes_per_day = belief.rate;
    booked.depth = belief.depth;
  }
  if (observation.check) {
    book_.observe_validators(page, *observation.check);
    book_.observe_check(page, observation.time, observation.check->outcome,
                        observation.check->status);
  } else {
    book_.observe_first(page, observation.time);
  }
  if (stop.sightings++ == 0) stop.first_sighting = observation.time;
  stop.last_sighting = observation.time;
  steps_[page] = Step::done;
  return news;
}

bool CaptureVisits::is_over() const {
  const std::lock_guard lock(mutex_);
  return !status_ || row_.stage == CaptureStage::ended;
}

CaptureView CaptureVisits::view(Time now) const {
  const std::lock_guard lock(mutex_);
  CaptureView view{.stage = row_.stage, .round = row_.round, .tally = book_.tally()};
  Duration longest{};
  for (const auto& [key, stop] : stops_) {
    const std::size_t left = count_waiting(key, stop) + count(stop, Step::out);
    view.waiting += static_cast<std::int64_t>(left);
    std::size_t requests = left;
    if (row_.stage == CaptureStage::visiting) requests += stop.pages.size();
    longest = std::max(longest, slot_of(key, stop) * static_cast<Duration::rep>(requests));
  }
  if (row_.stage != CaptureStage::ended) view.expected_end = now + longest;
  if (const auto last = deadline(); last && view.expected_end)
    view.expected_end = std::min(*view.expected_end, *last);
  return view;
}

CaptureRow CaptureVisits::row() const {
  const std::lock_guard lock(mutex_);
  return row_;
}

std::optional<CaptureOutlook> CaptureVisits::outlook() const {
  const std::lock_guard lock(mutex_);
  return outlook_;
}

std::map<CaptureGap, std::int64_t> CaptureVisits::gaps() const {
  const std::lock_guard lock(mutex_);
  return best_gaps_;
}

}  // namespace freshet
