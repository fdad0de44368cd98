// freshet verify: proves that an archive agrees with itself.
#include "store/verify.h"

#include <fmt/format.h>

#include <string>

#include "base/escape.h"
#include "base/json.h"
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

void print_json(const Verified& seen, JsonWriter& json) {
  json.key("files").value(seen.files).key("records").value(seen.records);
  json.key("snapshots").value(seen.snapshots).key("tag_indexes").value(seen.tags);
  json.key("index_lines").value(seen.index_lines).key("faults").value(seen.faults);
}

CommandResult run_verify(const Session& session) {
  const auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  const bool as_json = session.arguments.has("--json");
  Progress progress(session, "verifying");
  JsonWriter json;
  bool has_begun = false;
  VerifyOptions options;
  options.progress = [&](const std::string& file, std::uint64_t records) {
    progress.tell(file, records, "records");
  };
  options.fault = [&](const std::string& fault) {
    progress.clear();
    if (as_json) {
      if (!has_begun) json.begin_object().key("found").begin_array();
      has_begun = true;
      json.value(fault);
      session.out.write(json.take());
    } else {
      session.out.write(visible(fault) + "\n");
      session.out.flush();
    }
  };
  const auto seen = verify_archive(system_disk(), *directory, options);
  progress.clear();
  if (!seen) return could_not(seen.error());
  if (as_json) {
    if (!has_begun) json.begin_object().key("found").begin_array();
    json.end_array();
    print_json(*seen, json);
    session.out.write(json.end_object().take() + "\n");
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
          .summary = "Prove that an archive agrees with itself",
          .details =
              "Reads every record, checks its digests and lengths, and compares index, tag\n"
              "indexes and catalog with it. Each fault is a line on stdout; any fault makes\n"
              "the exit code 1. Changes nothing. Not possible while something writes to the\n"
              "archive.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object, with all faults in \"found\""}},
          .sections = {},
          .examples = {{"freshet verify --archive web", "is everything as it was written?"}},
          .run = run_verify};
}

}  // namespace freshet
