#include "cli/watch_text.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "base/wording.h"

namespace freshet {
namespace {

std::string minutes_of(const std::optional<Time>& time) {
  constexpr std::size_t kToTheMinute = 16;  // "2026-11-19T21:30"
  return time ? iso_time(*time).substr(0, kToTheMinute) + "Z" : "never";
}

}  // namespace

std::string watch_line(const WatchView& watch) {
  const WatchSpec& spec = watch.row.spec;
  const std::string name = spec.name.empty() ? "" : fmt::format("  {}", visible(spec.name));
  return fmt::format("{:>6}  {:8}  checked {:17}  {}{}\n", watch.row.id,
                     spec.is_paused ? "paused" : word(watch.row.condition),
                     minutes_of(watch.row.checked), visible(spec.url), name);
}

std::string channel_line(const ChannelView& channel) {
  const std::string reason =
      channel.row.is_paused ? fmt::format("  paused: {}", visible(channel.row.reason)) : "";
  return fmt::format("{:>6}  {:10}  {}  {}{}\n", channel.row.id, channel.row.kind,
                     visible(channel.row.name), visible(channel.target), reason);
}

std::string delivery_line(const DeliveryView& delivery) {
  const Delivery& row = delivery.row;
  const std::string error =
      row.last_error.empty() ? "" : fmt::format("  {}", visible(row.last_error));
  return fmt::format("{}  {:7}  {}  {}{}\n", row.id, word(row.state), visible(delivery.channel),
                     counted(static_cast<std::uint64_t>(row.attempts), "attempt", "attempts"),
                     error);
}

std::string person_line(const Person& person) {
  return fmt::format("{:>6}  {:6}  {}{}\n", person.id, word(person.role), visible(person.name),
                     person.is_disabled ? "  disabled" : "");
}

std::string invitation_line(const InvitationLink& link) {
  return fmt::format("Open this path of the server once, within 7 days: {}\n", link.path);
}

std::string applied_line(const FileApplied& applied) {
  return fmt::format("{} added, {} changed, {} as they were, {} removed; {}, {}\n", applied.added,
                     applied.changed, applied.unchanged, applied.removed,
                     counted(applied.tags, "tag", "tags"),
                     counted(applied.channels, "channel", "channels"));
}

std::string import_text(const ImportedWatches& imported, const ImportDone& done, bool is_trial) {
  std::string text;
  for (const ImportedWatch& watch : imported.watches) {
    text +=
        watch.watch
            ? fmt::format("{}{}\n", visible(watch.title), watch.watch->is_paused ? " (paused)" : "")
            : fmt::format("{}: refused: {}\n", visible(watch.title), visible(watch.refusal));
    for (const ImportNote& note : watch.notes)
      if (note.effect == ImportEffect::changed || note.effect == ImportEffect::refused)
        text += fmt::format("  {}: {}{}{}\n", visible(note.field), name_of(note.effect),
                            note.reason.empty() ? "" : ": ", visible(note.reason));
  }
  for (const std::string& remark : done.remarks) text += fmt::format("{}\n", visible(remark));
  return text + fmt::format("{} {}, {} refused, {}\n", counted(done.watches, "watch", "watches"),
                            is_trial ? "would be taken over" : "taken over", done.refused,
                            counted(done.channels, "channel", "channels"));
}

std::string trial_text(const WatchTrial& trial) {
  if (!trial.page.problem.empty()) return {};
  std::string text;
  for (const WatchLine& line : trial.part.lines) text += fmt::format("  {}\n", visible(line.text));
  text += fmt::format("{} of {} {} compared ({}, status {})\n",
                      counted(trial.part.lines.size(), "line", "lines"), visible(trial.page.url),
                      trial.part.lines.size() == 1 ? "is" : "are", page_kind_text(trial.part.kind),
                      trial.page.status);
  if (!trial.part.is_found) text += fmt::format("{}\n", visible(trial.part.problem));
  if (!trial.archived) return text + "the archive has no version to compare with\n";
  const std::string when = iso_time(*trial.archived).substr(0, 10);
  if (!trial.verdict.tells())
    return text + fmt::format("against the version of {}: nothing to tell\n", when);
  text +=
      fmt::format("against the version of {}: {}\n", when, watch_event_text(trial.verdict.event));
  for (const WatchHunk& hunk : trial.verdict.hunks)
    text += fmt::format("  {}\n", visible(hunk_text(hunk)));
  return text;
}

}  // namespace freshet
