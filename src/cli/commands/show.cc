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

struct View {
  std::string_view flag;
  CommandResult (*show)(const Showing& showing);
  bool has_json;
};

constexpr std::array<View, 5> kViews = {{{"--raw", show_raw, false},
                                         {"--body", show_body, false},
                                         {"--text", show_text, true},
                                         {"--headers", show_headers, true},
                                         {"--record", show_record, true}}};

std::expected<View, Failure> chosen_view(const Arguments& arguments) {
  View chosen = {"", show_description, true};
  for (const View& view : kViews) {
    if (!arguments.has(view.flag)) continue;
    if (!chosen.flag.empty())
      return wrong_usage(fmt::format("{} and {} cannot be combined", chosen.flag, view.flag));
    chosen = view;
  }
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
  return view->show({session, *opened, *std::move(found)});
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "Show a page from the archive",
          .details =
              "Tells what is known of the newest version of a page, or of the one nearest to\n"
              "a time; or gives a part of it. Where a page had not changed since an earlier\n"
              "version, its body is taken from there. A URL without scheme is looked for with\n"
              "https:// and then with http://.",
          .usage = "URL [--at TIME] [--raw|--body|--text|--headers|--record]",
          .operands = {{"URL", "The page"}},
          .options = {{"--at", "TIME", "The version nearest to TIME: 2026-11, 2026-11-16T12:30"},
                      {"--raw", "", "The body as it was received"},
                      {"--body", "", "The body unpacked (gzip, br, zstd, chunks)"},
                      {"--text", "",
                       "The text as a reader sees it; control characters are shown escaped, and "
                       "exact with --json"},
                      {"--headers", "", "Status line and headers of the answer"},
                      {"--record", "", "The header of the WARC record"},
                      {"--force", "", "Write --raw and --body to a terminal, whatever they hold"},
                      {"--json", "", "Print JSON"}},
          .sections = {},
          .examples = {{"freshet show example.com --archive web --text", "read an archived page"},
                       {"freshet show example.com --archive web --at 2026-11-16",
                        "what was there on that day"},
                       {"freshet show example.com/a.png --archive web --body > a.png",
                        "take a file out"}},
          .run = run_show};
}

}  // namespace freshet
