#include "cli/demo_crawl.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <string_view>
#include <utility>

#include "cli/archive_access.h"
#include "cli/crawl_plan.h"
#include "cli/number_option.h"
#include "refresh/learned_model.h"
#include "refresh/record.h"

namespace freshet {
namespace {

// Bodies are not compressed: replayweb.page cannot show those in zstd.
const WorldPlan kWorld{.seed = 1,
                       .hosts = 24,
                       .pages = 600,
                       .features = {.codings = false},
                       .busy_for = std::chrono::seconds(3)};
constexpr std::uint64_t kHostsMax = 10'000;
constexpr std::uint64_t kPagesMax = 1'000'000;

// A file in memory, for a library that takes the name of a file; gone with the process.
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

}  // namespace

std::expected<WorldPlan, Failure> demo_world(const Session& session) {
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

CrawlPlan demo_plan() {
  using std::chrono::seconds;
  CrawlPlan plan;
  plan.agent = kAgentToken;
  plan.user_agent = "freshet (demo)";
  plan.guard =
      AddressGuard({*Network::parse(kPracticeNetworkV4)}, "the demo does not leave this machine");
  plan.pace.delay = kDemoDelay;
  plan.pace.backoff = seconds(1);
  plan.pace.wait_max = seconds(6);
  plan.pace.refusals_max = 3;
  plan.limits.tries = 2;
  plan.limits.failures_in_a_row = 3;
  plan.limits.visits = 2;
  plan.limits.down_wait = seconds(2);
  plan.fetch.body_bytes = std::uint64_t{1} << 20;
  plan.fetch.connect = seconds(3);
  plan.fetch.first_byte = seconds(3);
  plan.fetch.total = seconds(8);
  plan.fetch.lowest_rate_for = seconds(2);
  return plan;
}

std::expected<CrawlEnd, Failure> crawl_demo(const Session& session, const PracticeThread& web,
                                            const std::string& directory) {
  const MemoryFile authority(web.authority_pem());
  if (!authority.is_whole())
    return could_not("not enough memory for the certificate of the made-up web");
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
  FirstSightRecorder recorder(**model, session.config.settings.refresh.planner.gone);
  options.recorder = &recorder;
  return attend(session, {.job = job, .run = options, .platform = platform});
}

}  // namespace freshet
