// freshet remove: takes pages out of an archive for good.
#include "app/remove.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <string>

#include "app/maintenance.h"
#include "base/ascii.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/input.h"
#include "cli/wording.h"

namespace freshet {
namespace {

// Asks at the terminal; without one, --yes is required.
CommandResult confirm(const Session& session, const Removal& removal) {
  if (session.arguments.has("--yes")) return {};
  if (isatty(STDIN_FILENO) != 1 || isatty(STDERR_FILENO) != 1)
    return wrong_usage("removing cannot be undone; use --yes to confirm");
  std::string question = fmt::format("{} of {} will be removed permanently:\n",
                                     counted(removal.snapshots, "snapshot", "snapshots"),
                                     counted(removal.pages, "page", "pages"));
  for (const std::string& url : removal.first_pages)
    question += fmt::format("  {}\n", visible(url));
  if (removal.pages > removal.first_pages.size())
    question += fmt::format("  and {} more\n", removal.pages - removal.first_pages.size());
  question += "Remove them? [y/N] ";
  std::fputs(question.c_str(), stderr);
  const std::string answer = ascii_lower(trim_ascii_whitespace(read_line_of_stdin()));
  if (answer == "y" || answer == "yes") return {};
  return could_not("nothing was removed");
}

void print_removed(const Rewritten& done, const Session& session) {
  if (session.arguments.has("--json")) {
    session.out.write(removal_json(done) + "\n");
    return;
  }
  session.out.write(fmt::format(
      "{} of {} removed; {} rewritten, {} freed\n"
      "Recorded in removals.jsonl. Other copies (backups, exports) are not touched.\n",
      counted(done.snapshots, "snapshot", "snapshots"), counted(done.pages, "page", "pages"),
      counted(done.files, "file", "files"), size_words(done.bytes_freed)));
}

CommandResult run_remove(const Session& session) {
  const Arguments& arguments = session.arguments;
  const RemovalRequest request{.urls = arguments.values("URL"),
                               .hosts = arguments.values("--host"),
                               .reason = arguments.value("--reason").value_or("")};
  if (request.urls.empty() && request.hosts.empty())
    return wrong_usage("nothing to remove given; use URLs, or --host HOST for all pages of a host");
  const auto writer = open_to_write(session, Missing::is_an_error);
  if (!writer) return std::unexpected(writer.error());
  const auto removal = plan_removal((*writer)->archive(), request);
  if (!removal) return failure_of(removal.error());
  if (const auto confirmed = confirm(session, *removal); !confirmed) return confirmed;
  const auto done = take_down(**writer, removal->what);
  if (!done) return could_not(done.error());
  if (const auto closed = (*writer)->close(); !closed) return could_not(closed.error());
  print_removed(*done, session);
  return {};
}

}  // namespace

Command remove_command() {
  return {
      .name = "remove",
      .summary = "Remove pages from an archive permanently",
      .details =
          "Removes every version of the pages: records, index lines, tag indexes and\n"
          "catalog rows. The files that held them are rewritten. What was removed, when and\n"
          "why is recorded in removals.jsonl in the archive. Asks for confirmation on a\n"
          "terminal; elsewhere --yes is required. Other copies, such as backups and\n"
          "exports, are not touched.",
      .usage = "URL...|--host HOST [--reason TEXT] [--yes]",
      .operands = {{"URL", "A page; without a scheme, both https and http", false, true}},
      .options = {{"--host", "HOST", "All pages of this host; may be repeated", true},
                  {"--reason", "TEXT", "Reason, for the record"},
                  {"--yes", "", "Do not ask"},
                  {"--json", "", "Print one JSON object"}},
      .sections = {},
      .examples = {{"freshet remove https://example.com/me --archive web --reason \"ticket 12\"",
                    "one page, after confirmation"},
                   {"freshet remove --host example.com --archive web --yes", "a whole host"}},
      .run = run_remove};
}

}  // namespace freshet
