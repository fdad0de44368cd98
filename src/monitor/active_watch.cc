#include "monitor/active_watch.h"

#include <fmt/format.h>

#include <utility>

#include "base/log.h"
#include "monitor/watch_settings.h"
#include "store/snapshot_facts.h"
#include "watch/json_tree.h"
#include "watch/time_zone_file.h"
#include "watch/tree_fields.h"
#include "watch/watch_state.h"

namespace freshet {
namespace {

void warn(const WatchRow& row, const std::string& problem) {
  log(LogLevel::warning, fmt::format("watch {} is not checked: {}", row.id, problem));
}

TagSpec tag_from(const TagRow& row) {
  TagSpec tag;
  const auto tree = read_json_tree(row.settings);
  if (tree)
    if (auto read = tag_of(*tree)) tag = *std::move(read);
  tag.name = row.name;
  tag.channels.insert(tag.channels.end(), row.channels.begin(), row.channels.end());
  return tag;
}

PageKey key_of(const std::string& text, const NormalFormOptions& options) {
  const auto url = Url::parse(text);
  if (!url) return {.host = {}, .url = text};
  return page_key_of(normal_form(*url, options).href_without_fragment());
}

// Returns true if the next check is to confirm something. Nobody remembers the last verdict.
Result<bool> awaits_confirmation(Registry& registry, WatchId id) {
  const auto stored = registry.watches().state(id);
  if (!stored) return std::unexpected(stored.error());
  if (!*stored) return false;
  const auto state = read_watch_state(**stored);
  return state && state->candidate_checks > 0;
}

}  // namespace

bool ActiveWatch::has_own_request() const { return spec.request != WatchRequest{}; }

Result<std::vector<TagSpec>> read_tags(Registry& registry, const WatchRow& row) {
  std::vector<TagSpec> tags;
  for (const std::string& name : row.spec.tags) {
    const auto tag = registry.tags().find(row.owner, name);
    if (!tag) return std::unexpected(tag.error());
    if (*tag) tags.push_back(tag_from(**tag));
  }
  return tags;
}

Result<ActiveWatch> activate(const ActivationTools& tools, WatchRow row) {
  ActiveWatch watch{.row = std::move(row)};
  auto tags = read_tags(tools.registry, watch.row);
  if (!tags) return std::unexpected(tags.error());
  watch.tags = *std::move(tags);
  watch.spec = with_tags(watch.row.spec, watch.tags);
  watch.page = key_of(watch.spec.url, tools.normal_form);
  const auto awaits = awaits_confirmation(tools.registry, watch.row.id);
  if (!awaits) return std::unexpected(awaits.error());
  watch.needs_recheck = *awaits;
  if (!watch.row.problem.empty() || !watch.page.host) {
    warn(watch.row, watch.row.problem.empty() ? "its URL cannot be fetched" : watch.row.problem);
    return watch;
  }
  auto zone = load_time_zone(tools.disk, watch.spec.times.zone);
  auto calendar = zone ? CheckCalendar::make(watch.spec.times, *std::move(zone))
                       : Result<CheckCalendar>(std::unexpected(zone.error()));
  auto reader = PartReader::make(watch.spec, tools.pdf);
  if (!calendar || !reader) {
    warn(watch.row, calendar ? reader.error().message : calendar.error().message);
    return watch;
  }
  watch.calendar = *std::move(calendar);
  watch.reader = *std::move(reader);
  return watch;
}

bool holds_page(const ActiveWatch& watch, const PageKey& page) {
  if (watch.spec.scope == WatchScope::page) return watch.page == page;
  if (watch.spec.scope == WatchScope::site) return page.host && watch.page.host == page.host;
  return page.url.starts_with(watch.page.url);
}

}  // namespace freshet
