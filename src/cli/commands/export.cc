// freshet export: writes an archive in the formats of others.
#include "app/export.h"

#include <unistd.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "app/page_lookup.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/export_choice.h"
#include "cli/selecting.h"
#include "cli/visible_lines.h"

namespace freshet {
namespace {

Result<Exported> export_to_stdout(ArchiveSession& opened, const ExportRequest& request,
                                  Output& out) {
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  VisibleLines lines(out);
  auto done = export_to(opened, request, [&](std::string_view bytes) {
    is_terminal ? lines.write(bytes) : out.write(bytes);
    return out.arrived();
  });
  lines.finish();
  return done;
}

void log_result(const Exported& done, const std::optional<std::string>& path) {
  if (done.missing > 0)
    log(LogLevel::warning,
        "some snapshots repeat earlier ones that are not in the archive, and have no body",
        {{"snapshots", done.missing}});
  if (done.snapshots == 0) log(LogLevel::warning, "nothing was selected, so the export is empty");
  if (path)
    log(LogLevel::info, "exported",
        {{"file", *path}, {"snapshots", done.snapshots}, {"originals", done.originals}});
}

CommandResult run_export(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto format = chosen_format(arguments);
  if (!format) return std::unexpected(format.error());
  const auto path = chosen_file(arguments, **format);
  if (!path) return std::unexpected(path.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  auto selection = selection_from_arguments(arguments, opened->archive());
  if (!selection) return std::unexpected(selection.error());
  ExportRequest request{.format = *format,
                        .selection = *std::move(selection),
                        .title = arguments.value("--title").value_or(""),
                        .has_texts = arguments.has("--text")};
  if (const auto& named = arguments.value("--main-page")) {
    auto found = find_page(opened->archive(), *named);
    if (!found) return failure_of(found.error());
    request.main_page = *std::move(found);
  }
  const auto done = *path ? export_to_file(*opened, request, **path)
                          : export_to_stdout(*opened, request, session.out);
  if (!done) return could_not(done.error());
  log_result(*done, *path);
  return {};
}

HelpSection formats_section() {
  HelpSection section{"Formats", {}};
  for (const ExportFormat& format : export_formats())
    section.rows.push_back({std::string(format.name), std::string(format.meaning)});
  return section;
}

}  // namespace

Command export_command() {
  std::vector<Option> options = {
      {"--format", "FORMAT", "What to write; see below"},
      {"--output", "FILE", "Where to; it appears when it is whole. -, or nothing: stdout", false,
       "-o"},
      {"--force", "", "Write over FILE if it is there"},
      {"--title", "TEXT", "The title of a WACZ"},
      {"--main-page", "URL", "The page of a WACZ that a viewer opens first (default: a home page)"},
      {"--text", "", "Put the texts of pages into a WACZ for search, however large they are"}};
  for (const ExportFormat& format : export_formats())
    options.front().choices.push_back(format.name);
  for (const Option& option : selection_options()) options.push_back(option);
  return {.name = "export",
          .summary = "Write an archive, or part of it, in another format",
          .details =
              "Without further options all versions of all pages. The earlier snapshots that\n"
              "selected ones repeat are put into WACZ and WARC too, so that these stand alone.",
          .usage = "--format FORMAT [--output FILE] [OPTIONS]",
          .operands = {},
          .options = std::move(options),
          .sections = {formats_section()},
          .examples = {{"freshet export --archive web --format wacz --output web.wacz",
                        "all of it, to look at in a browser"},
                       {"freshet export --archive web --format csv --domain example.com --last",
                        "the newest version of each page of a domain"},
                       {"freshet export --archive web --format warc --from 2026-11 > new.warc.gz",
                        "what came since November"}},
          .run = run_export};
}

}  // namespace freshet
