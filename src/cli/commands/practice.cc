// freshet practice: a web to practise on, served from this machine.
#include <fmt/format.h>

#include <string>
#include <utility>

#include "base/escape.h"
#include "cli/commands/commands.h"
#include "cli/commands/practice_compare.h"
#include "cli/commands/practice_score.h"
#include "cli/number_option.h"
#include "cli/practice_options.h"
#include "cli/practice_serving.h"
#include "practice/feature_names.h"

namespace freshet {
namespace {

CommandResult run_practice(const Session& session) {
  const std::string& what = *session.arguments.value("ACTION");
  if (what == "compare-schedulers") return compare_practice(session);
  if (what != "serve" && what != "score")
    return wrong_usage(fmt::format("ACTION must be serve, score or compare-schedulers, not \"{}\"",
                                   visible(what)));
  auto plan = world_plan_from_arguments(session);
  if (!plan) return std::unexpected(plan.error());
  auto options = server_options_from_arguments(session);
  if (!options) return std::unexpected(options.error());
  if (what == "score") {
    plan->http_port = options->http_port;
    plan->https_port = options->https_port;
    const auto delay = number_of<std::int64_t>(session, "--delay", 0, 0, 3'600'000);
    if (!delay) return std::unexpected(delay.error());
    const auto burst = number_of<int>(session, "--burst", 8, 1, 1'000'000);
    if (!burst) return std::unexpected(burst.error());
    return score_practice(session, *plan, std::chrono::milliseconds(*delay), *burst);
  }
  return serve_practice(session, *plan, *std::move(options));
}

HelpSection features_section() {
  HelpSection section{.title = "Features", .rows = {}};
  std::string names;
  for (const FeatureName& feature : kFeatureNames) {
    if (feature.name == "ipv6") continue;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", feature.name);
    if (names.size() < 50) continue;
    section.rows.push_back({"", std::move(names)});
    names.clear();
  }
  if (!names.empty()) section.rows.push_back({"", std::move(names)});
  return section;
}

}  // namespace

Command practice_command() {
  return {.name = "practice",
          .summary = "Serve a made-up web for practice",
          .details =
              "Serves a web generated from a seed: hosts at addresses of 127/8 with pages,\n"
              "robots.txt, redirects, traps and the usual faults of real servers, and a name\n"
              "server for them. Prints the URL from which everything can be reached, and serves\n"
              "until SIGTERM or SIGINT. The same seed gives the same web. score judges how\n"
              "complete and polite a crawl was, by the log of the servers.\n"
              "\n"
              "compare-schedulers keeps 240 pages on 12 hosts fresh for 14 days, in memory and\n"
              "in virtual time: by daily checks (normal), in baskets mode (optimised), and by\n"
              "freshet's own policy with as many checks. It prints the gains in information and\n"
              "processing defined by Meegahapola et al. (2017), and draws their plots.",
          .usage = "serve|score|compare-schedulers [OPTIONS]",
          .operands = {{"ACTION",
                        "serve, score or compare-schedulers",
                        true,
                        false,
                        {"serve", "score", "compare-schedulers"}}},
          .options = {{"--seed", "N", "Seed of the web (default 1)"},
                      {"--hosts", "N", "Number of hosts (default 200)"},
                      {"--pages", "N", "Number of pages, over all hosts (default 20000)"},
                      {"--with", "FEATURE",
                       "Add a feature that is off by default: systems, crossings", true},
                      {"--without", "FEATURE", "Leave out a feature; see below", true},
                      {"--crawl-delay", "MS", "Crawl-delay in some robots.txt, in milliseconds"},
                      {"--http-port", "PORT", "Port for HTTP; 0: any (default 8080)"},
                      {"--https-port", "PORT", "Port for HTTPS; 0: any (default 8443)"},
                      {"--dns-port", "PORT", "UDP port of the name server (default 8053)"},
                      {"--time-factor", "X", "Speed of its clock; 0: stopped (default 1)"},
                      {"--ca-file", "FILE", "Write the certificate to trust for HTTPS"},
                      {"--truth", "FILE", "Write the ground truth of this web as JSON lines"},
                      {"--log", "FILE", "Write a JSON line for each request; score reads it"},
                      {"--archive", "DIR", "Archive to score"},
                      {"--delay", "MS", "Delay between requests to a host that score expects"},
                      {"--burst", "N", "Requests before the delay that score allows (default 8)"},
                      {"--days", "N", "Days over which schedulers are compared (default 14)"},
                      {"--policy", "NAME", "Also compare this refresh policy", true},
                      {"--html", "FILE", "Write plots of the comparison"},
                      {"--json", "", "Print the comparison as JSON"}},
          .sections = {features_section()},
          .examples = {{"freshet practice serve --truth truth.jsonl", "200 hosts, 20,000 pages"},
                       {"freshet practice serve --without traps --without misbehaviour",
                        "a well-behaved web"},
                       {"freshet practice compare-schedulers --html plots.html",
                        "normal against optimised checks, with plots"}},
          .run = run_practice};
}

}  // namespace freshet
