// freshet demo: serves, crawls and refreshes a made-up web, and suggests how to explore the result.
#include <fmt/format.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/commands/commands.h"
#include "cli/crawl_words.h"
#include "cli/demo_capture.h"
#include "cli/demo_crawl.h"
#include "cli/demo_month.h"
#include "cli/demo_words.h"
#include "practice/practice_thread.h"
#include "simulation/score.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectory = "freshet-demo";
// On a busy machine, servers may see two requests closer together than they were sent.
constexpr Duration kDemoTolerance = kDemoDelay / 2;

// Returns a directory that does not exist yet.
std::expected<std::string, Failure> directory_from_arguments(const Session& session) {
  std::string directory = session.arguments.value("--archive").value_or(std::string(kDirectory));
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  std::error_code error;
  if (directory.empty()) return wrong_usage("--archive must be the name of a directory");
  if (!fs::exists(fs::symlink_status(directory, error))) return directory;
  const std::string word = shell_word(directory);
  return could_not(
      fmt::format("\"{}\" exists already; remove it (rm -r {}) or choose another with --archive",
                  visible(directory), visible(word)));
}

CommandResult run_demo(const Session& session) {
  auto plan = demo_world(session);
  if (!plan) return std::unexpected(plan.error());
  const auto directory = directory_from_arguments(session);
  if (!directory) return std::unexpected(directory.error());
  auto web = PracticeThread::open(*plan);
  if (!web) return could_not(web.error());
  Output& out = session.out;
  print_welcome(*plan, *directory, out);
  const auto end = crawl_demo(session, **web, *directory);
  const auto log = (*web)->stop();
  if (!end) return std::unexpected(end.error());
  if (!log) return could_not(log.error());
  print_report(end->view, end->summary, end->outcome, out);
  if (end->was_stopped) {
    out.write(fmt::format("\nThe made-up web is gone with it: rm -r {}, and run the demo again.\n",
                          visible(shell_word(*directory))));
    return {};
  }
  auto archive = Archive::open(system_disk(), *directory);
  if (!archive) return could_not(archive.error());
  const World& world = (*web)->world();
  const auto score =
      score_crawl(world, *archive, *log,
                  {.delay = kDemoDelay, .burst = PaceOptions{}.burst, .tolerance = kDemoTolerance});
  if (!score) return could_not(score.error());
  print_score(*score, kDemoDelay, out);
  if (auto printed = print_tour(world, *archive, *directory, out); !printed)
    return could_not(printed.error());
  if (!score->missing.empty() || !score->forbidden.empty())
    return could_not("the crawl missed pages or broke robots.txt; this is a bug in freshet");
  const auto month = live_a_month(session, world.plan(), demo_plan(), *directory);
  if (!month) return std::unexpected(month.error());
  print_month(*month, *directory, out);
  const auto capture = capture_changing_site(session, world.plan(), demo_plan(), *directory);
  if (!capture) return std::unexpected(capture.error());
  print_capture(*capture, out);
  return {};
}

}  // namespace

Command demo_command() {
  return {.name = "demo",
          .summary = "Crawl a made-up web and keep it fresh, in a minute",
          .details =
              "Serves a made-up web on this machine, crawls it into a new archive, scores the\n"
              "crawl, and suggests commands for exploring the result. Then it keeps the archive\n"
              "fresh for a simulated month and writes a report for the browser. Last, it\n"
              "captures a site that changes meanwhile, and draws which of its pages are proven\n"
              "for one instant. Nothing leaves this machine. Settings are ignored, except those\n"
              "of every command; Ctrl-C ends it.",
          .operands = {},
          .options = {{"--archive", "DIR", "Directory to create (default freshet-demo)"},
                      {"--seed", "N", "Seed of the web (default 1)"},
                      {"--hosts", "N", "Number of hosts (default 24)"},
                      {"--pages", "N", "Number of pages, over all hosts (default 600)"}},
          .sections = {},
          .examples = {{"freshet demo", "crawls a made-up web into ./freshet-demo"},
                       {"freshet demo --archive big-demo --hosts 200 --pages 20000",
                        "a larger web; takes longer"}},
          .run = run_demo};
}

}  // namespace freshet
