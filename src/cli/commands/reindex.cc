// freshet reindex: makes catalog, index and tag indexes again from the records alone.
#include "store/reindex.h"

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/escape.h"
#include "base/json.h"
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
    out.write(fmt::format("{} cut off: snapshots that were not whole at the end of a file\n",
                          size_words(done.bytes_cut)));
  }
}

void print_json(const Reindexed& done, Output& out) {
  JsonWriter json;
  json.begin_object().key("files").value(done.files).key("snapshots").value(done.snapshots);
  json.key("bytes_cut").value(done.bytes_cut).key("skipped").begin_array();
  for (const std::string& damage : done.skipped) json.value(damage);
  out.write(json.end_array().end_object().take() + "\n");
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
    print_json(*done, session.out);
  else
    print_text(*done, session.out);
  if (done->skipped.empty()) return {};
  return could_not(fmt::format("damage hides records at {}; the rest is indexed",
                               counted(done->skipped.size(), "place", "places")));
}

}  // namespace

Command reindex_command() {
  return {.name = "reindex",
          .summary = "Make catalog, index and tag indexes again from the records",
          .details =
              "For an archive whose catalog, index or tag indexes are lost or damaged: all of\n"
              "them follow from the WARC files (or slots), which are read whole. A snapshot\n"
              "that is not whole at the end of a file is cut off; damage within a file is\n"
              "passed over and told, with exit code 1. The catalog that was there is kept\n"
              "beside the new one as catalog.sqlite.before-reindex (-2, -3, ...). A lost\n"
              "archive.json is made again too. If it fails, nothing has changed.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet reindex --archive web", "after the catalog was lost"}},
          .run = run_reindex};
}

}  // namespace freshet
