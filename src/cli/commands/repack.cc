// freshet repack: packs the records of an archive in another way.
#include <fmt/format.h>

#include <string>

#include "app/maintenance.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/wording.h"
#include "store/rewrite.h"

namespace freshet {
namespace {

void print_repacked(const Rewritten& done, const Session& session) {
  if (session.arguments.has("--json")) {
    session.out.write(repacking_json(done) + "\n");
    return;
  }
  if (done.files == 0) {
    session.out.write("nothing to repack: every file has this packing\n");
    return;
  }
  session.out.write(fmt::format("{} repacked: {} became {}\n", counted(done.files, "file", "files"),
                                size_words(done.bytes_before), size_words(done.bytes_after)));
}

CommandResult run_repack(const Session& session) {
  const auto writer = open_to_write(session, Missing::is_an_error);
  if (!writer) return std::unexpected(writer.error());
  const auto done = repack_archive(**writer, session.config.settings.archive.packing);
  if (!done) return could_not(done.error());
  if (const auto closed = (*writer)->close(); !closed) return could_not(closed.error());
  print_repacked(*done, session);
  return {};
}

}  // namespace

Command repack_command() {
  return {.name = "repack",
          .summary = "Pack the records of an archive in another way",
          .details =
              "Rewrites the WARC files of an archive with the packing that --packing or the\n"
              "setting archive.packing names. Every record stays the same, byte for byte.\n"
              "Packing reference needs a fraction of the disk; only freshet reads such files,\n"
              "so use `freshet export` to hand records on, or repack to gzip. New files are\n"
              "written before the old ones are deleted: the disk needs room for both.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet repack --archive web --packing reference", "save disk"},
                       {"freshet repack --archive web --packing gzip", "and back"}},
          .run = run_repack};
}

}  // namespace freshet
