// freshet refresh: keeps an archive fresh.
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/page_lookup.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "change/judge.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"
#include "cli/change_text.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/crawl_words.h"
#include "cli/wording.h"
#include "report/words.h"

namespace freshet {
namespace {

// So long a refresh waits for what is due: until it is stopped.
constexpr Duration kForever = std::chrono::days(36'500);

// Pages that are named when a run has ended; freshet changes tells of all.
constexpr std::size_t kNamedMax = 50;
constexpr std::size_t kEventsReadAtOnce = 1000;

// The events behind the one with this number. Changes that mean nothing, such as a counter, are
// left out.
Result<std::vector<PageEvent>> events_since(Catalog& catalog, std::int64_t after) {
  std::vector<PageEvent> found;
  for (;;) {
    auto events = catalog.events(after, kEventsReadAtOnce);
    if (!events) return events;
    if (events->empty()) return found;
    after = events->back().number;
    for (PageEvent& event : *events) {
      const bool is_cosmetic = event.kind == EventKind::changed &&
                               event.change == static_cast<std::uint8_t>(ChangeClass::cosmetic);
      if (!is_cosmetic) found.push_back(std::move(event));
    }
  }
}

void print_events(const std::vector<PageEvent>& events, const std::string& directory, Output& out) {
  for (std::size_t i = 0; i < std::min(events.size(), kNamedMax); ++i)
    out.write(fmt::format("{}\n", event_line(events[i])));
  if (events.size() > kNamedMax)
    out.write(fmt::format("and {} more: freshet changes --archive {}\n", events.size() - kNamedMax,
                          visible(directory)));
}

std::string event_json(const PageEvent& event) {
  JsonWriter json;
  json.begin_object().key("event").value("page").key("change").value(event_name(event.kind));
  json.key("url").value(event.url).key("time").value(iso_time(event.time)).key("class");
  event.kind == EventKind::changed
      ? json.value(change_class_text(static_cast<ChangeClass>(event.change)))
      : json.null();
  return json.end_object().take() + "\n";
}

// Why nothing was checked, and when something will be.
std::string nothing_words(const std::optional<PlannedPage>& next, Time now) {
  if (!next) return "Nothing was checked: no page is worth a check within the budget.\n";
  return fmt::format(
      "Nothing was checked, since nothing is due yet. The next check is in {}, at {} UTC: {}\n"
      "freshet refresh --all checks every page now.\n",
      span_words(next->at - now), minute_words(next->at), visible(next->url));
}

void print_counts(const RefreshCounts& counts, const RefreshView& view, Output& out) {
  out.write(
      fmt::format("{}: {} changed, {} as they were ({} not modified), {} gone, {} back, "
                  "{} without an answer\n",
                  counted(counts.checks(), "check", "checks"), counts.changed, counts.same,
                  counts.not_modified, counts.gone, counts.back, counts.failed));
  out.write(fmt::format("{} new; {} tracked, {} gone\n", counted(counts.added, "page", "pages"),
                        counted(view.scheduled, "page", "pages"), view.gone));
  if (counts.requisites > 0)
    out.write(fmt::format("{} of style sheets, images and the like: {} changed\n",
                          counted(counts.requisites, "check", "checks"),
                          counts.requisites_changed));
  if (view.scheduled > 0)
    out.write(fmt::format("about {:.1f} % of the copies are what is there now\n",
                          100 * view.fresh / static_cast<double>(view.scheduled)));
}

std::string finished_json(const RefreshCounts& counts, const RefreshView& view,
                          const std::string& outcome, const std::optional<PlannedPage>& next) {
  JsonWriter json;
  json.begin_object().key("event").value("finished").key("outcome").value(outcome);
  json.key("checks").value(counts.checks()).key("changed").value(counts.changed);
  json.key("same").value(counts.same).key("not_modified").value(counts.not_modified);
  json.key("gone").value(counts.gone).key("back").value(counts.back);
  json.key("failed").value(counts.failed).key("added").value(counts.added);
  json.key("watched").value(view.scheduled).key("pages_gone").value(view.gone);
  json.key("fresh").value(view.fresh);
  json.key("requisite_checks").value(counts.requisites);
  json.key("requisites_changed").value(counts.requisites_changed).key("next_check");
  next ? json.value(iso_time(next->at)) : json.null();
  json.key("next_url");
  next ? json.value(next->url) : json.null();
  json.end_object();
  return json.take() + "\n";
}

// Has the planner check what the command line names, and nothing else.
CommandResult ask_for_named(const Session& session, Archive& archive, Planner& planner) {
  if (session.arguments.has("--all")) planner.ask_for_all();
  for (const std::string& word : session.arguments.values("URL")) {
    const auto found = find_page(archive, word);
    if (!found) return failure_of(found.error());
    if (!planner.ask_for(found->page.key.url))
      return could_not(fmt::format("\"{}\" is in the archive, but no page that is ever checked",
                                   visible(found->page.key.url)));
  }
  return {};
}

// Says so if the archive has only hosts that --allow-net must allow.
std::optional<Failure> refuse_local_hosts(const Session& session, Catalog& catalog) {
  std::vector<std::string> names;
  const Status read = catalog.each_host([&](const HostRow& row) {
    names.emplace_back(row.host.name());
    return names.size() < kEventsReadAtOnce;
  });
  if (!read) return std::nullopt;
  return refuse_local(session.config.settings.crawl, names);
}

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
    return could_not("the archive has no page that could be checked; crawl one first");
  if (const auto asked = ask_for_named(session, *archive, **planner); !asked) return asked;
  for (const std::string& url : (*planner)->unknown_in_baskets())
    log(LogLevel::warning, "a page to be watched is not in the archive; crawl it first",
        {{"url", visible(url)}});
  const auto last_event = archive->catalog().last_event();
  if (!last_event) return could_not(last_event.error());
  options->run.archive.may_create = false;
  options->run.beliefs = planner->get();
  if (settings.time > Duration{}) options->run.limits.time = settings.time;
  if (!only_once) options->run.plan.patience = kForever;
  RefreshJob job(**planner, options->scope);
  const bool is_json = session.arguments.has("--json");
  const auto end = attend(session, {.job = job,
                                    .run = options->run,
                                    .platform = options->platform,
                                    .doing = "refreshing",
                                    .is_json = is_json});
  if (!end) return std::unexpected(end.error());
  const RefreshCounts counts = (*planner)->counts();
  const Time now = system_clock().now();
  const RefreshView view = (*planner)->view(now);
  const auto events = events_since(archive->catalog(), *last_event);
  if (!events) return could_not(events.error());
  const std::vector<PlannedPage> planned = (*planner)->plan(now, 1);
  const auto next = planned.empty() ? std::nullopt : std::optional(planned.front());
  if (is_json) {
    for (const PageEvent& event : *events) session.out.write(event_json(event));
    session.out.write(finished_json(counts, view, end->outcome, next));
    return {};
  }
  print_events(*events, archive->directory(), session.out);
  print_counts(counts, view, session.out);
  if (counts.checks() + counts.requisites == 0 && !end->was_stopped)
    session.out.write(nothing_words(next, now));
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
              "Pages that are named, or all of them with --all, are checked now, due or not.\n"
              "When a run ends it names the pages that are new, changed or gone.\n"
              "\n"
              "Pages that are watched (--watch, or refresh.watch in freshet.toml) are in\n"
              "baskets mode: polled 4, 6, 9, 14 and 21 hours after a first look, then put by\n"
              "what changed into one of five baskets, which are polled every 4, 12, 24, 36 or\n"
              "48 hours; and again from the beginning when they behave otherwise. Their polls\n"
              "go first. freshet plan, explain and history say where a page is in it.",
          .operands = {{"URL", "A page to check now, and nothing else", false, true}},
          .options = {{"--all", "", "Check every page once, now, and end"},
                      {"--once", "", "Make the checks that are due since the last run, and end"},
                      {"--json", "", "Print events, one JSON object a line"}},
          .sections = {},
          .examples = {{"freshet refresh --archive web --contact me@example.com",
                        "keeps the archive fresh until it is stopped"},
                       {"freshet refresh --archive web --for 8h --every 2d",
                        "through the night; each page every other day on the average"},
                       {"freshet refresh --archive web --once --checks 500",
                        "for cron: every hour some 20 checks, once a day 500"},
                       {"freshet refresh --archive web https://example.com/news",
                        "is there something new on this page?"},
                       {"freshet refresh --archive web --watch https://example.com/news",
                        "this page in baskets mode; a * at the end stands for any rest"}},
          .run = run_refresh};
}

}  // namespace freshet
