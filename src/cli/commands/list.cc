// freshet list: which pages, or which versions of them, are in an archive.
#include "app/list.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/list_table.h"
#include "cli/selecting.h"

namespace freshet {
namespace {

std::expected<ListRequest, Failure> list_request(const Arguments& arguments) {
  ListRequest request;
  auto selection = range_from_arguments(arguments);
  if (!selection) return std::unexpected(selection.error());
  request.selection = *std::move(selection);
  for (const std::string& text : arguments.values("--status")) {
    const auto range = parse_status_range(text);
    if (!range)
      return wrong_usage(fmt::format(
          "--status must be a status such as 404, 4xx or 200-299, not \"{}\"", visible(text)));
    request.statuses.push_back(*range);
  }
  request.mimes = arguments.values("--mime");
  request.every_snapshot = arguments.has("--versions");
  return request;
}

CommandResult run_list(const Session& session) {
  auto request = list_request(session.arguments);
  if (!request) return std::unexpected(request.error());
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  if (auto added = add_named_pages(session.arguments, opened->archive(), request->selection);
      !added)
    return added;
  ListTable table(request->every_snapshot, session.out_in_color, session.out);
  const bool as_json = session.arguments.has("--json");
  bool is_empty = true;
  const Status listed = list_pages(*opened, *request, [&](const ListedPage& page) {
    is_empty = false;
    if (as_json)
      session.out.write(to_json(page) + "\n");
    else
      table.add(page);
    return session.out.arrived();
  });
  if (!listed) return could_not(listed.error());
  if (is_empty) log(LogLevel::info, "nothing in the archive matches");
  return {};
}

}  // namespace

Command list_command() {
  std::vector<Option> options = range_options();
  for (const Option& option : page_options()) options.push_back(option);
  options.push_back({"--status", "STATUS",
                     "Only answers with this status: 404, 4xx, 200-299; may be repeated", true});
  options.push_back({"--mime", "TYPE",
                     "Only this type, such as text/html, or image/ for all images; may be repeated",
                     true});
  options.push_back({"--versions", "", "One line per snapshot instead of one per page"});
  options.push_back({"--json", "", "Print one JSON object per line"});
  return {.name = "list",
          .summary = "List the pages in an archive",
          .details =
              "One line per page with its newest snapshot: time, status, body size in bytes,\n"
              "number of versions, type, URL. A version is a distinct content; confirmations\n"
              "and failures do not count. Pages of one host are listed together.",
          .operands = {},
          .options = std::move(options),
          .sections = {},
          .examples = {{"freshet list --archive web", "all pages"},
                       {"freshet list --archive web --host example.com --versions",
                        "every snapshot of the pages of one host"},
                       {"freshet list --archive web --status 4xx", "missing pages"},
                       {"freshet list --archive web --domain example.com --from 2026-11 --json",
                        "for programs"}},
          .run = run_list};
}

}  // namespace freshet
