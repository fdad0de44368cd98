// freshet plan: what a refresh would check next, and why.
#include "app/plan.h"

#include <fmt/format.h>

#include <string>

#include "app/refresh_words.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/setting_kinds.h"
#include "cli/wording.h"

namespace freshet {
namespace {

constexpr std::uint64_t kListedMax = 10'000'000;

void print_text(const CheckPlan& plan, Duration within, Output& out) {
  if (plan.checks.empty()) {
    out.write(fmt::format("Nothing would be checked within {}; {} tracked.\n",
                          duration_words(within),
                          counted(plan.view.scheduled, "page is", "pages are")));
    return;
  }
  for (const PlannedPage& page : plan.checks) {
    out.write(fmt::format("{}  {}\n", second_words(page.at).substr(0, 16), visible(page.url)));
    out.write(fmt::format("    {}\n", check_words(page)));
    if (!page.baskets.empty()) out.write(fmt::format("    {}\n", page.baskets));
  }
}

CommandResult run_plan(const Session& session) {
  PlanRequest request;
  const auto limit =
      number_of<std::uint64_t>(session, "--limit", request.checks_max, 1, kListedMax);
  if (!limit) return std::unexpected(limit.error());
  request.checks_max = *limit;
  if (const auto& given = session.arguments.value("--within")) {
    const auto parsed = parse_duration(*given);
    if (!parsed || *parsed <= Duration{})
      return wrong_usage("--within must be a time such as 6h or 2d");
    request.within = *parsed;
  }
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto plan = plan_checks(*opened, request);
  if (!plan) return could_not(plan.error());
  if (session.arguments.has("--json"))
    for (const PlannedPage& check : plan->checks) session.out.write(to_json(check) + "\n");
  else
    print_text(*plan, request.within, session.out);
  return {};
}

}  // namespace

Command plan_command() {
  return {.name = "plan",
          .summary = "Show which pages a refresh would check next, and why",
          .details =
              "Lists the checks of the next hours as a refresh with the same budget would make\n"
              "them, and why: how often the page is believed to change, how sure that is, and\n"
              "how probably the copy is old. Of pages in baskets mode it says where they are\n"
              "in it; pages that are gone are listed when they are looked for again. Nothing\n"
              "is fetched, nothing is changed.",
          .operands = {},
          .options = {{"--within", "TIME", "How far to look ahead; a day if not given"},
                      {"--limit", "COUNT", "List at most COUNT checks; 30 if not given"},
                      {"--json", "", "One JSON object a line"}},
          .sections = {},
          .examples = {{"freshet plan --archive web", "the next day, with refresh.every"},
                       {"freshet plan --archive web --checks 500 --within 2h",
                        "with a budget of 500 checks a day"}},
          .run = run_plan};
}

}  // namespace freshet
