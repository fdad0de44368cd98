// freshet crawl: takes seeds and fills an archive.
#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "app/crawl_events.h"
#include "base/escape.h"
#include "base/log.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/crawl_words.h"
#include "cli/seed_input.h"
#include "crawl/seeds.h"
#include "refresh/learned_model.h"
#include "refresh/record.h"

namespace freshet {
namespace {

void apply_switches(const Arguments& arguments, CrawlPlan& plan) {
  if (arguments.has("--no-requisites")) plan.requisites = false;
  if (arguments.has("--no-sitemaps")) plan.sitemaps = false;
  if (arguments.has("--ignore-robots")) plan.obey.robots_txt = false;
  if (arguments.has("--ignore-noindex")) plan.obey.noindex = false;
  if (arguments.has("--ignore-nofollow")) plan.obey.nofollow = false;
}

std::expected<CrawlPlan, Failure> reload_with_switches(const Session& session) {
  auto plan = reload_plan(session);
  if (plan) apply_switches(session.arguments, *plan);
  return plan;
}

CommandResult run_crawl(const Session& session) {
  if (const auto refusal =
          refuse_local(session.config.settings.crawl, seed_hosts(session.arguments)))
    return std::unexpected(*refusal);
  auto options = run_from_settings(session);
  if (!options) return std::unexpected(options.error());
  apply_switches(session.arguments, options->run.plan);
  const auto model = first_sight_of(system_disk(), options->run.directory);
  if (!model) return could_not(model.error());
  FirstSightRecorder recorder(**model, session.config.settings.refresh.planner.gone);
  options->run.recorder = &recorder;
  auto seeds = read_seeds(session.arguments, [&](const Url& seed) {
    return seed_refusal(options->run.plan.guard, seed);
  });
  if (!seeds) return std::unexpected(seeds.error());
  options->run.archive.may_create = !seeds->empty();
  const std::string directory = options->run.directory;
  CrawlJob job({.seeds = *std::move(seeds),
                .scope = options->scope,
                .begins_again = session.arguments.has("--again")});
  const bool is_json = session.arguments.has("--json");
  const auto end = attend(session, {.job = job,
                                    .run = options->run,
                                    .platform = options->platform,
                                    .is_json = is_json,
                                    .read_again = [&] { return reload_with_switches(session); }});
  if (!end) return std::unexpected(end.error());
  if (is_json) {
    session.out.write(finished_event(end->view, end->summary, end->outcome) + "\n");
  } else if (session.config.settings.log.level <= LogLevel::warning) {
    print_report(end->view, end->summary, end->outcome, session.out);
    print_next_steps(end->summary, directory, session.out);
  }
  const CrawlSummary& summary = end->summary;
  if (end->view.answers == 0 && summary.failed > 0 && summary.complete + summary.partial == 0)
    return could_not("no host answered");
  return {};
}

}  // namespace

Command crawl_command() {
  return {
      .name = "crawl",
      .summary = "Crawl sites into an archive, or resume a crawl",
      .details =
          "Takes seeds (URLs, hosts, or any text that contains URLs) and keeps the pages it\n"
          "finds in scope: the hosts of the seeds, unless --scope says otherwise. A crawl\n"
          "may be killed at any moment; the same command without seeds resumes it. SIGTERM\n"
          "and SIGINT end it cleanly, a second one at once; SIGHUP reloads the settings\n"
          "file.\n"
          "\n"
          "Each host is visited politely: robots.txt is obeyed, and requests are delayed.\n"
          "Public addresses are crawled only with a contact, which every request carries;\n"
          "private addresses only if --allow-net allows them.",
      .operands = {{"SEED", "A URL, a host, or text that contains URLs", false, true}},
      .options = {{"--seeds", "FILE", "Read seeds from FILE, one per line; - is standard input",
                   true},
                  {"--again", "", "Start a new crawl of the same archive: visit every host again"},
                  {"--no-requisites", "", "Pages only, no style sheets, images, scripts"},
                  {"--no-sitemaps", "", "Do not read sitemaps"},
                  {"--ignore-robots", "", "Do not obey robots.txt; for your own sites"},
                  {"--ignore-noindex", "", "Keep pages that are marked noindex"},
                  {"--ignore-nofollow", "", "Follow links that are marked nofollow"},
                  {"--json", "", "Print events, one JSON object per line"}},
      .sections = {},
      .examples = {{"freshet crawl --archive web --contact me@example.com example.com",
                    "a whole site"},
                   {"freshet crawl --archive web --contact me@example.com",
                    "resume after a stop or a crash"},
                   {"freshet crawl --archive web --depth 0 https://example.com/page",
                    "one page with its images and style sheets; --no-requisites: without them"},
                   {"freshet crawl --archive web --seeds posts.jsonl --scope domains --depth 3",
                    "sites that posts link to, three links deep; freshet.toml has the contact"},
                   {"freshet crawl --archive intranet --allow-net 10.0.0.0/8 http://10.1.2.3/",
                    "a private network, which needs no contact"}},
      .run = run_crawl};
}

}  // namespace freshet
