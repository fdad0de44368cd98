// freshet plan: what a refresh would check next, and why.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/escape.h"
#include "base/json.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/number_option.h"
#include "cli/refresh_words.h"
#include "cli/setting_kinds.h"
#include "cli/wording.h"

namespace freshet {
namespace {

constexpr std::uint64_t kListed = 30;
constexpr std::uint64_t kListedMax = 10'000'000;
constexpr Duration kHorizon = std::chrono::hours(24);

void print_text(const std::vector<PlannedPage>& planned, const RefreshView& view, Duration horizon,
                Output& out) {
  if (planned.empty()) {
    out.write(fmt::format("Nothing would be checked within {}; {} tracked.\n",
                          duration_words(horizon), counted(view.watched, "page is", "pages are")));
    return;
  }
  for (const PlannedPage& page : planned) {
    out.write(fmt::format("{}  {}\n", second_words(page.at).substr(0, 16), visible(page.url)));
    out.write(
        fmt::format("    {}\n", page.reason == CheckReason::gone
                                    ? fmt::format("it is gone, after {}; is it back?",
                                                  counted(static_cast<std::uint64_t>(page.misses),
                                                          "look in vain", "looks in vain"))
                                    : outlook_words(page.outlook)));
    if (!page.baskets.empty()) out.write(fmt::format("    {}\n", page.baskets));
  }
}

void print_json(const std::vector<PlannedPage>& planned, Output& out) {
  for (const PlannedPage& page : planned) {
    JsonWriter json;
    json.begin_object().key("url").value(page.url).key("at").value(iso_time(page.at));
    json.key("reason").value(reason_word(page.reason));
    if (page.reason == CheckReason::gone) {
      out.write(json.key("misses").value(page.misses).end_object().take() + "\n");
      continue;
    }
    json.key("rate").value(page.outlook.changes_per_day);
    json.key("rate_low").value(page.outlook.changes_per_day_low);
    json.key("rate_high").value(page.outlook.changes_per_day_high);
    json.key("stale").value(page.outlook.stale_probability);
    json.key("worth").value(page.outlook.index).key("price").value(page.outlook.price);
    json.key("checks").value(page.outlook.checks).key("changes").value(page.outlook.changes);
    json.key("checked").value(iso_time(page.outlook.last_check));
    if (!page.baskets.empty()) json.key("baskets").value(page.baskets);
    json.end_object();
    out.write(json.take() + "\n");
  }
}

CommandResult run_plan(const Session& session) {
  const auto limit = number_of<std::uint64_t>(session, "--limit", kListed, 1, kListedMax);
  if (!limit) return std::unexpected(limit.error());
  Duration horizon = kHorizon;
  if (const auto& given = session.arguments.value("--within")) {
    const auto parsed = parse_duration(*given);
    if (!parsed || *parsed <= Duration{})
      return wrong_usage("--within wants a time such as 6h or 2d");
    horizon = *parsed;
  }
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto moment = opened->reference_time();
  if (!moment) return could_not(moment.error());
  const Time now = *moment;
  const auto planner = opened->planner();
  if (!planner) return could_not(planner.error());
  std::vector<PlannedPage> planned = (*planner)->plan(now, *limit);
  std::erase_if(planned, [&](const PlannedPage& page) { return page.at > now + horizon; });
  if (session.arguments.has("--json"))
    print_json(planned, session.out);
  else
    print_text(planned, (*planner)->view(now), horizon, session.out);
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
