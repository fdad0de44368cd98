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
    out.write(fmt::format("No checks are planned within {}; {} tracked.\n", duration_words(within),
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
              "Lists the checks of the next hours that a refresh with the same budget would\n"
              "make, and why: how often the page changes, how certain that is, and how likely\n"
              "the copy is to be stale. For pages in baskets mode it shows their state; missing\n"
              "pages are listed with their re-checks. Nothing is fetched or changed.",
          .operands = {},
          .options = {{"--within", "TIME", "How far to look ahead (default: 1d)"},
                      {"--limit", "COUNT", "List at most COUNT checks (default: 30)"},
                      {"--json", "", "Print one JSON object per line"}},
          .sections = {},
          .examples = {{"freshet plan --archive web", "the next day, by refresh.every"},
                       {"freshet plan --archive web --checks 500 --within 2h",
                        "with a budget of 500 checks per day"}},
          .run = run_plan};
}

}  // namespace freshet
