#include "monitor/repeats.h"

#include "monitor/change_message.h"

namespace freshet {

Time next_repeat(Time told, Duration every, Time now) {
  if (now < told) return told + every;
  return told + ((now - told) / every + 1) * every;
}

Status RepeatedTelling::add_due(WatchBook& book, TellingMaker& making, Time now) {
  for (const auto& [id, watch] : book.all()) {
    const auto& told = watch.row.told;
    if (!watch.spec.repeat_every || !told || watch.spec.is_muted || watch.spec.is_paused) {
      plans_.erase(id);
      continue;
    }
    const auto known = plans_.find(id);
    const bool is_planned = known != plans_.end() && known->second.told == *told;
    if (is_planned && known->second.next > now) continue;
    if (is_planned)
      if (auto added = add(watch, making); !added) return added;
    plans_[id] = {.told = *told, .next = next_repeat(*told, *watch.spec.repeat_every, now)};
  }
  return {};
}

Status RepeatedTelling::add(const ActiveWatch& watch, TellingMaker& making) {
  const auto newest = registry_.happenings().list({.watch = watch.row.id}, {}, 1);
  if (!newest) return std::unexpected(newest.error());
  if (newest->empty() || newest->front().acknowledged) return {};
  const auto kind = parse_message_kind(newest->front().kind);
  return making.repeat(watch, newest->front().id, kind && is_trouble(*kind));
}

}  // namespace freshet
