// freshet report: how fresh an archive is, and what its checks were worth.
#include <algorithm>
#include <expected>
#include <filesystem>
#include <string>

#include "base/disk.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/report_making.h"
#include "cli/selecting.h"
#include "report/report_html.h"
#include "report/report_text.h"

namespace freshet {
namespace {

// "web" of "/srv/web": a report may be given to others.
std::string archive_name(const std::string& directory) {
  const std::string name = std::filesystem::path(directory).filename().string();
  return name.empty() || name == "." || name == ".." ? "the archive" : name;
}

std::expected<Time, Failure> meant_moment(const Session& session, ArchiveSession& opened) {
  if (const auto& at = session.arguments.value("--at")) return meant_end("--at", *at);
  const auto moment = opened.reference_time();
  if (!moment) return could_not(moment.error());
  return *moment;
}

CommandResult run_report(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  Archive* const archive = &opened->archive();
  const auto now = meant_moment(session, *opened);
  if (!now) return std::unexpected(now.error());
  const auto planner = opened->load_planner(std::max(*now, system_clock().now()));
  if (!planner) return could_not(planner.error());
  const auto report = make_report(*archive, opened->plan(), **planner, *now);
  if (!report) return could_not(report.error());
  const std::string name = archive_name(archive->directory());
  if (const auto& file = session.arguments.value("--html")) {
    const auto written = replace_file(system_disk(), *file, report_html(*report, name));
    if (!written) return could_not(written.error());
  }
  session.out.write(session.arguments.has("--json")
                        ? report_json(*report, name)
                        : report_text(*report, name, session.out_in_color));
  return {};
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary = "Tell how fresh an archive is and what its checks were worth",
      .details =
          "How many copies are believed to be what is there now, what the checks found\n"
          "and what they saved against checking every page equally often, which hosts\n"
          "change most and least, what changed lately, and to which pages no page of\n"
          "their host links any more. With --html the same with\n"
          "plots as one file that any browser shows, without anything from outside.\n"
          "Nothing is fetched.",
      .operands = {},
      .options = {{"--html", "FILE", "Write it as an HTML page, too"},
                  {"--at", "TIME", "Look from this moment instead of now"},
                  {"--json", "", "Print one JSON object, with every host and day"}},
      .sections = {},
      .examples = {{"freshet report --archive web", "how fresh is it?"},
                   {"freshet report --archive web --html report.html", "with plots, for a browser"},
                   {"freshet report --archive web --json", "for programs"}},
      .run = run_report};
}

}  // namespace freshet
