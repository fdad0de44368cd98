// freshet refresh: keeps an archive fresh.
#include <fmt/format.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/refresh_result.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/refresh_targets.h"
#include "cli/refresh_text.h"

namespace freshet {
namespace {

// A refresh waits for what is due until it is stopped.
constexpr Duration kForever = std::chrono::days(36'500);

CommandResult run_refresh(const Session& session) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  Archive* const archive = &opened->archive();
  if (const auto refusal = refuse_local_hosts(session, archive->catalog()))
    return std::unexpected(*refusal);
  auto options = run_from_settings(session);
  if (!options) return std::unexpected(options.error());
  const RefreshSettings& settings = session.config.settings.refresh;
  const bool is_named = session.arguments.has("--all") || !session.arguments.values("URL").empty();
  const bool only_once = is_named || session.arguments.has("--once");
  auto planner = opened->load_planner(system_clock().now(), only_once);
  if (!planner) return could_not(planner.error());
  const RefreshView before = (*planner)->view(system_clock().now());
  if (before.scheduled + before.gone == 0)
    return could_not("the archive has no pages to check; run freshet crawl first");
  if (const auto asked = ask_for_named(session, *archive, **planner); !asked) return asked;
  for (const std::string& url : (*planner)->unknown_in_baskets())
    log(LogLevel::warning, "a watched page is not in the archive; crawl it first",
        {{"url", visible(url)}});
  const auto last_event = archive->catalog().last_event();
  if (!last_event) return could_not(last_event.error());
  options->run.archive.may_create = false;
  options->run.recorder = planner->get();
  if (settings.time > Duration{}) options->run.limits.time = settings.time;
  if (!only_once) options->run.plan.patience = kForever;
  RefreshJob job(**planner, options->scope);
  const bool is_json = session.arguments.has("--json");
  const auto end = attend(session, {.job = job,
                                    .run = options->run,
                                    .platform = options->platform,
                                    .doing = "refreshing",
                                    .is_json = is_json,
                                    .read_again = [&] { return reload_plan(session); }});
  if (!end) return std::unexpected(end.error());
  const auto result = refresh_result(*opened, **planner, *last_event, end->outcome);
  if (!result) return could_not(result.error());
  if (!is_json) {
    print_refresh(*result, archive->directory(), end->was_stopped, session.out);
    return {};
  }
  for (const PageEvent& event : result->events) session.out.write(page_event_json(event) + "\n");
  session.out.write(to_json(*result) + "\n");
  return {};
}

}  // namespace

Command refresh_command() {
  return {
      .name = "refresh",
      .summary = "Check known pages for changes, where it matters most",
      .details =
          "Checks the pages of an archive as often as the budget allows, where a check is\n"
          "worth most. How often a page changes is predicted when it is first seen and\n"
          "learned from every check. Unchanged pages cost no body if the server supports\n"
          "conditional requests. New links of changed pages are followed; missing pages are\n"
          "re-checked with exponential back-off. Refreshing is as polite as a crawl, may be\n"
          "killed at any moment, and runs until it is stopped.\n"
          "\n"
          "Checks become due evenly over the day. --once makes the checks that are due\n"
          "since the last run, the most valuable first: at most those of one day, and that\n"
          "many on the first run. Budgets count what runs of the last day have spent.\n"
          "\n"
          "Pages named on the command line, or all pages with --all, are checked now. At\n"
          "its end a run lists the pages that are new, changed or gone.\n"
          "\n"
          "Watched pages (--watch, or refresh.watch in freshet.toml) are in baskets mode:\n"
          "polled 4, 6, 9, 14 and 21 hours after a first check, then assigned to one of\n"
          "five baskets, which are polled every 4, 12, 24, 36 or 48 hours. A page that\n"
          "contradicts its basket is detected again. Their polls take precedence. freshet\n"
          "plan, explain and history show their state.",
      .operands = {{"URL", "A page to check now; other pages are not checked", false, true}},
      .options = {{"--all", "", "Check every page once, now, and exit"},
                  {"--once", "", "Make the checks that are due since the last run, and exit"},
                  {"--json", "", "Print events, one JSON object per line"}},
      .sections = {},
      .examples = {{"freshet refresh --archive web --contact me@example.com",
                    "keep the archive fresh until stopped"},
                   {"freshet refresh --archive web --for 8h --every 2d",
                    "overnight; each page every other day on average"},
                   {"freshet refresh --archive web --once --checks 500",
                    "for cron: about 20 checks hourly, or 500 daily"},
                   {"freshet refresh --archive web https://example.com/news", "check one page now"},
                   {"freshet refresh --archive web --watch https://example.com/news",
                    "this page in baskets mode; a * at the end matches any rest"}},
      .run = run_refresh};
}

}  // namespace freshet
