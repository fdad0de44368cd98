// freshet status: where the crawl of an archive stands.
#include "app/status.h"

#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/status_text.h"

namespace freshet {
namespace {

constexpr std::size_t kListedHostsMax = 20;
constexpr std::size_t kListedMaxJson = 100'000;

CommandResult run_status(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const bool is_json = session.arguments.has("--json");
  const auto status = crawl_status(*opened, is_json ? kListedMaxJson : kListedHostsMax);
  if (!status) return could_not(status.error());
  if (is_json)
    session.out.write(to_json(*status) + "\n");
  else
    print_status(*status, session.out);
  return {};
}

}  // namespace

Command status_command() {
  return {.name = "status",
          .summary = "Show the state of an archive's crawl",
          .details =
              "Shows how many hosts are waiting, in progress and done, how the last run ended,\n"
              "and which hosts were not crawled completely, with the reason. May be used while\n"
              "the crawl is running.",
          .operands = {},
          .options = {{"--json", "", "Print one JSON object, with every host that stopped early"}},
          .sections = {},
          .examples = {{"freshet status --archive web", "how far is the crawl?"},
                       {"freshet status --archive web --json", "for programs"}},
          .run = run_status};
}

}  // namespace freshet
