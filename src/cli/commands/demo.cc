// freshet demo: a made-up web, a crawl of it, and how to look at what came out.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/attended_crawl.h"
#include "cli/commands/commands.h"
#include "cli/crawl_plan.h"
#include "cli/crawl_words.h"
#include "cli/demo_month.h"
#include "cli/demo_words.h"
#include "cli/number_option.h"
#include "practice/practice_thread.h"
#include "refresh/learned_model.h"
#include "refresh/record.h"
#include "simulation/score.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kDirectory = "freshet-demo";
// Pages are not packed: replayweb.page cannot show those that come by zstd.
const WorldPlan kWorld{.seed = 1,
                       .hosts = 24,
                       .pages = 600,
                       .features = {.codings = false},
                       .busy_for = std::chrono::seconds(3)};
constexpr std::uint64_t kHostsMax = 10'000;
constexpr std::uint64_t kPagesMax = 1'000'000;
constexpr Duration kDelay = std::chrono::milliseconds(40);
// By how much a busy machine may let the servers see two requests nearer than they were sent.
constexpr Duration kDemoTolerance = kDelay / 2;

// A file in memory, for a library that wants the name of a file; gone with the process.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view text)
      : descriptor_(memfd_create("freshet-demo", MFD_CLOEXEC)) {
    is_whole_ = descriptor_ >= 0 &&
                write(descriptor_, text.data(), text.size()) == static_cast<ssize_t>(text.size());
  }
  ~MemoryFile() {
    if (descriptor_ >= 0) close(descriptor_);
  }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  bool is_whole() const { return is_whole_; }
  std::string path() const { return fmt::format("/proc/self/fd/{}", descriptor_); }

 private:
  int descriptor_;
  bool is_whole_ = false;
};

std::expected<WorldPlan, Failure> meant_world(const Session& session) {
  using Number = std::uint64_t;
  WorldPlan plan = kWorld;
  const auto seed = number_of<Number>(session, "--seed", plan.seed, 0, ~Number{0});
  if (!seed) return std::unexpected(seed.error());
  const auto hosts = number_of<Number>(session, "--hosts", plan.hosts, 1, kHostsMax);
  if (!hosts) return std::unexpected(hosts.error());
  const auto pages = number_of<Number>(session, "--pages", plan.pages, 1, kPagesMax);
  if (!pages) return std::unexpected(pages.error());
  plan.seed = *seed;
  plan.hosts = *hosts;
  plan.pages = *pages;
  return plan;
}

// A directory that is not there yet.
std::expected<std::string, Failure> meant_directory(const Session& session) {
  std::string directory = session.arguments.value("--archive").value_or(std::string(kDirectory));
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  std::error_code error;
  if (directory.empty()) return wrong_usage("--archive wants the name of a directory");
  if (!fs::exists(fs::symlink_status(directory, error))) return directory;
  const std::string word = shell_word(directory);
  return could_not(fmt::format(
      "\"{}\" is there already, and the demo begins with nothing; remove it (rm -r {}) or name "
      "another with --archive",
      visible(directory), visible(word)));
}

// As patient as a minute allows: on the real web everything is ten times slower.
CrawlPlan demo_plan() {
  using std::chrono::seconds;
  CrawlPlan plan;
  plan.agent = kAgentToken;
  plan.user_agent = "freshet (demo)";
  plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4)}, "the demo does not leave this machine");
  plan.pace.delay = kDelay;
  plan.pace.backoff = seconds(1);
  plan.pace.wait_max = seconds(6);
  plan.pace.refusals_max = 3;
  plan.limits.tries = 2;
  plan.limits.failures_in_a_row = 3;
  plan.limits.visits = 2;
  plan.limits.retry_after = seconds(2);
  plan.fetch.body_bytes = std::uint64_t{1} << 20;
  plan.fetch.connect = seconds(3);
  plan.fetch.first_byte = seconds(3);
  plan.fetch.total = seconds(8);
  plan.fetch.lowest_rate_for = seconds(2);
  return plan;
}

std::expected<CrawlEnd, Failure> crawl_it(const Session& session, const PracticeThread& web,
                                          const std::string& directory) {
  const MemoryFile authority(web.authority_pem());
  if (!authority.is_whole())
    return could_not("there is no memory for the certificate of the made-up web");
  RunOptions options;
  options.directory = directory;
  options.archive.may_create = true;
  options.plan = demo_plan();
  CrawlJob job(
      {.seeds = {*Url::parse(web.world().first_url())}, .scope = {.kind = ScopeKind::everything}});
  RealPlatformOptions platform;
  platform.web.ca_file = authority.path();
  platform.resolver.servers = {fmt::format("127.0.0.1:{}", web.dns_port())};
  platform.resolver.timeout = std::chrono::seconds(1);
  platform.resolver.total = std::chrono::seconds(3);
  const auto model = first_sight_of(system_disk(), directory);
  if (!model) return could_not(model.error());
  FirstBeliefs beliefs(**model, session.config.settings.refresh.planner.gone);
  options.beliefs = &beliefs;
  return attend(session, {.job = job, .run = options, .platform = platform});
}

CommandResult run_demo(const Session& session) {
  auto plan = meant_world(session);
  if (!plan) return std::unexpected(plan.error());
  const auto directory = meant_directory(session);
  if (!directory) return std::unexpected(directory.error());
  auto web = PracticeThread::open(*plan);
  if (!web) return could_not(web.error());
  Output& out = session.out;
  print_welcome(*plan, *directory, out);
  const auto end = crawl_it(session, **web, *directory);
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
                  {.delay = kDelay, .burst = PaceOptions{}.burst, .tolerance = kDemoTolerance});
  if (!score) return could_not(score.error());
  print_score(*score, kDelay, out);
  if (auto printed = print_tour(world, *archive, *directory, out); !printed)
    return could_not(printed.error());
  if (!score->missing.empty() || !score->forbidden.empty())
    return could_not("the crawl was not as good as it should be; this is a bug of freshet");
  const auto month = live_a_month(session, world.plan(), demo_plan(), *directory);
  if (!month) return std::unexpected(month.error());
  print_month(*month, *directory, out);
  return {};
}

}  // namespace

Command demo_command() {
  return {
      .name = "demo",
      .summary = "See a made-up web crawled and kept fresh, in a minute",
      .details =
          "Serves a made-up web on this machine, crawls it for real into a new archive,\n"
          "says how good the crawl was, and shows commands with which to look at it.\n"
          "Then it keeps the archive fresh for a month that passes in seconds, and writes\n"
          "a report to look at in a browser.\n"
          "Nothing leaves this machine. Settings are not read, but for those of every\n"
          "command; Ctrl-C ends it.",
      .operands = {},
      .options = {{"--archive", "DIR", "Where to; must not be there yet (default freshet-demo)"},
                  {"--seed", "N", "Which web (default 1)"},
                  {"--hosts", "N", "How many hosts (default 24)"},
                  {"--pages", "N", "How many pages on all of them (default 600)"}},
      .sections = {},
      .examples = {{"freshet demo", "crawls a made-up web into ./freshet-demo"},
                   {"freshet demo --archive big-demo --hosts 200 --pages 20000",
                    "a larger one; it takes longer"}},
      .run = run_demo};
}

}  // namespace freshet
