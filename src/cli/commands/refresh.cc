// freshet refresh: keeps an archive fresh.
#include <fmt/format.h>

#include <memory>
#include <string>
#include <utility>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/crawl_words.h"
#include "cli/refresh_planning.h"
#include "cli/wording.h"

namespace freshet {
namespace {

// So long a refresh waits for what is due: until it is stopped.
constexpr Duration kForever = std::chrono::days(36'500);

void print_counts(const RefreshCounts& counts, const RefreshView& view, Output& out) {
  out.write(
      fmt::format("{}: {} changed, {} as they were ({} not modified), {} gone, {} back, "
                  "{} without an answer\n",
                  counted(counts.checks(), "check", "checks"), counts.changed, counts.same,
                  counts.not_modified, counts.gone, counts.back, counts.failed));
  out.write(fmt::format("{} new; {} watched, {} gone\n", counted(counts.added, "page", "pages"),
                        counted(view.watched, "page", "pages"), view.gone));
  if (view.watched > 0)
    out.write(fmt::format("about {:.1f} % of the copies are what is there now\n",
                          100 * view.fresh / static_cast<double>(view.watched)));
}

std::string finished_json(const RefreshCounts& counts, const RefreshView& view,
                          const std::string& outcome) {
  JsonWriter json;
  json.begin_object().key("event").value("finished").key("outcome").value(outcome);
  json.key("checks").value(counts.checks()).key("changed").value(counts.changed);
  json.key("same").value(counts.same).key("not_modified").value(counts.not_modified);
  json.key("gone").value(counts.gone).key("back").value(counts.back);
  json.key("failed").value(counts.failed).key("added").value(counts.added);
  json.key("watched").value(view.watched).key("pages_gone").value(view.gone);
  json.key("fresh").value(view.fresh).end_object();
  return json.take() + "\n";
}

CommandResult run_refresh(const Session& session) {
  auto options = meant_crawl(session);
  if (!options) return std::unexpected(options.error());
  const RefreshSettings& settings = session.config.settings.refresh;
  const bool only_once = session.arguments.has("--once");
  auto planner = load_planner(session, only_once);
  if (!planner) return std::unexpected(planner.error());
  const RefreshView before = (*planner)->view(system_clock().now());
  if (before.watched + before.gone == 0)
    return could_not("the archive has no page that could be checked; crawl one first");
  for (const std::string& url : (*planner)->unknown_watched())
    log(LogLevel::warning, "a page to be watched is not in the archive; crawl it first",
        {{"url", visible(url)}});
  options->archive.may_create = false;
  options->begins_again = false;
  options->beliefs = planner->get();
  options->refresher = planner->get();
  if (settings.time > Duration{}) options->limits.time = settings.time;
  if (!only_once) options->plan.patience = kForever;
  const bool is_json = session.arguments.has("--json");
  const auto end =
      attend(session, {.options = *std::move(options), .doing = "refreshing", .is_json = is_json});
  if (!end) return std::unexpected(end.error());
  const RefreshCounts counts = (*planner)->counts();
  const RefreshView view = (*planner)->view(system_clock().now());
  if (is_json)
    session.out.write(finished_json(counts, view, end->outcome));
  else
    print_counts(counts, view, session.out);
  return {};
}

}  // namespace

Command refresh_command() {
  return {.name = "refresh",
          .summary = "Check known pages for changes, where it matters most",
          .details =
              "Checks the pages of an archive, as often as the budget allows and where a\n"
              "check is worth most: how often each page changes is predicted when it is\n"
              "first seen and learned from every check. A page that is as it was costs no\n"
              "body where the server can say so. New links of changed pages are followed;\n"
              "pages that vanish are looked for ever more rarely. It is as polite as a crawl,\n"
              "can be killed at any moment, and goes on until it is stopped.\n"
              "\n"
              "Checks become due evenly over the day. With --once those that have become due\n"
              "since the last checks are made, where they are worth most: at most those of a\n"
              "day, and as many as that on the first run. What earlier runs of the last day\n"
              "have spent of each budget is not spent again.\n"
              "\n"
              "Pages that are watched (--watch, or refresh.watch in freshet.toml) are in\n"
              "baskets mode: polled 4, 6, 9, 14 and 21 hours after a first look, then put by\n"
              "what changed into one of five baskets, which are polled every 4, 12, 24, 36 or\n"
              "48 hours; and again from the beginning when they behave otherwise. Their polls\n"
              "go first. freshet plan, explain and history say where a page is in it.",
          .operands = {},
          .options = {{"--once", "", "Make the checks that are due since the last run, and end"},
                      {"--json", "", "Print events, one JSON object a line"}},
          .sections = {},
          .examples = {{"freshet refresh --archive web --contact me@example.com",
                        "keeps the archive fresh until it is stopped"},
                       {"freshet refresh --archive web --for 8h --every 2d",
                        "through the night; each page every other day on the average"},
                       {"freshet refresh --archive web --once --checks 500",
                        "for cron: every hour some 20 checks, once a day 500"},
                       {"freshet refresh --archive web --watch https://example.com/news",
                        "this page in baskets mode; a * at the end stands for any rest"}},
          .run = run_refresh};
}

}  // namespace freshet
