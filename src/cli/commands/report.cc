// freshet report: how fresh an archive is, and what its checks were worth.
#include "app/report.h"

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
        replace_file(system_disk(), *file, report_html(report->report, report->archive));
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
