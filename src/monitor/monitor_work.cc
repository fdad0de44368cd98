#include "monitor/monitor_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "base/log.h"
#include "monitor/next_check.h"

namespace freshet {
namespace {

constexpr std::int64_t kEventsUntilStep = 1000;  // that nobody was told of

bool is_checked_now(const ActiveWatch& watch, Time now) {
  return watch.reader && !watch.spec.is_paused &&
         (!watch.spec.snoozed_until || *watch.spec.snoozed_until <= now);
}

bool waits_for_site(const ActiveWatch& watch) {
  return !watch.is_of_page() && watch.row.condition == WatchCondition::waiting;
}

// Returns true if a check of the page has something to compare with. The copy may be another page's
// body, of which this page has but a revisit.
bool has_copy(ArchiveSession& session, const PageKey& key) {
  const auto page = session.catalog().find_page(key);
  if (!page || !*page) return false;
  const auto rows = session.catalog().snapshots((*page)->id);
  return rows && std::ranges::any_of(*rows, [](const SnapshotRow& row) { return is_content(row); });
}

Time newest_time(const WatchedHistory& history) {
  Time newest = history.rows.empty() ? kTimeMin : history.rows.back().time;
  if (!history.checks.empty()) newest = std::max(newest, history.checks.back().time);
  return newest;
}

}  // namespace

MonitorWork::MonitorWork(MonitorTools tools)
    : tools_(std::move(tools)),
      book_({.registry = tools_.registry,
             .disk = tools_.disk,
             .normal_form = tools_.normal_form,
             .pdf = tools_.pdf}),
      dispatcher_(tools_.registry, tools_.links, tools_.seed),
      repeats_(tools_.registry) {}

Status MonitorWork::refresh() {
  const auto version = tools_.registry.version_of_others();
  if (!version) return std::unexpected(version.error());
  if (registry_version_ == *version) return {};
  const auto changed = book_.refresh();
  if (!changed) {
    scan_soon();  // some may have been read
    return std::unexpected(changed.error());
  }
  registry_version_ = *version;
  for (const WatchId id : *changed) {
    unplanned_.push_back(id);
    hints_.emplace(book_.find(id)->page.url, kTimeMin);
  }
  return {};
}

Status MonitorWork::look(ArchiveSession& session, Time now) {
  ArchivedPages pages(session);
  if (auto begun = begin_feed(session, now); !begun) return begun;
  if (!scanned_ || now - *scanned_ >= kScanEvery || now < *scanned_)
    if (auto done = scan(pages, now); !done) return done;
  if (auto done = look_at_hints(pages, now); !done) return done;
  if (auto done = follow_events(pages, now); !done) return done;
  if (auto done = look_at_visits(pages, now); !done) return done;
  if (auto done = look_at_own(pages, now); !done) return done;
  if (auto added = repeats_.add_due(book_, making(now), now); !added) return added;
  return commit(pages, now);
}

// --- Pages ---

Status MonitorWork::scan(ArchivedPages& pages, Time now) {
  const auto urls = book_.urls();
  for (const std::string& url : *urls) {
    if (auto done = look_at_page(url, pages, now, nullptr); !done) return done;
    if (auto done = commit_if_full(pages, now); !done) return done;
  }
  if (auto done = commit(pages, now); !done) return done;
  for (auto& [id, watch] : book_.all())
    if (!watch.due) plan_check(watch, pages, now);
  scanned_ = now;
  return {};
}

Status MonitorWork::look_at_hints(ArchivedPages& pages, Time now) {
  for (auto hint = hints_.begin(); hint != hints_.end();) {
    Time newest = kTimeMin;
    if (auto done = look_at_page(hint->first, pages, now, &newest); !done) return done;
    const auto since = hinted_since_.emplace(hint->first, now).first;
    if (newest < hint->second && now - since->second < kHintPatience) {
      ++hint;
    } else {
      hinted_since_.erase(since);
      hint = hints_.erase(hint);
    }
    if (auto done = commit_if_full(pages, now); !done) return done;
  }
  if (auto done = commit(pages, now); !done) return done;
  for (const WatchId id : std::exchange(unplanned_, {}))
    if (ActiveWatch* const watch = book_.find(id); watch != nullptr && !watch->due)
      plan_check(*watch, pages, now);
  return {};
}

// A page is looked at once between two commits.
Status MonitorWork::look_at_page(const std::string& url, ArchivedPages& pages, Time now,
                                 Time* newest) {
  std::vector<ActiveWatch*> watches = book_.of_page(url);
  std::erase_if(watches, [&](const ActiveWatch* watch) { return !is_checked_now(*watch, now); });
  if (watches.empty()) {
    if (newest != nullptr) *newest = kTimeMax;
    return {};
  }
  const auto history = pages.history(watches.front()->page);
  if (!history) return std::unexpected(history.error());
  if (!*history) return {};
  if (newest != nullptr) *newest = newest_time(**history);
  SharedBodies bodies(pages, **history);
  for (ActiveWatch* const watch : watches) {
    const auto looks = looks_after((*history)->rows, (*history)->checks, watch->row.checked);
    if (looks.empty()) continue;
    auto outcome = check_watch(tools_.registry, *watch, looks, bodies, making(now));
    if (!outcome) return std::unexpected(outcome.error());
    findings_.push_back({watch->row.id, *outcome});
  }
  return {};
}

// --- Hosts ---

Status MonitorWork::look_at_visits(ArchivedPages& pages, Time now) {
  for (const VisitNews& visit : std::exchange(visits_, {})) {
    if (visit.has_failed)
      if (auto noted = note_failure(visit, pages, now); !noted) return noted;
    if (!visit.is_done) continue;
    for (const ActiveWatch* const watch : book_.of_sites())
      if (waits_for_site(*watch) && watch->ordered && watch->page.host->key() == visit.host) {
        making(now).add_progress({.watch = watch->row.id, .checked = now});
        findings_.push_back({watch->row.id, {.checked = now}});
      }
  }
  return commit(pages, now);
}

Status MonitorWork::note_failure(const VisitNews& visit, ArchivedPages& pages, Time now) {
  for (const auto& [id, watch] : book_.all()) {
    if (!watch.ordered || !watch.is_of_page() || watch.page.host->key() != visit.host ||
        !is_checked_now(watch, now))
      continue;
    const CheckLook look{.at = now, .problem = visit.problem};
    auto outcome = check_watch(tools_.registry, watch, look, making(now));
    if (!outcome) return std::unexpected(outcome.error());
    findings_.push_back({id, *outcome});
  }
  return commit(pages, now);
}

// --- Requests of single watches ---

// The URL and the request may be edited while an answer is under way; then it says nothing.
Status MonitorWork::look_at_own(ArchivedPages& pages, Time now) {
  for (OwnAnswer& answer : std::exchange(own_answers_, {})) {
    ActiveWatch* const watch = book_.find(answer.watch);
    if (watch == nullptr || !watch->ordered || !is_checked_now(*watch, now)) continue;
    const PrivateAnswer seen{.at = now,
                             .status = answer.status,
                             .problem = std::move(answer.problem),
                             .content_type = std::move(answer.content_type),
                             .body = std::move(answer.body)};
    auto outcome = check_watch(tools_.registry, *watch, seen, making(now));
    if (!outcome) return std::unexpected(outcome.error());
    findings_.push_back({answer.watch, *outcome});
    if (auto done = commit(pages, now); !done) return done;
  }
  return {};
}

Result<std::vector<OwnFetch>> MonitorWork::take_own_fetches(Time now) {
  std::vector<OwnFetch> fetches;
  for (auto& [id, watch] : book_.all()) {
    if (!watch.is_of_page() || !watch.has_own_request() || !watch.due || watch.due > now ||
        !is_checked_now(watch, now) || (watch.ordered && now - *watch.ordered < kOrderAgain))
      continue;
    auto spec = tools_.registry.watches().spec_for_request(id);
    if (!spec) return std::unexpected(spec.error());
    if (!*spec) continue;
    watch.ordered = now;
    fetches.push_back(
        {.watch = id, .url = std::move((*spec)->url), .request = std::move((*spec)->request)});
  }
  return fetches;
}

// --- Events ---

// People are told of events from the moment on at which there is a watch.
Status MonitorWork::begin_feed(ArchiveSession& session, Time now) {
  if (!has_position_) {
    auto position = tools_.registry.feed_position();
    if (!position) return std::unexpected(position.error());
    position_ = *std::move(position);
    has_position_ = true;
    read_to_ = position_ ? position_->number : 0;
  }
  const auto incarnation = session.catalog().incarnation();
  if (!incarnation) return std::unexpected(incarnation.error());
  if (position_ ? position_->incarnation == *incarnation : book_.is_empty()) return {};
  if (position_)
    log(LogLevel::warning,
        "the archive was re-indexed: its earlier events are not told to watches of sites");
  const auto last = session.catalog().last_event();
  if (!last) return std::unexpected(last.error());
  making(now).take_step({.from = position_, .to = {*incarnation, *last}});
  read_to_ = *last;
  ArchivedPages pages(session);
  return commit(pages, now);
}

Status MonitorWork::follow_events(ArchivedPages& pages, Time now) {
  if (!position_) return {};
  SiteTeller teller(tools_.registry, book_, pages);
  const std::size_t before = making(now).size();
  for (;;) {
    const auto events = pages.session().catalog().events(read_to_, kEventsAtOnce);
    if (!events) return std::unexpected(events.error());
    for (const PageEvent& event : *events) {
      const TellingMaker::Mark mark = making(now).mark();
      if (auto told = teller.tell(event, making(now), now); !told) {
        making(now).return_to(mark);
        return told;
      }
      read_to_ = event.number;
    }
    if (events->size() < kEventsAtOnce || making(now).size() >= kTellingMax) break;
  }
  const bool has_news = making(now).size() > before;
  const bool is_late = !stepped_ || now - *stepped_ >= kStepEvery || now < *stepped_;
  const std::int64_t behind = read_to_ - position_->number;
  if (has_news || (behind > 0 && (is_late || behind >= kEventsUntilStep)))
    making(now).take_step({.from = position_, .to = {position_->incarnation, read_to_}});
  return commit(pages, now);
}

// --- Telling ---

TellingMaker& MonitorWork::making(Time now) {
  if (!making_) making_.emplace(tools_.registry, now);
  return *making_;
}

Status MonitorWork::commit_if_full(ArchivedPages& pages, Time now) {
  return making_ && making_->size() >= kTellingMax ? commit(pages, now) : Status{};
}

Status MonitorWork::commit(ArchivedPages& pages, Time now) {
  if (!making_) return {};
  const TellingMaker made = *std::exchange(making_, std::nullopt);
  const std::vector<Finding> findings = std::exchange(findings_, {});
  if (made.is_empty()) return {};
  const auto told = tools_.registry.tell(made.telling(), now);
  if (!told) {
    has_position_ = false;
    scan_soon();
    return std::unexpected(told.error());
  }
  if (made.telling().step) {
    position_ = made.telling().step->to;
    stepped_ = now;
  }
  for (const NewHappening& happening : made.telling().happenings)
    if (ActiveWatch* const watch = book_.find(happening.watch)) watch->row.told = happening.time;
  for (const Finding& finding : findings) {
    ActiveWatch* const watch = book_.find(finding.watch);
    if (watch == nullptr) continue;
    watch->row.condition = finding.outcome.condition;
    watch->row.checked = finding.outcome.checked;
    watch->needs_recheck = finding.outcome.needs_recheck;
    watch->ordered.reset();
    plan_check(*watch, pages, now);
  }
  return {};
}

// --- Orders ---

void MonitorWork::plan_check(ActiveWatch& watch, ArchivedPages& pages, Time now) {
  watch.due = kTimeMax;
  if (!watch.calendar || !watch.is_of_page()) return;
  CheckMemory memory{.added = watch.row.created,
                     .checked = watch.row.checked,
                     .needs_recheck = watch.needs_recheck};
  const bool is_learned = !watch.spec.times.every && watch.spec.times.cron.empty();
  if (is_learned && !watch.has_own_request())
    memory.changes_per_day = pages.changes_per_day(watch.page);
  watch.due = next_check(watch.spec, *watch.calendar, memory, now).value_or(kTimeMax);
}

std::vector<WatchOrder> MonitorWork::take_orders(ArchiveSession& session, Time now) {
  std::vector<WatchOrder> orders;
  std::set<std::string> ordered;
  for (auto& [id, watch] : book_.all()) {
    const bool is_due = watch.is_of_page()
                            ? !watch.has_own_request() && watch.due <= now && watch.due
                            : waits_for_site(watch);
    const bool is_under_way = watch.ordered && now - *watch.ordered < kOrderAgain;
    if (!is_due || is_under_way || !is_checked_now(watch, now)) continue;
    if (watch.ordered)
      if (auto problem = noted_problem(session, watch))
        visits_.push_back({.host = std::string(watch.page.host->key()),
                           .has_failed = true,
                           .problem = *std::move(problem)});
    watch.ordered = now;
    if (!ordered.insert(watch.page.url).second) continue;
    WatchOrder request{.url = watch.page.url, .is_site = !watch.is_of_page()};
    request.is_known = has_copy(session, watch.page);
    orders.push_back(std::move(request));
  }
  return orders;
}

// A page that could not be fetched has a note instead of a look.
std::optional<std::string> MonitorWork::noted_problem(ArchiveSession& session,
                                                      const ActiveWatch& watch) {
  const auto known = session.catalog().known(std::span(&watch.page, 1));
  if (!known || known->empty() || !known->front().note) return std::nullopt;
  const UrlNote& note = *known->front().note;
  if (note.time < *watch.ordered) return std::nullopt;
  return note.detail.empty() ? note.outcome : note.detail;
}

Status MonitorWork::tidy(Time now) {
  if (tidied_ && now >= *tidied_ && now - *tidied_ < kRetainEvery) return {};
  tidied_ = now;
  if (auto forgotten = tools_.registry.deliveries().forget_ended(now - kDeliveriesKept); !forgotten)
    return std::unexpected(forgotten.error());
  const auto deleted = tools_.registry.happenings().retain({}, now);
  return deleted ? Status{} : std::unexpected(deleted.error());
}

}  // namespace freshet
