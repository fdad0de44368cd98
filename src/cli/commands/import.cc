// freshet import: other people's archives become ours.
#include "store/import.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "cli/wording.h"

namespace freshet {
namespace {

// Nothing is begun if a name is mistyped.
CommandResult check_files(const std::vector<std::string>& files) {
  for (const std::string& file : files) {
    if (file == "-") {
      return wrong_usage(
          "import cannot read standard input, since it has to go back and forth in what it reads; "
          "save it to a file first");
    }
    if (const auto opened = system_disk().open(file, Access::read); !opened)
      return could_not(opened.error());
  }
  return {};
}

void add(Imported& sum, const Imported& one) {
  sum.files += one.files;
  sum.records += one.records;
  sum.snapshots += one.snapshots;
  sum.already_here += one.already_here;
  sum.damaged += one.damaged;
  sum.digests_corrected += one.digests_corrected;
  sum.dates_corrected += one.dates_corrected;
}

void print_text(const Imported& sum, Output& out) {
  out.write(fmt::format(
      "{} from {} ({} in all)\n", counted(sum.snapshots, "snapshot imported", "snapshots imported"),
      counted(sum.files, "file", "files"), counted(sum.records, "record", "records")));
  if (sum.already_here > 0) {
    out.write(fmt::format("{} in the archive already\n",
                          counted(sum.already_here, "snapshot was", "snapshots were")));
  }
  if (sum.digests_corrected > 0) {
    out.write(fmt::format("{} corrected: they did not match what they stand for\n",
                          counted(sum.digests_corrected, "digest", "digests")));
  }
  if (sum.dates_corrected > 0) {
    out.write(fmt::format("{} from the future kept as of now\n",
                          counted(sum.dates_corrected, "record", "records")));
  }
  if (sum.damaged > 0)
    out.write(
        fmt::format("{} left out\n", counted(sum.damaged, "damaged record", "damaged records")));
}

void print_json(const Imported& sum, Output& out) {
  JsonWriter json;
  json.begin_object().key("files").value(sum.files).key("records").value(sum.records);
  json.key("snapshots").value(sum.snapshots).key("already_here").value(sum.already_here);
  json.key("damaged").value(sum.damaged);
  json.key("digests_corrected").value(sum.digests_corrected);
  json.key("dates_corrected").value(sum.dates_corrected).end_object();
  out.write(json.take() + "\n");
}

// A file that is none of ours does not keep the others out; how many there were of them.
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
      add(sum, *one);
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
    print_json(sum, session.out);
  else
    print_text(sum, session.out);
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
          .summary = "Take WARC and WACZ files of others into an archive",
          .details =
              "Reads WARC files, packed in any way or not at all, and WACZ files, and keeps\n"
              "their records with all their fields, one gzip member each and with digests\n"
              "that are right. The archive is made if it is not there. Snapshots that are in\n"
              "it already are not taken twice, so an import that was broken off can simply be\n"
              "started again. Damaged records are left out and named on stderr; then the exit\n"
              "code is 1. The files themselves are not changed.",
          .operands = {{"FILE", "A WARC (.warc, .warc.gz) or WACZ file", true, true}},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet import --archive web crawl.warc.gz", "a crawl by wget"},
                       {"freshet import --archive web *.wacz", "several at once"}},
          .run = run_import};
}

}  // namespace freshet
