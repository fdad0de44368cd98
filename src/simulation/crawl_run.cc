#include "simulation/crawl_run.h"

#include <utility>

#include "engine/run.h"

namespace freshet {
namespace {

CrawlRunResult failed(const Error& error) { return {.status = std::unexpected(error)}; }

ScopeChange change_to(const ScopeRules& rules) {
  return {
      .kind = rules.kind, .surts = rules.surts, .include = rules.include, .exclude = rules.exclude};
}

std::unique_ptr<Job> job_of(const CrawlRunOptions& options) {
  if (options.refresher != nullptr)
    return std::make_unique<RefreshJob>(*options.refresher, change_to(options.scope));
  CrawlJob::Options crawl{.scope = change_to(options.scope)};
  for (const std::string& seed : options.seeds)
    if (auto url = Url::parse(seed)) crawl.seeds.push_back(*std::move(url));
  return std::make_unique<CrawlJob>(std::move(crawl));
}

}  // namespace

CrawlRunResult run_crawl(const WebInTime& web, Disk& disk, const std::string& directory,
                         const CrawlRunOptions& options) {
  VirtualPlatform platform(web, disk,
                           {.loops = options.loops,
                            .random_seed = options.random_seed,
                            .judging_takes = options.judging_takes,
                            .on_acknowledged = options.on_acknowledged});
  const std::unique_ptr<Job> own = options.job == nullptr ? job_of(options) : nullptr;
  Job& job = options.job == nullptr ? *own : *options.job;
  auto opened =
      Run::open(platform, job,
                {.directory = directory,
                 .plan = options.plan,
                 .archive = options.archive,
                 .recorder = options.recorder,
                 .look_every = options.watches_disk ? std::chrono::seconds(1) : Duration{}},
                {});
  if (!opened) return failed(opened.error());
  Run& run = **opened;
  run.start();
  CrawlRunResult result;
  web.events.run(options.until, [&] {
    result.was_killed = options.is_killed();
    if (!result.was_stopped && options.is_stopped()) {
      result.was_stopped = true;
      run.stop(RunCause::told_to_stop);
    }
    return result.was_killed || run.is_done();
  });
  result.totals = run.totals();
  result.links_peak = run.links_peak();
  result.is_done = run.is_done() && run.status().has_value();
  result.status = run.status();
  if (!result.was_killed && result.status) {
    if (!result.is_done) run.stop(RunCause::time_limit);
    result.status = run.finish();
  }
  result.kept = platform.kept();
  web.events.forget();  // pending calls belonged to this run
  return result;
}

}  // namespace freshet
