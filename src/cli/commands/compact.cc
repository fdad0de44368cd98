// freshet compact: keeps the history of pages short.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "app/maintenance.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/wording.h"
#include "store/rewrite.h"

namespace freshet {
namespace {

Retention retention_of(const ArchiveSettings& settings) {
  Retention retention;
  if (settings.keep_versions > 0)
    retention.last_versions = static_cast<std::uint64_t>(settings.keep_versions);
  if (settings.keep_days > 0) retention.younger_than = std::chrono::days(settings.keep_days);
  return retention;
}

void print_compacted(const Rewritten& done, const Session& session) {
  if (session.arguments.has("--json")) {
    session.out.write(compaction_json(done) + "\n");
    return;
  }
  if (done.snapshots == 0) {
    session.out.write("nothing to remove: the rules keep every version\n");
    return;
  }
  session.out.write(fmt::format(
      "{} removed; {} rewritten, {} freed\n", counted(done.snapshots, "snapshot", "snapshots"),
      counted(done.files, "file", "files"), size_words(done.bytes_freed)));
}

CommandResult run_compact(const Session& session) {
  const Retention retention = retention_of(session.config.settings.archive);
  if (!retention.last_versions && !retention.younger_than) {
    return wrong_usage(
        "nothing says what to keep; use --keep-versions N, --keep-days N, or the settings "
        "archive.keep_versions and archive.keep_days");
  }
  const auto writer = open_to_write(session, Missing::is_an_error);
  if (!writer) return std::unexpected(writer.error());
  const auto done = compact_archive(**writer, retention);
  if (!done) return could_not(done.error());
  if (const auto closed = (*writer)->close(); !closed) return could_not(closed.error());
  print_compacted(*done, session);
  return {};
}

}  // namespace

Command compact_command() {
  return {
      .name = "compact",
      .summary = "Remove old versions of pages from an archive",
      .details =
          "Keeps the newest versions of each page, as many as --keep-versions says, and all\n"
          "snapshots younger than --keep-days. A snapshot is removed only if neither rule\n"
          "keeps it. A version is a distinct content; its last confirmation is kept too.\n"
          "Failures and redirects are counted separately and never displace content. The\n"
          "newest snapshot of a page is always kept, and so are snapshots that kept ones\n"
          "refer to. Files with removed snapshots are rewritten. This cannot be undone.",
      .operands = {},
      .options = {{"--json", "", "Print one JSON object"}},
      .sections = {},
      .examples = {{"freshet compact --archive web --keep-versions 10", "ten versions per page"},
                   {"freshet compact --archive web --keep-versions 1 --keep-days 365",
                    "a year of history, and the newest version of every page"}},
      .run = run_compact};
}

}  // namespace freshet
