// freshet history: how a page changed, and what is believed of it.
#include <algorithm>
#include <utility>

#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/selecting.h"
#include "report/page_history.h"
#include "store/versions.h"

namespace freshet {
namespace {

constexpr std::size_t kChecksReadMax = 100'000;  // the last ones
constexpr std::size_t kChecksListedMax = 20;

CommandResult run_history(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  Archive* const archive = &opened->archive();
  const auto found = find_meant(*archive, *session.arguments.value("URL"), Time::max());
  if (!found) return std::unexpected(found.error());
  const PageRow& page = found->page;
  auto belief = opened->belief(page.key);
  if (!belief) return could_not(belief.error());
  auto checks = archive->catalog().checks(page.key, kChecksReadMax);
  if (!checks) return could_not(checks.error());
  const auto versions = count_versions(archive->catalog(), page.id);
  if (!versions) return could_not(versions.error());
  // An archive of a made-up web may lie ahead of the clock.
  Time now = system_clock().now();
  if (!checks->empty()) now = std::max(now, checks->back().time);
  const PageHistory history{.url = page.key.url,
                            .first_seen = page.first_seen,
                            .versions = *versions,
                            .belief = *std::move(belief),
                            .checks = *std::move(checks),
                            .now = now};
  session.out.write(session.arguments.has("--json")
                        ? history_json(history)
                        : history_text(history, kChecksListedMax, session.out_in_color));
  return {};
}

}  // namespace

Command history_command() {
  return {.name = "history",
          .summary = "Show how a page changed and when it is checked next",
          .details =
              "What is believed of the page (how often it changes and how sure that is, when\n"
              "it is checked next and why), a calendar with a mark for each day, and its last\n"
              "checks with what they found. Nothing is fetched.",
          .operands = {{"URL", "A page of the archive; without a scheme https, then http", true,
                        false}},
          .options = {{"--json", "", "Print one JSON object, with every check and its stages"}},
          .sections = {},
          .examples = {{"freshet history https://example.com/news --archive web",
                        "what is known of this page?"},
                       {"freshet history example.com/news --archive web --json", "for programs"}},
          .run = run_history};
}

}  // namespace freshet
