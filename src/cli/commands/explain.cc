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
          .summary = "Say what a crawl did with a URL, and why",
          .details =
              "Whether it was kept and when, what went wrong, whether it is in scope, what\n"
              "robots.txt says of it (as it was kept, with the line), whether it looks like a\n"
              "trap, how its host is doing, how often it is believed to change and when it is\n"
              "checked next. Nothing is fetched.",
          .operands = {{"URL", "A URL; without a scheme https, then http", true, false}},
          .options = {{"--json", "", "Print one JSON object"}},
          .sections = {},
          .examples = {{"freshet explain https://example.com/private --archive web",
                        "why is it not there?"}},
          .run = run_explain};
}

}  // namespace freshet
