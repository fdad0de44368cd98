// freshet show: one snapshot of a page, from the archive.
#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "app/page_lookup.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/show_views.h"

namespace freshet {
namespace {

struct SnapshotView {
  std::string_view flag;
  CommandResult (*show)(const Showing& showing);
  bool has_json;
};

constexpr std::array<SnapshotView, 6> kSnapshotViews = {{{"--raw", show_raw, false},
                                                         {"--body", show_body, false},
                                                         {"--text", show_text, true},
                                                         {"--markdown", show_markdown, true},
                                                         {"--headers", show_headers, true},
                                                         {"--record", show_record, true}}};

std::expected<SnapshotView, Failure> chosen_view(const Arguments& arguments) {
  SnapshotView chosen = {"", show_description, true};
  for (const SnapshotView& view : kSnapshotViews) {
    if (!arguments.has(view.flag)) continue;
    if (!chosen.flag.empty())
      return wrong_usage(fmt::format("{} and {} cannot be combined", chosen.flag, view.flag));
    chosen = view;
  }
  if (arguments.has("--main") && chosen.flag != "--text" && chosen.flag != "--markdown")
    return wrong_usage("--main requires --text or --markdown");
  if (!chosen.has_json && arguments.has("--json"))
    return wrong_usage(fmt::format("{} writes bytes, which JSON cannot hold", chosen.flag));
  return chosen;
}

CommandResult run_show(const Session& session) {
  const Arguments& arguments = session.arguments;
  const auto view = chosen_view(arguments);
  if (!view) return std::unexpected(view.error());
  Time time = kTimeMax;
  if (const auto& at = arguments.value("--at")) {
    const auto start = parse_start("--at", *at);
    if (!start) return failure_of(start.error());
    time = *start;
  }
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  auto found = find_page(opened->archive(), *arguments.value("URL"), time);
  if (!found) return failure_of(found.error());
  Showing showing{session, *opened, *std::move(found)};
  if (arguments.has("--at")) showing.at = time;
  return view->show(showing);
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "Show a page from the archive",
          .details =
              "Describes the newest version of a page, or the one nearest to a time; or prints\n"
              "a part of it. If the page had not changed since an earlier version, the body is\n"
              "taken from there. A URL without a scheme is looked up with https:// and then\n"
              "with http://. --at also shows if the version is proven for that time.",
          .usage = "URL [--at TIME] [--raw|--text|--markdown|--headers|--record]",
          .operands = {{"URL", "The page"}},
          .options = {{"--at", "TIME", "The version nearest to TIME: 2026-11, 2026-11-16T12:30"},
                      {"--raw", "", "Body as received"},
                      {"--body", "", "Body decoded (gzip, br, zstd, chunked)"},
                      {"--text", "",
                       "Visible text, with control characters escaped; exact with --json"},
                      {"--main", "", "With --text: only the main text, without menus and the like"},
                      {"--markdown", "", "Main text as Markdown"},
                      {"--headers", "", "Status line and headers of the response"},
                      {"--record", "", "Header of the WARC record"},
                      {"--force", "", "Write --raw and --body to a terminal in any case"},
                      {"--json", "", "Print JSON"}},
          .sections = {},
          .examples = {{"freshet show example.com --archive web --text", "read an archived page"},
                       {"freshet show example.com --archive web --at 2026-11-16",
                        "the page on that day"},
                       {"freshet show example.com/a.png --archive web --body > a.png",
                        "extract a file"}},
          .run = run_show};
}

}  // namespace freshet
