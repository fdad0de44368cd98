// freshet capture: a copy of a site as it was at one instant, with proof.
#include "app/capture.h"

#include <utility>

#include "app/capture_plan.h"
#include "catalog/open_catalog.h"
#include "cli/archive_access.h"
#include "cli/attended_capture.h"
#include "cli/capture_request.h"
#include "cli/capture_text.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/seed_input.h"
#include "refresh/learned_model.h"

namespace freshet {
namespace {

CommandResult show_plan(const Session& session, const CaptureRequest& request) {
  auto opened = open_session(session);
  if (!opened) return std::unexpected(opened.error());
  const auto plan = plan_capture(*opened, request);
  if (!plan) return failure_of(plan.error());
  if (session.arguments.has("--json"))
    session.out.write(to_json(*plan) + "\n");
  else
    print_capture_plan(*plan, session.out);
  return {};
}

// Finds what the archive knows, if there is one.
CommandResult capture_site(const Session& session, CaptureRequest request) {
  auto options = run_from_settings(session);
  if (!options) return std::unexpected(options.error());
  auto seeds = read_seeds(session.arguments, [&](const Url& seed) {
    return seed_refusal(options->run.plan.guard, seed);
  });
  if (!seeds) return std::unexpected(seeds.error());
  request.seeds = *seeds;
  if (system_disk().exists(catalog_file(options->run.directory))) {
    auto opened = open_session(session);
    if (!opened) return std::unexpected(opened.error());
    auto prepared = prepare_capture(*opened, request);
    if (!prepared) return failure_of(prepared.error());
    return attend_capture(session, *std::move(options), *std::move(prepared), *std::move(seeds));
  }
  const auto model = first_sight_of(system_disk(), options->run.directory);
  if (!model) return could_not(model.error());
  auto prepared = prepare_first_capture(
      request, **model, session.config.settings.refresh.planner.gone, system_clock().now());
  if (!prepared) return failure_of(prepared.error());
  return attend_capture(session, *std::move(options), *std::move(prepared), *std::move(seeds));
}

CommandResult run_capture(const Session& session) {
  auto request = capture_request(session);
  if (!request) return std::unexpected(request.error());
  if (session.arguments.has("--plan")) {
    auto seeds = read_seeds(session.arguments, [](const Url&) { return std::nullopt; });
    if (!seeds) return std::unexpected(seeds.error());
    request->seeds = *std::move(seeds);
    return show_plan(session, *request);
  }
  if (const auto refusal =
          refuse_local(session.config.settings.crawl, seed_hosts(session.arguments)))
    return std::unexpected(*refusal);
  return capture_site(session, *std::move(request));
}

std::vector<Option> all_options() {
  std::vector<Option> options = capture_options();
  options.push_back({"--plan", "", "Show the order and the expected coherence; send no request"});
  options.push_back(
      {"--seeds", "FILE", "Read seeds from FILE, one per line; - is standard input", true});
  options.push_back(
      {"--json", "", "Print events, one JSON object per line; the last is the result"});
  return options;
}

}  // namespace

Command capture_command() {
  return {
      .name = "capture",
      .summary = "Archive a site as it was at one instant, with proof",
      .details =
          "Visits every page of a site, then revisits it. A page that is unchanged at the\n"
          "revisit is proven for the instant between the two halves. Pages that changed,\n"
          "and pages that could not be seen twice, are counted; freshet coherence\n"
          "--capture NAME --pages lists them. Pages that change often are visited last and\n"
          "revisited first. Their change rates come from the archive, or from a guess at\n"
          "first sight.\n"
          "\n"
          "A capture is as polite as a crawl, and stores pages as a crawl does. It may be\n"
          "killed at any moment: the same command resumes it and reports what the pause\n"
          "cost. Each further round (--rounds, --until-coherent) costs one request per\n"
          "page and moves the proven instant forward. freshet captures lists all captures.",
      .operands = {{"SEED", "A URL, a host, or text that contains URLs", false, true}},
      .options = all_options(),
      .sections = {},
      .examples = {{"freshet capture --archive web --contact me@example.com example.com",
                    "a whole site, each page visited and revisited"},
                   {"freshet capture --archive web --plan example.com",
                    "the order, expected coherence and time, of a site that the archive knows"},
                   {"freshet capture --archive web --until-coherent 99% --within 6h example.com",
                    "up to five rounds, until 99 % of the pages are proven"},
                   {"freshet capture --archive web", "resume an interrupted capture"}},
      .run = run_capture};
}

}  // namespace freshet
