// freshet import: other people's archives become ours.
#include "store/import.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "app/maintenance.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/import_text.h"
#include "cli/progress.h"
#include "cli/wording.h"

namespace freshet {
namespace {

// Nothing is begun if a name is mistyped.
CommandResult check_files(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (file == "-") {
      return wrong_usage(
          "import needs random access and cannot read standard input; save it to a file first");
    }
    if (const auto opened = system_disk().open(file, Access::read); !opened)
      return could_not(opened.error());
  }
  return {};
}

// Imports each file, and returns how many could not be. A file that is not an archive does not stop
// the others.
std::expected<std::uint64_t, Failure> import_all(const Session& session, ArchiveWriter& writer,
                                                 Imported& sum) {
  Progress progress(session, "importing");
  std::uint64_t refused = 0;
  for (const std::string& file : session.arguments.values("FILE")) {
    ImportOptions options;
    options.progress = [&](const std::string& name, std::uint64_t records) {
      progress.tell(name, sum.records + records, "records");
    };
    options.problem = [&](const std::string& problem) {
      progress.clear();
      log(LogLevel::warning, problem);
    };
    const auto one = import_file(writer, system_disk(), file, options);
    progress.clear();
    if (!one && writer.has_failed()) return could_not(one.error());
    if (one) {
      sum += *one;
      continue;
    }
    log(LogLevel::error, one.error().message);
    ++refused;
  }
  if (const auto closed = writer.close(); !closed) return could_not(closed.error());
  return refused;
}

CommandResult run_import(const Session& session) {
  const auto& files = session.arguments.values("FILE");
  if (const auto checked = check_files(files); !checked) return checked;
  const auto writer = open_to_write(session, Missing::is_made);
  if (!writer) return std::unexpected(writer.error());
  Imported sum;
  const auto refused = import_all(session, **writer, sum);
  if (!refused) return std::unexpected(refused.error());
  if (session.arguments.has("--json"))
    session.out.write(to_json(sum) + "\n");
  else
    print_imported(sum, session.out);
  if (*refused > 0) {
    return could_not(fmt::format("{} of {} could not be imported", *refused,
                                 counted(files.size(), "file", "files")));
  }
  if (sum.damaged > 0) {
    return could_not(
        fmt::format("{} left out; all else is imported",
                    counted(sum.damaged, "damaged record was", "damaged records were")));
  }
  return {};
}

}  // namespace

Command import_command() {
  return {.name = "import",
          .summary = "Import WARC and WACZ files into an archive",
          .details =
              "Reads WARC files in any compression, and WACZ files, and keeps their records\n"
              "with all fields, one gzip member each and with correct digests. Creates the\n"
              "archive if necessary. Snapshots that are already in it are skipped, so an\n"
              "interrupted import can simply be run again. Damaged records are skipped and\n"
              "reported on stderr, with exit code 1. The imported files are not modified.",
          .operands = {{"FILE", "A WARC (.warc, .warc.gz) or WACZ file", true, true}},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet import --archive web crawl.warc.gz", "a crawl by wget"},
                       {"freshet import --archive web *.wacz", "several files"}},
          .run = run_import};
}

}  // namespace freshet
