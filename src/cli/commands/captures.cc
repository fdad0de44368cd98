// freshet captures: lists the captures of an archive.
#include "app/capture.h"
#include "cli/archive_access.h"
#include "cli/capture_text.h"
#include "cli/commands/commands.h"

namespace freshet {
namespace {

CommandResult run_captures(const Session& session) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto captures = archive->catalog().captures();
  if (!captures) return could_not(captures.error());
  if (session.arguments.has("--json"))
    for (const CaptureRow& row : *captures) session.out.write(to_json(row) + "\n");
  else
    print_captures(*captures, session.out);
  return {};
}

}  // namespace

Command captures_command() {
  return {.name = "captures",
          .summary = "List the captures of an archive",
          .details =
              "Lists the captures that freshet capture made, the oldest first: their state, the\n"
              "instant for which most pages are proven, and how many pages are proven, changed\n"
              "or unknown.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object per line"}},
          .sections = {},
          .examples = {{"freshet captures --archive web", "what was captured, and how well"}},
          .run = run_captures};
}

}  // namespace freshet
