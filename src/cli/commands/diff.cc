// freshet diff: judges the change between two versions of a page, and shows it.
#include "app/diff.h"

#include <utility>

#include "app/page_lookup.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/diff_files.h"
#include "cli/diff_text.h"

namespace freshet {
namespace {

std::expected<PageDiff, Failure> diff_archived(const Session& session) {
  const Arguments& arguments = session.arguments;
  if (session.config.settings.archive.directory.empty())
    return wrong_usage("diff needs OLD and NEW, or a URL and --archive DIR");
  DiffRequest request{.url = *arguments.value("OLD")};
  if (const auto& text = arguments.value("--from")) {
    const auto time = parse_start("--from", *text);
    if (!time) return failure_of(time.error());
    request.from = *time;
  }
  if (const auto& text = arguments.value("--to")) {
    const auto time = parse_end("--to", *text);
    if (!time) return failure_of(time.error());
    request.to = *time;
  }
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  auto diff = diff_page(*opened, request);
  if (!diff) return failure_of(diff.error());
  log(LogLevel::info, "compared",
      {{"url", diff->url}, {"old", iso_time(diff->before)}, {"new", iso_time(diff->now)}});
  return std::move(diff->diff);
}

CommandResult run_diff(const Session& session) {
  const Arguments& arguments = session.arguments;
  // A single operand is a URL in the archive.
  const bool is_archived =
      arguments.value("OLD") && !arguments.value("NEW") && arguments.values("--earlier").empty();
  if (!is_archived && (arguments.has("--from") || arguments.has("--to")))
    return wrong_usage("--from and --to apply to a URL in an archive, not to files");
  const auto diff = is_archived ? diff_archived(session) : diff_files(session);
  if (!diff) return std::unexpected(diff.error());
  if (arguments.has("--json"))
    session.out.write(to_json(*diff) + "\n");
  else
    print_diff(*diff, session.out_in_color, session.out);
  return {};
}

}  // namespace

Command diff_command() {
  return {
      .name = "diff",
      .summary = "Judge and show what changed between two versions of a page",
      .details =
          "Compares two files, or two contents of a page in an archive: the last two,\n"
          "unless --from and --to say otherwise. Works in stages (bytes, text, elements,\n"
          "similarity, links, structure), names the class of the change (none, cosmetic,\n"
          "minor, major, removed, structure changed), says if it is meaningful, and shows\n"
          "the blocks that differ, by word: - removed, + added, ~ changed; for blocks with\n"
          "the same text, @ other links, # other images, < other markup.\n"
          "\n"
          "Earlier versions teach it which differences are noise: clocks, counters, tokens,\n"
          "rotating banners.",
      .usage =
          "OLD NEW [--earlier FILE...] [OPTIONS]\n"
          "       freshet diff URL --archive DIR [--from TIME] [--to TIME] [OPTIONS]",
      .operands = {{"OLD",
                    "The older version, a file; - is standard input. Alone: a URL in the archive",
                    false},
                   {"NEW", "The newer version; or -", false}},
      .options = {{"--earlier", "FILE...",
                   "Versions from before OLD, oldest first; may be repeated", true},
                  {"--from", "TIME", "The content of an archived page at TIME"},
                  {"--to", "TIME", "Its content at the end of TIME"},
                  {"--json", "",
                   "Print JSON: class, meaningful, score, versions_back, stages, changes"}},
      .sections = {},
      .examples = {{"freshet diff monday.html tuesday.html", "what changed, by word, in color"},
                   {"freshet diff https://example.com/ --archive web --from 2026-10",
                    "what changed in the archive since October"},
                   {"freshet diff old.html new.html --earlier v1.html v2.html v3.html",
                    "with noise learned from earlier versions"},
                   {"freshet diff old.html new.html --json", "class and numbers for programs"}},
      .run = run_diff};
}

}  // namespace freshet
