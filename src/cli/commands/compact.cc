// freshet compact: keeps the history of pages short.
#include <fmt/format.h>

#include <chrono>
#include <string>

#include "base/json.h"
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
    JsonWriter json;
    json.begin_object().key("snapshots").value(done.snapshots);
    json.key("files_rewritten").value(done.files);
    json.key("bytes_freed").value(done.bytes_freed).end_object();
    session.out.write(json.take() + "\n");
    return;
  }
  if (done.snapshots == 0) {
    session.out.write("nothing to remove: every version is kept by the rules\n");
    return;
  }
  session.out.write(fmt::format(
      "{} removed; {} written anew, {} freed\n", counted(done.snapshots, "snapshot", "snapshots"),
      counted(done.files, "file", "files"), size_words(done.bytes_freed)));
}

CommandResult run_compact(const Session& session) {
  const Retention retention = retention_of(session.config.settings.archive);
  if (!retention.last_versions && !retention.younger_than) {
    return wrong_usage(
        "say what to keep: --keep-versions N, --keep-days N, or archive.keep_versions and "
        "archive.keep_days in the settings");
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
  return {.name = "compact",
          .summary = "Remove old versions of pages from an archive",
          .details =
              "Keeps of each page the newest versions, as many as --keep-versions says, and all\n"
              "snapshots younger than --keep-days: one goes only if neither rule keeps it. A\n"
              "version is a content; of what confirmed it the last is kept too. Failures and\n"
              "redirects count apart and never displace content. The newest snapshot is always\n"
              "kept, and so is what a kept one repeats. The files that held the others are\n"
              "written anew. This cannot be undone.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet compact --archive web --keep-versions 10", "ten versions a page"},
                       {"freshet compact --archive web --keep-versions 1 --keep-days 365",
                        "a year of history, and the newest version of everything"}},
          .run = run_compact};
}

}  // namespace freshet
