// freshet explain: what a crawl did with a URL, and why.
#include "app/explain.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"

namespace freshet {
namespace {

CommandResult run_explain(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto explanation = explain(*opened, *session.arguments.value("URL"));
  if (!explanation) return failure_of(explanation.error());
  if (session.arguments.has("--json")) {
    session.out.write(to_json(*explanation) + "\n");
    return {};
  }
  session.out.write(visible(explanation->url) + "\n");
  for (const UrlFinding& finding : explanation->findings)
    session.out.write(fmt::format("  {}\n", finding.words));
  return {};
}

}  // namespace

Command explain_command() {
  return {.name = "explain",
          .summary = "Explain what a crawl did with a URL, and why",
          .details =
              "Says if and when the URL was kept, what went wrong, if it is in scope, which\n"
              "line of the stored robots.txt applies, if it looks like a trap, the state of its\n"
              "host, how often it changes, and when it is checked next. Nothing is fetched.",
          .operands = {{"URL", "A URL; without a scheme, https and then http", true, false}},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet explain https://example.com/private --archive web",
                        "why was it not fetched?"}},
          .run = run_explain};
}

}  // namespace freshet
