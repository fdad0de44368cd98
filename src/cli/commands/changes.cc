// freshet changes: the events of an archive, for programs that build on it.
#include "app/changes.h"

#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <cstdint>
#include <limits>

#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/change_text.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"

namespace freshet {
namespace {

constexpr int kPauseMs = 250;

volatile sig_atomic_t g_is_stopping = 0;

void stop(int) { g_is_stopping = 1; }

// The first of these signals ends the command behind a whole line, the next one at once, in case
// the reader is stuck.
void stop_at_signals() {
  struct sigaction action = {};
  action.sa_handler = stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) sigaction(number, &action, nullptr);
}

CommandResult run_changes(const Session& session) {
  const Arguments& arguments = session.arguments;
  constexpr auto kMax = std::numeric_limits<std::int64_t>::max();
  const auto limit = number_of<std::int64_t>(session, "--limit", kMax, 1, kMax);
  if (!limit) return std::unexpected(limit.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const bool follows = arguments.has("--follow");
  if (follows) {
    stop_at_signals();
    session.out.excuse_reader();
  }
  auto feed = ChangeFeed::open(*opened, arguments.value("--since"));
  if (!feed) return failure_of(feed.error());
  if (arguments.value("--since") == "now")
    log(LogLevel::info, "begins after the last event", {{"cursor", cursor_text(feed->cursor())}});
  const bool is_plain =
      arguments.has("--plain") || (!arguments.has("--json") && isatty(STDOUT_FILENO) == 1);
  std::int64_t left = *limit;
  const auto goes_on = [&] {
    return left > 0 && g_is_stopping == 0 && session.out.arrived() &&
           !session.out.reader_has_left();
  };
  const auto print = [&](const ChangeEntry& entry) {
    session.out.write(is_plain ? entry_text(entry) : to_json(entry) + "\n");
    session.out.flush();
    --left;
    return goes_on();
  };
  // The wait ends early at a signal, or when the reader leaves.
  const auto pause = [&] {
    if (!goes_on()) return false;
    pollfd out{.fd = STDOUT_FILENO, .events = 0, .revents = 0};
    poll(&out, 1, kPauseMs);
    return goes_on();
  };
  const bool has_text = !arguments.has("--no-text");
  const Status read =
      follows ? follow_changes(*feed, has_text, print, pause) : feed->read(has_text, print);
  if (!read) return failure_of(read.error());
  return {};
}

}  // namespace

Command changes_command() {
  return {
      .name = "changes",
      .summary = "Report added, changed and removed pages, in order, from a cursor on",
      .details =
          "On a terminal, or with --plain: one line per event, with some of the text that\n"
          "was removed and added. Elsewhere, or with --json: one JSON object per line, in\n"
          "the order in which the archive recorded the events.\n"
          "\n"
          "The fields are cursor, change (added, changed, removed, redesigned), url, time,\n"
          "class, digest, before and digest_before (the version compared with); text,\n"
          "without menus and the like; and for changes delta, the blocks that were\n"
          "removed, added or relinked. The class cosmetic marks changes without meaning,\n"
          "such as a counter; skip them if you want news only. Parts that the archive no\n"
          "longer has are null; text_missing or delta_missing says why. A redesign is one\n"
          "event per site, with the URL of its home page; pages whose content did not\n"
          "change have no event of their own.\n"
          "\n"
          "Store the cursor of the last complete line that you have processed and pass it\n"
          "to --since: you get every later event exactly once, even after a crash of either\n"
          "side. freshet reindex invalidates older cursors; they are refused.",
      .operands = {},
      .options = {{"--since", "CURSOR", "Start after this cursor; now: after the last event"},
                  {"--follow", "", "Wait for more events until SIGINT, SIGTERM or a closed pipe"},
                  {"--limit", "N", "End after N events"},
                  {"--no-text", "", "Leave out text and delta"},
                  {"--json", "", "One JSON object per line; the default in a pipe or file"},
                  {"--plain", "", "Text for people; the default on a terminal"}},
      .sections = {},
      .examples = {{"freshet changes --archive web", "every event so far"},
                   {"freshet changes --archive web --since 3f2a9c0d11e87b64-42 --follow",
                    "resume where an index stopped"},
                   {"freshet changes --archive web --since now --follow --no-text",
                    "watch the archive live"}},
      .run = run_changes};
}

}  // namespace freshet
