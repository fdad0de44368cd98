#include "monitor/site_teller.h"

#include <algorithm>
#include <map>
#include <utility>

#include "monitor/change_message.h"
#include "monitor/silence.h"
#include "store/snapshot_facts.h"
#include "watch/first_number.h"
#include "watch/watch_triggers.h"

namespace freshet {
namespace {

bool is_awake(const ActiveWatch& watch, Time now) {
  return watch.reader && !watch.spec.is_paused &&
         (!watch.spec.snoozed_until || *watch.spec.snoozed_until <= now);
}

// The higher, the better a message about the whole site stands under this watch.
int fitness(const ActiveWatch& watch) {
  return (watch.spec.is_muted ? 0 : 2) + (watch.is_of_page() ? 0 : 1);
}

bool is_worth_telling(const PageEvent& event) {
  const auto kind = static_cast<ChangeClass>(event.change);
  return kind == ChangeClass::minor || kind == ChangeClass::major;
}

const SnapshotRow* version_at(const WatchedHistory& history, Time time) {
  const auto row = std::ranges::find_if(
      history.rows.rbegin(), history.rows.rend(),
      [&](const SnapshotRow& each) { return each.time <= time && is_content(each); });
  return row == history.rows.rend() ? nullptr : &*row;
}

std::optional<Change> verdict_at(const WatchedHistory& history, Time time) {
  for (const PageCheck& check : history.checks)
    if (check.time == time)
      return Change{.kind = static_cast<ChangeClass>(check.change),
                    .meaningful = check.is_meaningful,
                    .score = check.score};
  return std::nullopt;
}

// A version that the archive lost cannot be compared, which is no failure.
bool may_go_on_without(const Error& error) {
  return error.code == Errc::not_found || error.code == Errc::corrupt ||
         error.code == Errc::limit || error.code == Errc::invalid;
}

bool tells_by_triggers(const WatchSpec& spec, const PartText& before, const PartText& now,
                       double words_changed) {
  const std::string old_text = text_of(before.lines), new_text = text_of(now.lines);
  return triggers_hold(spec, {.old_text = old_text,
                              .new_text = new_text,
                              .old_number = first_number(old_text),
                              .new_number = first_number(new_text),
                              .told_number = first_number(old_text),
                              .words_changed = words_changed});
}

ChangeMessage message_about(const PageEvent& event, const ActiveWatch& watch, MessageKind kind) {
  const WatchVerdict verdict{.event = WatchEvent::changed};
  ChangeMessage message =
      message_of({.watch = watch.row, .at = event.time, .page = event.url, .verdict = verdict});
  message.kind = kind;
  return message;
}

}  // namespace

Status SiteTeller::tell(const PageEvent& event, TellingMaker& making, Time now) {
  if (event.kind == EventKind::redesigned) return tell_redesign(event, making, now);
  const PageKey page = page_key_of(event.url);
  for (const ActiveWatch* const watch : book_.of_sites()) {
    const bool is_ready = watch->row.condition != WatchCondition::waiting;
    if (!is_ready || !is_awake(*watch, now) || event.time <= watch->row.created ||
        !holds_page(*watch, page))
      continue;
    if (auto told = tell_page(event, *watch, making); !told) return told;
  }
  return {};
}

Status SiteTeller::tell_page(const PageEvent& event, const ActiveWatch& watch,
                             TellingMaker& making) {
  if (event.kind == EventKind::changed)
    return is_worth_telling(event) ? tell_change(event, watch, making) : Status{};
  if (event.kind == EventKind::removed)
    return watch.spec.tells_errors
               ? making.tell(watch, message_about(event, watch, MessageKind::page_gone))
               : Status{};
  return making.tell(watch, message_about(event, watch, MessageKind::page_new));
}

Status SiteTeller::tell_change(const PageEvent& event, const ActiveWatch& watch,
                               TellingMaker& making) {
  const auto history = pages_.history(page_key_of(event.url));
  if (!history) return std::unexpected(history.error());
  const SnapshotRow* const now = *history ? version_at(**history, event.time) : nullptr;
  const SnapshotRow* const before =
      *history && event.before ? version_at(**history, *event.before) : nullptr;
  if (now == nullptr || before == nullptr)
    return making.tell(watch, message_about(event, watch, MessageKind::page_changed));
  WatchHunks found;
  WatchVerdict verdict{.event = WatchEvent::changed};
  const auto old_body = pages_.body(**history, *before), new_body = pages_.body(**history, *now);
  for (const auto* const body : {&old_body, &new_body})
    if (!*body && !may_go_on_without(body->error())) return std::unexpected(body->error());
  if (!old_body || !new_body) return {};
  const auto old_part = watch.reader->read(old_body->answer());
  const auto new_part = watch.reader->read(new_body->answer());
  if (!old_part || !new_part) return {};
  found = find_hunks(old_part->lines, new_part->lines);
  if (found.hunks.empty() ||
      !tells_by_triggers(watch.spec, *old_part, *new_part, found.words_changed))
    return {};
  verdict.hunks = std::move(found.hunks);
  verdict.hunks_left_out = found.left_out;
  const auto rules = registry_.rules().list(watch.row.id);
  if (!rules) return std::unexpected(rules.error());
  Silenced silenced = silence(*rules, verdict.hunks);
  making.add_hits(std::move(silenced.hits));
  if (silenced.all) return {};
  return making.tell(watch, message_of({.watch = watch.row,
                                        .at = event.time,
                                        .page = event.url,
                                        .title = new_part->title,
                                        .verdict = verdict,
                                        .change = verdict_at(**history, event.time),
                                        .old_version = before->time,
                                        .new_version = now->time}));
}

// Each person is told once, through the channels of all their watches on the site.
Status SiteTeller::tell_redesign(const PageEvent& event, TellingMaker& making, Time now) {
  struct Reader {
    const ActiveWatch* watch = nullptr;
    std::vector<ChannelId> channels = {};
  };
  std::map<PersonId, Reader> readers;
  const PageKey home = page_key_of(event.url);
  for (const auto& [id, watch] : book_.all()) {
    if (!is_awake(watch, now) || !home.host || watch.page.host != home.host ||
        watch.has_own_request() || event.time <= watch.row.created)
      continue;
    Reader& reader = readers[watch.row.owner];
    if (reader.watch == nullptr || fitness(watch) > fitness(*reader.watch)) reader.watch = &watch;
    if (watch.spec.is_muted) continue;
    const auto channels = making.channels_of(watch, false);
    if (!channels) return std::unexpected(channels.error());
    for (const ChannelId channel : *channels)
      if (std::ranges::find(reader.channels, channel) == reader.channels.end())
        reader.channels.push_back(channel);
  }
  for (const auto& [person, reader] : readers) {
    ChangeMessage message = message_about(event, *reader.watch, MessageKind::site_redesigned);
    message.why = "The pages of this site look different now; what they say is compared as before.";
    if (auto told = making.tell(*reader.watch, message, reader.channels); !told) return told;
  }
  return {};
}

}  // namespace freshet
