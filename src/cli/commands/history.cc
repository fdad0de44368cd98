// freshet history: how a page changed and when it is checked next.
#include "app/history.h"

#include "cli/archive_access.h"
#include "cli/commands/commands.h"

namespace freshet {
namespace {

constexpr std::size_t kChecksListedMax = 20;

CommandResult run_history(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto history = page_history(*opened, *session.arguments.value("URL"));
  if (!history) return failure_of(history.error());
  session.out.write(session.arguments.has("--json")
                        ? to_json(*history) + "\n"
                        : history_text(*history, kChecksListedMax, session.out_in_color));
  return {};
}

}  // namespace

Command history_command() {
  return {.name = "history",
          .summary = "Show how a page changed and when it is checked next",
          .details =
              "Shows how often the page changes and how certain that is, when and why it is\n"
              "checked next, a calendar with a mark for each day, and its last checks with\n"
              "their findings. Nothing is fetched.",
          .operands = {{"URL", "A page of the archive; without a scheme, https and then http", true,
                        false}},
          .options = {{"--json", "", "Print one JSON object, with every check and its stages"}},
          .sections = {},
          .examples = {{"freshet history https://example.com/news --archive web",
                        "how often does this page change?"},
                       {"freshet history example.com/news --archive web --json", "for programs"}},
          .run = run_history};
}

}  // namespace freshet
