// freshet report: how fresh an archive is, and what its checks were worth.
#include "app/report.h"

#include "app/new_file.h"
#include "app/page_lookup.h"
#include "base/disk.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "report/report_html.h"
#include "report/report_text.h"

namespace freshet {
namespace {

CommandResult run_report(const Session& session) {
  ReportRequest request;
  if (const auto& at = session.arguments.value("--at")) {
    const auto end = parse_end("--at", *at);
    if (!end) return failure_of(end.error());
    request.at = *end;
  }
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto report = make_report(*opened, request);
  if (!report) return could_not(report.error());
  if (const auto& file = session.arguments.value("--html")) {
    const auto written =
        write_new_file(system_disk(), *file, report_html(report->report, report->archive));
    if (!written) return could_not(written.error());
  }
  session.out.write(session.arguments.has("--json")
                        ? to_json(*report) + "\n"
                        : report_text(report->report, report->archive, session.out_in_color));
  return {};
}

}  // namespace

Command report_command() {
  return {
      .name = "report",
      .summary = "Report how fresh an archive is and what its checks were worth",
      .details =
          "Shows the share of copies that are estimated to be up to date, what the checks\n"
          "found and saved compared with checking every page equally often, the hosts that\n"
          "change most and least, recent changes, and orphans: pages that no page of their\n"
          "host links to. --html writes the same with plots as one self-contained file.\n"
          "Nothing is fetched.",
      .operands = {},
      .options = {{"--html", "FILE", "Also write the report as an HTML page"},
                  {"--at", "TIME", "Report as of this time instead of now"},
                  {"--json", "", "Print one JSON object, with every host and day"}},
      .sections = {},
      .examples = {{"freshet report --archive web", "how fresh is the archive?"},
                   {"freshet report --archive web --html report.html", "with plots, for a browser"},
                   {"freshet report --archive web --json", "for programs"}},
      .run = run_report};
}

}  // namespace freshet
