// freshet changes: what happened in an archive, for whoever builds on it.
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/change_feed.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"

namespace freshet {
namespace {

constexpr std::size_t kEventsAtOnce = 256;
constexpr int kPauseMs = 250;
// After so many pauses without an event it is looked whether the archive was made again: then our
// catalog is one that nobody writes to any more.
constexpr int kPausesBeforeLook = 20;

volatile sig_atomic_t g_is_told_to_stop = 0;

void stop(int) { g_is_told_to_stop = 1; }

// The first of these signals lets us end behind a whole line; the next one ends us at once, should
// the reader be stuck.
void stop_at_signals() {
  struct sigaction action = {};
  action.sa_handler = stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

constexpr const char* kBeginAgain = "begin again without --since, or with --since now";

// One run of the command. What it has told is behind `cursor_`.
class Feed {
 public:
  Feed(const Session& session, Archive archive, std::int64_t limit)
      : session_(session),
        archive_(std::move(archive)),
        left_(limit),
        is_for_people_(session.arguments.has("--plain") ||
                       (!session.arguments.has("--json") && isatty(STDOUT_FILENO) == 1)) {}

  CommandResult begin();
  CommandResult tell_all();
  CommandResult follow();

 private:
  bool is_over() const {
    return left_ == 0 || g_is_told_to_stop != 0 || !session_.out.arrived() ||
           session_.out.reader_has_left();
  }
  CommandResult look_whether_made_again();

  const Session& session_;
  Archive archive_;
  std::int64_t left_;  // events that may still be told
  const bool is_for_people_;
  Cursor cursor_;
};

CommandResult made_again(const Cursor& cursor) {
  return could_not(fmt::format("the archive was re-indexed since cursor {} was given; {}",
                               cursor_text(cursor), kBeginAgain));
}

CommandResult Feed::begin() {
  const auto incarnation = archive_.catalog().incarnation();
  if (!incarnation) return could_not(incarnation.error());
  const auto last = archive_.catalog().last_event();
  if (!last) return could_not(last.error());
  cursor_ = {.incarnation = *incarnation, .number = 0};
  const auto& since = session_.arguments.value("--since");
  if (!since) return {};
  if (*since == "now") {
    cursor_.number = *last;
    log(LogLevel::info, "begins behind what is there", {{"cursor", cursor_text(cursor_)}});
    return {};
  }
  const auto given = parse_cursor(*since);
  if (!given)
    return wrong_usage(
        fmt::format("--since wants \"now\" or the cursor of an earlier line, such "
                    "as {}, not \"{}\"",
                    cursor_text(cursor_), visible(*since)));
  if (given->incarnation != *incarnation) return made_again(*given);
  if (given->number > *last)
    return could_not(
        fmt::format("cursor {} is ahead of the archive, whose last event is {}: it "
                    "was put back to an older state; {}",
                    cursor_text(*given), *last, kBeginAgain));
  cursor_ = *given;
  return {};
}

CommandResult Feed::tell_all() {
  const bool has_text = !session_.arguments.has("--no-text");
  while (!is_over()) {
    const auto events = archive_.catalog().events(cursor_.number, kEventsAtOnce);
    if (!events) return could_not(events.error());
    if (events->empty()) return {};
    for (const PageEvent& event : *events) {
      if (is_over()) return {};
      auto line = is_for_people_ ? event_words(archive_, event, has_text)
                                 : event_line(archive_, cursor_.incarnation, event, has_text);
      if (!line) return could_not(line.error());
      if (!is_for_people_) *line += '\n';
      session_.out.write(*line);
      session_.out.flush();
      cursor_.number = event.number;
      --left_;
    }
  }
  return {};
}

CommandResult Feed::look_whether_made_again() {
  auto archive = Archive::open(system_disk(), archive_.directory());
  if (!archive && archive.error().code == Errc::not_found) return {};  // it is being made
  if (!archive) return could_not(archive.error());
  const auto incarnation = archive->catalog().incarnation();
  if (!incarnation) return could_not(incarnation.error());
  if (*incarnation != cursor_.incarnation) return made_again(cursor_);
  return {};
}

CommandResult Feed::follow() {
  int pauses = 0;
  while (true) {
    const std::int64_t before = cursor_.number;
    if (const auto told = tell_all(); !told) return told;
    if (is_over()) return {};
    pauses = cursor_.number == before ? pauses + 1 : 0;
    if (pauses % kPausesBeforeLook == kPausesBeforeLook - 1)
      if (const auto looked = look_whether_made_again(); !looked) return looked;
    // Ends early at a signal, or when the reader leaves.
    pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
    poll(&out, 1, kPauseMs);
  }
}

CommandResult run_changes(const Session& session) {
  const auto limit =
      number_of<std::int64_t>(session, "--limit", std::numeric_limits<std::int64_t>::max(), 1,
                              std::numeric_limits<std::int64_t>::max());
  if (!limit) return std::unexpected(limit.error());
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const bool follows = session.arguments.has("--follow");
  if (follows) {
    stop_at_signals();
    session.out.excuse_reader();
  }
  Feed feed(session, *std::move(archive), *limit);
  if (const auto begun = feed.begin(); !begun) return begun;
  return follows ? feed.follow() : feed.tell_all();
}

}  // namespace

Command changes_command() {
  return {
      .name = "changes",
      .summary = "Tell what was added, changed and removed, in order, from a cursor on",
      .details =
          "On a terminal, or with --plain, a line for people for each event, with some of\n"
          "the text that went and came. Elsewhere, or with --json, for programs:\n"
          "one JSON object a line for each event, in the order in which the archive came to\n"
          "know: cursor, change (added, changed, removed), url, time, class, digest, before\n"
          "and digest_before (the version it was compared with, which reads as the one told\n"
          "last); the text of the page without menus and the like, and of what changed the\n"
          "blocks that differ (delta: removed, added, relinked). The class cosmetic is of\n"
          "changes that mean nothing, such as a counter: whoever wants no more than news\n"
          "leaves them out. What the archive no longer has is null, with text_missing or\n"
          "delta_missing to say why.\n"
          "Keep the cursor of the last whole line that you have dealt with, and give it to\n"
          "--since: what follows is every event behind it, each once, also after a crash of\n"
          "either side. freshet reindex makes older cursors void, and they are refused.",
      .operands = {},
      .options = {{"--since", "CURSOR", "Begin behind this line's cursor; now: behind all of them"},
                  {"--follow", "", "Wait for more, until SIGINT, SIGTERM or a closed pipe"},
                  {"--limit", "N", "End after N events"},
                  {"--no-text", "", "Leave out text and delta"},
                  {"--json", "",
                   "For programs: one JSON object a line; the default in a pipe or file"},
                  {"--plain", "", "For people; the default on a terminal"}},
      .sections = {},
      .examples = {{"freshet changes --archive web", "all that ever happened"},
                   {"freshet changes --archive web --since 3f2a9c0d11e87b64-42 --follow",
                    "go on where an index stopped"},
                   {"freshet changes --archive web --since now --follow --no-text",
                    "watch what happens"}},
      .run = run_changes};
}

}  // namespace freshet
