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
        "some snapshots refer to earlier ones that are not in the archive, and have no body",
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
                        .has_main_text = arguments.has("--main"),
                        .only_distinct = arguments.has("--distinct"),
                        .title = arguments.value("--title").value_or(""),
                        .has_texts = arguments.has("--text")};
  if (auto asked = add_as_of(arguments, request); !asked) return asked;
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
      {"--format", "FORMAT", "Format to write; see below"},
      {"--output", "FILE", "File to write, created when complete; - or none: stdout", false, "-o"},
      {"--force", "", "Overwrite FILE if it exists"},
      {"--title", "TEXT", "Title of a WACZ"},
      {"--main-page", "URL", "Page of a WACZ that viewers open first (default: a home page)"},
      {"--main", "", "Only the main text of pages, in jsonl and wet; md has no other"},
      {"--as-of", "TIME", "The versions of this time, each with its verdict; wacz and warc"},
      {"--only-proven", "", "With --as-of: only versions that are proven for that time"},
      {"--strict", "", "With --as-of: compare bytes; a changed clock or counter is a change"},
      {"--distinct", "", "Leave out pages whose main text says the same as another page"},
      {"--text", "", "Include page texts in a WACZ for search, whatever their size"}};
  for (const ExportFormat& format : export_formats())
    options.front().choices.push_back(format.name);
  for (const Option& option : selection_options()) options.push_back(option);
  return {.name = "export",
          .summary = "Write an archive, or part of it, in another format",
          .details =
              "Exports all versions of all pages unless options select some. WACZ and WARC\n"
              "files also contain the earlier snapshots that selected ones refer to, so that\n"
              "they are complete. --as-of exports the version of each page at one instant.",
          .usage = "--format FORMAT [--output FILE] [OPTIONS]",
          .operands = {},
          .options = std::move(options),
          .sections = {formats_section()},
          .examples = {{"freshet export --archive web --format wacz --output web.wacz",
                        "everything, for a browser"},
                       {"freshet export --archive web --format csv --domain example.com --last",
                        "the newest version of each page of a domain"},
                       {"freshet export --archive web --format warc --from 2026-11 > new.warc.gz",
                        "everything since November"}},
          .run = run_export};
}

}  // namespace freshet
