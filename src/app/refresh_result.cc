#include "app/refresh_result.h"

#include <utility>

#include "app/change_entry.h"
#include "base/json.h"
#include "change/judge.h"

namespace freshet {
namespace {

constexpr std::size_t kRunEventsAtOnce = 1000;

// Returns the events behind the one with this number, without cosmetic changes.
Result<std::vector<PageEvent>> events_since(Catalog& catalog, std::int64_t after) {
  std::vector<PageEvent> found;
  for (;;) {
    auto events = catalog.events(after, kRunEventsAtOnce);
    if (!events) return events;
    if (events->empty()) return found;
    after = events->back().number;
    for (PageEvent& event : *events) {
      const bool is_cosmetic = event.kind == EventKind::changed &&
                               event.change == static_cast<std::uint8_t>(ChangeClass::cosmetic);
      if (!is_cosmetic) found.push_back(std::move(event));
    }
  }
}

}  // namespace

Result<RefreshResult> refresh_result(ArchiveSession& session, const Planner& planner,
                                     std::int64_t last_event, std::string outcome) {
  auto events = events_since(session.catalog(), last_event);
  if (!events) return std::unexpected(events.error());
  const Time now = session.now();
  std::vector<PlannedPage> planned = planner.plan(now, 1);
  RefreshResult result{.counts = planner.counts(),
                       .view = planner.view(now),
                       .outcome = std::move(outcome),
                       .events = *std::move(events),
                       .next = {},
                       .now = now};
  if (!planned.empty()) result.next = std::move(planned.front());
  return result;
}

std::string page_event_json(const PageEvent& event) {
  JsonWriter json;
  json.begin_object().key("event").value("page").key("change").value(event_name(event.kind));
  json.key("url").value(event.url).key("time").value(iso_time(event.time)).key("class");
  event.kind == EventKind::changed ? json.value(event_class(event)) : json.null();
  return json.end_object().take();
}

std::string to_json(const RefreshResult& result) {
  const RefreshCounts& counts = result.counts;
  const RefreshView& view = result.view;
  JsonWriter json;
  json.begin_object().key("event").value("finished").key("outcome").value(result.outcome);
  json.key("checks").value(counts.checks()).key("changed").value(counts.changed);
  json.key("same").value(counts.same).key("not_modified").value(counts.not_modified);
  json.key("gone").value(counts.gone).key("back").value(counts.back);
  json.key("failed").value(counts.failed).key("added").value(counts.added);
  json.key("watched").value(view.scheduled).key("pages_gone").value(view.gone);
  json.key("fresh").value(view.fresh_by_checks);
  json.key("requisite_checks").value(counts.requisites);
  json.key("requisites_changed").value(counts.requisites_changed).key("next_check");
  result.next ? json.value(iso_time(result.next->at)) : json.null();
  json.key("next_url");
  result.next ? json.value(result.next->url) : json.null();
  return json.end_object().take();
}

}  // namespace freshet
