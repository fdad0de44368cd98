#include "monitor/change_message.h"

#include <fmt/format.h>

#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "base/wording.h"
#include "monitor/archived_pages.h"

namespace freshet {
namespace {

constexpr std::size_t kMessageTitleBytesMax = 1000;

MessageKind kind_of(WatchEvent event) {
  switch (event) {
    case WatchEvent::part_lost:
      return MessageKind::filter_lost;
    case WatchEvent::part_back:
      return MessageKind::filter_found;
    case WatchEvent::error:
      return MessageKind::page_error;
    case WatchEvent::gone:
      return MessageKind::page_gone;
    case WatchEvent::recovered:
      return MessageKind::page_recovered;
    case WatchEvent::nothing:
    case WatchEvent::first:
    case WatchEvent::changed:
      break;
  }
  return MessageKind::page_changed;
}

std::uint64_t words_in(std::string_view text) {
  std::uint64_t words = 0;
  bool was_space = true;
  for (const char c : text) {
    const bool is_space = is_ascii_whitespace(c);
    words += was_space && !is_space ? 1 : 0;
    was_space = is_space;
  }
  return words;
}

// A title is told with its label, since it stands on no line of the page. The words around stand
// apart from those that differ.
MessageHunk hunk_of(const WatchHunk& hunk) {
  MessageHunk made{
      .before = hunk.before, .removed = hunk.removed, .added = hunk.added, .after = hunk.after};
  if (hunk.kind == WatchHunk::Kind::title) made.before = "Title:";
  if (!made.before.empty()) made.before += ' ';
  if (!made.after.empty()) made.after.insert(0, 1, ' ');
  return made;
}

std::string why(const WatchFinding& finding) {
  const WatchVerdict& verdict = finding.verdict;
  if (!verdict.problem.empty()) return verdict.problem;
  if (verdict.number && verdict.number_before && *verdict.number != *verdict.number_before)
    return fmt::format("the number was {} and is {}", *verdict.number_before, *verdict.number);
  if (!finding.change) return {};
  const ChangeNumbers& numbers = finding.change->numbers;
  if (finding.change->kind == ChangeClass::removed) return "another page stands in its place";
  if (numbers.content_words > 0)
    return fmt::format("{} of the content changed",
                       counted(numbers.content_words, "word", "words"));
  return {};
}

std::optional<MessageVersion> version_of(std::optional<Time> time) {
  if (!time) return std::nullopt;
  return MessageVersion{.id = version_name(*time), .fetched = *time};
}

}  // namespace

bool is_trouble(MessageKind kind) {
  return kind == MessageKind::page_error || kind == MessageKind::page_gone ||
         kind == MessageKind::page_recovered || kind == MessageKind::filter_lost ||
         kind == MessageKind::filter_found;
}

MessageWatch message_watch(const WatchRow& watch) {
  return {.id = std::to_string(watch.id), .name = watch.spec.name, .tags = watch.spec.tags};
}

ChangeMessage message_of(const WatchFinding& finding) {
  const WatchVerdict& verdict = finding.verdict;
  ChangeMessage message{
      .id = fmt::format("{}-{}", finding.watch.id, finding.at.time_since_epoch().count()),
      .kind = kind_of(verdict.event),
      .at = finding.at,
      .watch = message_watch(finding.watch),
      .page = {.url = finding.page, .title = finding.title}};
  cut_utf8(message.page.title, kMessageTitleBytesMax);
  message.why = why(finding);
  if (message.kind == MessageKind::page_error || message.kind == MessageKind::page_gone ||
      message.kind == MessageKind::filter_lost)
    return message;
  message.old_version = version_of(finding.old_version);
  message.new_version = version_of(finding.new_version);
  if (finding.change && verdict.event == WatchEvent::changed) {
    message.change_class = change_class_text(finding.change->kind);
    message.certainty = finding.change->score;
  }
  for (const WatchHunk& hunk : verdict.hunks) {
    message.words_added += words_in(hunk.added);
    message.words_removed += words_in(hunk.removed);
    message.hunks.push_back(hunk_of(hunk));
  }
  message.truncated = verdict.hunks_left_out > 0;
  return message;
}

}  // namespace freshet
