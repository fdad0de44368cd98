// freshet export: what is in an archive, in the formats of others.
#include "store/export.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/export_output.h"
#include "cli/nearest.h"
#include "cli/selecting.h"
#include "cli/wording.h"

namespace freshet {
namespace {

enum class Shape { text, binary, file_only };

using ExportFunction = Result<Exported> (*)(Archive&, const Selection&, const ExportSink&);

struct Format {
  std::string_view name;
  std::string_view meaning;
  Shape shape;
  ExportFunction run;  // none for file_only
};

Result<Exported> warc_now(Archive& archive, const Selection& selection, const ExportSink& sink) {
  return export_warc(archive, selection, system_clock().now(), sink);
}
Result<Exported> wet_now(Archive& archive, const Selection& selection, const ExportSink& sink) {
  return export_wet(archive, selection, system_clock().now(), sink);
}

constexpr std::array<Format, 7> kFormats = {
    {{"wacz", "One file that replays in a browser (replayweb.page)", Shape::file_only, nullptr},
     {"warc", "The records, a gzip member each", Shape::binary, warc_now},
     {"cdxj", "Index lines for pywb and its kin; they name the WARC files of the archive",
      Shape::text, export_cdxj},
     {"cdx11", "The same in the older form of 11 fields", Shape::text, export_cdx11},
     {"jsonl", "One JSON object a line, with title and text of HTML pages", Shape::text,
      export_jsonl},
     {"csv", "A table for spreadsheets, without texts", Shape::text, export_csv},
     {"wet", "The texts of HTML pages as WARC conversion records", Shape::binary, wet_now}}};

std::expected<Format, Failure> chosen_format(const Arguments& arguments) {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  const auto& given = arguments.value("--format");
  if (!given) return wrong_usage(fmt::format("--format is needed: {}", fmt::join(names, ", ")));
  for (const Format& format : kFormats)
    if (*given == format.name) return format;
  return wrong_usage(fmt::format("--format must be one of {}, not \"{}\"{}", fmt::join(names, ", "),
                                 visible(*given), did_you_mean(*given, names)));
}

// The file that is to be made; none: stdout. What is there already is not lost by mistake.
std::expected<std::optional<std::string>, Failure> chosen_file(const Arguments& arguments,
                                                               const Format& format) {
  const auto& given = arguments.value("--output");
  if (given && *given != "-") {
    if (system_disk().exists(*given) && !arguments.has("--force")) {
      return could_not(
          fmt::format("\"{}\" is there already; --force writes over it", visible(*given)));
    }
    return *given;
  }
  if (format.shape == Shape::file_only)
    return wrong_usage(fmt::format("{} cannot go to standard output; --output FILE.{} names a file",
                                   format.name, format.name));
  if (format.shape == Shape::binary && isatty(STDOUT_FILENO) == 1) {
    return wrong_usage(fmt::format(
        "{} is nothing for a terminal; --output FILE.{}.gz names a file, > FILE does too",
        format.name, format.name == "wet" ? "warc.wet" : format.name));
  }
  return std::nullopt;
}

Result<Exported> to_wacz(const Arguments& arguments, Archive& archive, const Selection& selection,
                         const std::optional<Found>& main_page, const std::string& path) {
  WaczOptions options;
  options.title = arguments.value("--title").value_or("");
  options.created = system_clock().now();
  if (arguments.has("--text")) options.texts = WaczOptions::Texts::always;
  // Who names pages wants to see the first of them first.
  if (!selection.urls.empty()) options.main_page_url = selection.urls.front();
  if (main_page) {
    options.main_page_url = main_page->page.key.url;
    options.main_page_time = main_page->snapshot.time;
  }
  return export_wacz(archive, selection, system_disk(), path, std::move(options));
}

Result<Exported> to_file(const Format& format, Archive& archive, const Selection& selection,
                         const std::string& path) {
  auto file = NewFile::create(system_disk(), path);
  if (!file) return std::unexpected(file.error());
  auto done =
      format.run(archive, selection, [&](std::string_view bytes) { return file->write(bytes); });
  if (!done) return done;
  if (auto finished = file->finish(); !finished) return std::unexpected(finished.error());
  return done;
}

Result<Exported> to_stdout(const Format& format, Archive& archive, const Selection& selection,
                           Output& out) {
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  VisibleLines lines(out);
  auto done = format.run(archive, selection, [&](std::string_view bytes) {
    is_terminal ? lines.write(bytes) : out.write(bytes);
    return out.arrived();
  });
  lines.finish();
  return done;
}

// For whoever waits for it: how much it was, and what an export cannot hold.
void tell(const Exported& done, const std::optional<std::string>& path) {
  if (done.missing > 0) {
    log(LogLevel::warning,
        "some snapshots repeat earlier ones that are not in the archive, and have no body",
        {{"snapshots", done.missing}});
  }
  if (done.snapshots == 0) log(LogLevel::warning, "nothing was selected, so the export is empty");
  if (path) {
    log(LogLevel::info, "exported",
        {{"file", *path}, {"snapshots", done.snapshots}, {"originals", done.originals}});
  }
}

CommandResult run_export(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto format = chosen_format(arguments);
  if (!format) return std::unexpected(format.error());
  for (const std::string_view flag : {"--title", "--text", "--main-page"})
    if (arguments.has(flag) && format->shape != Shape::file_only)
      return wrong_usage(fmt::format("{} is for wacz, not for {}", flag, format->name));
  const auto path = chosen_file(arguments, *format);
  if (!path) return std::unexpected(path.error());
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto selection = meant_selection(arguments, *archive);
  if (!selection) return std::unexpected(selection.error());
  std::optional<Found> main_page;
  if (const auto& named = arguments.value("--main-page")) {
    auto found = find_meant(*archive, *named, kTimeMax);
    if (!found) return std::unexpected(found.error());
    main_page = *std::move(found);
  }
  const auto done = format->shape == Shape::file_only
                        ? to_wacz(arguments, *archive, *selection, main_page, **path)
                    : *path ? to_file(*format, *archive, *selection, **path)
                            : to_stdout(*format, *archive, *selection, session.out);
  if (!done) return could_not(done.error());
  tell(*done, *path);
  return {};
}

HelpSection formats_section() {
  HelpSection section{"Formats", {}};
  for (const Format& format : kFormats)
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
  for (const Format& format : kFormats) options.front().choices.push_back(format.name);
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
