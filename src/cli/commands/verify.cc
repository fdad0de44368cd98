// freshet verify: proves that an archive agrees with itself.
#include "store/verify.h"

#include <fmt/format.h>

#include <string>

#include "app/maintenance.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/progress.h"
#include "cli/wording.h"

namespace freshet {
namespace {

void print_text(const Verified& seen, Output& out) {
  out.write(fmt::format("{}, {}, {}, {}, {}: {}\n", counted(seen.files, "file", "files"),
                        counted(seen.records, "record", "records"),
                        counted(seen.snapshots, "snapshot", "snapshots"),
                        counted(seen.tags, "tag index", "tag indexes"),
                        counted(seen.index_lines, "index line", "index lines"),
                        seen.faults == 0 ? "all agree" : counted(seen.faults, "fault", "faults")));
}

CommandResult run_verify(const Session& session) {
  const auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  const bool as_json = session.arguments.has("--json");
  Progress progress(session, "verifying");
  VerifyJson json;
  VerifyOptions options;
  options.progress = [&](const std::string& file, std::uint64_t records) {
    progress.tell(file, records, "records");
  };
  options.fault = [&](const std::string& fault) {
    progress.clear();
    if (as_json) {
      session.out.write(json.fault(fault));
    } else {
      session.out.write(visible(fault) + "\n");
      session.out.flush();
    }
  };
  const auto seen = verify_archive(system_disk(), *directory, options);
  progress.clear();
  if (!seen) return could_not(seen.error());
  if (as_json) {
    session.out.write(json.finish(*seen) + "\n");
  } else {
    print_text(*seen, session.out);
  }
  if (seen->faults == 0) return {};
  return could_not(fmt::format("the archive in \"{}\" has {}", visible(*directory),
                               counted(seen->faults, "fault", "faults")));
}

}  // namespace

Command verify_command() {
  return {.name = "verify",
          .summary = "Check the integrity of an archive",
          .details =
              "Reads every record, checks its digests and lengths, and compares index, tag\n"
              "indexes and catalog with it. Prints one line per fault; any fault makes the exit\n"
              "code 1. Nothing is changed. Fails while a process is writing to the archive.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object, with all faults in \"found\""}},
          .sections = {},
          .examples = {{"freshet verify --archive web", "is the archive intact?"}},
          .run = run_verify};
}

}  // namespace freshet
