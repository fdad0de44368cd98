// freshet reindex: makes catalog, index and tag indexes again from the records alone.
#include "store/reindex.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "app/maintenance.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "cli/wording.h"

namespace freshet {
namespace {

void print_text(const Reindexed& done, Output& out) {
  for (const std::string& damage : done.skipped) out.write(visible(damage) + "\n");
  out.write(fmt::format("{} from {}\n",
                        counted(done.snapshots, "snapshot indexed", "snapshots indexed"),
                        counted(done.files, "file", "files")));
  if (done.bytes_cut > 0) {
    out.write(fmt::format("{} truncated: incomplete snapshots at the end of a file\n",
                          size_words(done.bytes_cut)));
  }
}

CommandResult run_reindex(const Session& session) {
  const auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  Disk& disk = system_disk();
  // Nothing is made, not even a lock, where there is nothing to index.
  const auto found = read_archive_mark(disk, *directory);
  const auto holds = holds_records(disk, *directory);
  if (!holds) return could_not(holds.error());
  if (!found && !*holds) return could_not(found.error());
  const auto lock = lock_archive(disk, *directory);
  if (!lock) return could_not(lock.error());
  const auto mark = restore_archive_mark(disk, *directory);
  if (!mark) return could_not(mark.error());
  Progress progress(session, "indexing");
  ReindexOptions options;
  options.scripting = session.config.settings.html.mode();
  options.progress = [&](const std::string& file, std::uint64_t snapshots) {
    progress.tell(file, snapshots, "snapshots");
  };
  const auto done = rebuild_catalog(disk, *directory, mark->layout, options);
  progress.clear();
  if (!done) return could_not(done.error());
  if (session.arguments.has("--json"))
    session.out.write(to_json(*done) + "\n");
  else
    print_text(*done, session.out);
  if (done->skipped.empty()) return {};
  return could_not(fmt::format("damage hides records in {}; the rest is indexed",
                               counted(done->skipped.size(), "place", "places")));
}

}  // namespace

Command reindex_command() {
  return {.name = "reindex",
          .summary = "Rebuild catalog, index and tag indexes from the records",
          .details =
              "Repairs an archive whose catalog, index or tag indexes are lost or damaged. All\n"
              "of them are rebuilt from the WARC files (or slots), which are read completely.\n"
              "An incomplete snapshot at the end of a file is truncated; damage within a file\n"
              "is skipped and reported, with exit code 1. The previous catalog is kept as\n"
              "catalog.sqlite.before-reindex (-2, -3, ...). A lost archive.json is restored. If\n"
              "reindexing fails, nothing has changed.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet reindex --archive web", "after the catalog was lost"}},
          .run = run_reindex};
}

}  // namespace freshet
