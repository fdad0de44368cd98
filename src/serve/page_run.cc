#include "serve/page_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/escape.h"
#include "base/log.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// A refresh waits for what is due until it is stopped.
constexpr Duration kForever = std::chrono::days(36'500);

// A host that is being crawled is put back as often, so that checks of its pages get their turn.
constexpr Duration kSliceMax = std::chrono::minutes(5);

// A host whose seeds were committed is visited sooner, unless there is nothing to visit.
constexpr Duration kVisitWait = std::chrono::seconds(5);
constexpr std::size_t kHostsLookedUpMax = 20;  // at a time

CrawlPlan fit_to_service(CrawlPlan plan) {
  plan.patience = kForever;
  plan.limits.slice = std::min(plan.limits.slice, kSliceMax);
  return plan;
}

}  // namespace

class PageRun::Recorder final : public ObservationRecorder {
 public:
  Recorder(Planner& planner, const PageRunListener& listener)
      : planner_(planner), listener_(listener) {}

  PageNews record(const Observation& observation) override {
    if (listener_.seen) listener_.seen(observation.page.url, observation.time);
    if (observation.check) {
      const std::lock_guard lock(mutex_);
      checked_.push_back({.url = observation.page.url,
                          .has_answered = observation.check->outcome != CheckOutcome::failed});
    }
    return planner_.record(observation);
  }
  double rate_of_found(const WaitingPage& page, Time now) const override {
    return planner_.rate_of_found(page, now);
  }

  std::vector<Checked> take() {
    const std::lock_guard lock(mutex_);
    return std::exchange(checked_, {});
  }

 private:
  Planner& planner_;
  const PageRunListener& listener_;
  std::mutex mutex_;  // guards checked_
  std::vector<Checked> checked_;
};

PageRun::PageRun(Platform& platform, ArchiveSession session, CrawlPlan plan, JobBoard& jobs,
                 PageRunListener listener)
    : platform_(platform),
      jobs_(jobs),
      listener_(std::move(listener)),
      planning_(new Planning{.session = std::move(session), .planner = {}}),
      plan_(std::move(plan)) {}

PageRun::~PageRun() = default;

Result<std::unique_ptr<PageRun>> PageRun::open(Platform& platform, ArchiveSession session,
                                               RunOptions options, ScopeChange scope,
                                               JobBoard& jobs, LiveState& live,
                                               PageRunListener listener) {
  options.plan = fit_to_service(options.plan);
  std::unique_ptr<PageRun> opened(
      new PageRun(platform, std::move(session), options.plan, jobs, std::move(listener)));
  auto planner = opened->planning_->session.load_planner(platform.clock().now());
  if (!planner) return std::unexpected(planner.error());
  opened->planning_->planner = *std::move(planner);
  Planner& loaded = *opened->planning_->planner;
  opened->recorder_ = std::make_unique<Recorder>(loaded, opened->listener_);
  PageRun* const self = opened.get();
  opened->visits_ = std::make_unique<ServiceVisits>(
      loaded,
      ServiceListener{.began =
                          [self](const Host& host, bool) {
                            for (const auto& work : self->works_) work->visit_began(host);
                          },
                      .ended = [self](const Host& host,
                                      const VisitEnd& end) { self->visit_ended(host, end); }});
  opened->job_ = std::make_unique<ServiceJob>(*opened->visits_, std::move(scope));
  options.recorder = opened->recorder_.get();
  auto run = Run::open(platform, *opened->job_, std::move(options),
                       {.progress = [&live](const RunView& view) { live.set_run(view); },
                        .visit_ended = {},
                        .warning = [self](const std::string& sentence) { self->warn(sentence); }});
  if (!run) return std::unexpected(run.error());
  opened->run_ = *std::move(run);
  live.set_planner({opened->planning_, &loaded});
  return opened;
}

void PageRun::begin(const JobView& job) {
  auto work = std::make_shared<JobProgress>(job);
  works_.push_back(work);
  if (job.order.kind == JobKind::crawl)
    begin_crawl(job.order, work);
  else
    begin_refresh(job.order, *work);
  run_->choose_now();
}

void PageRun::begin_crawl(const JobOrder& order, const std::shared_ptr<JobProgress>& work) {
  std::vector<Url> seeds;
  std::vector<Host> hosts;
  for (const std::string& text : order.urls) {
    const auto seed = Url::parse(text);
    const auto host = seed ? Host::of(*seed) : std::nullopt;
    if (!host) continue;
    seeds.push_back(*seed);
    if (std::ranges::find(hosts, *host) == hosts.end()) hosts.push_back(*host);
  }
  HostOptions limits;
  if (order.pages) limits.pages = static_cast<std::size_t>(*order.pages);
  if (order.depth) limits.depth = static_cast<unsigned>(*order.depth);
  for (const Host& host : hosts) {
    work->add_host(host);
    visits_->crawl(host);
    if (order.everything) planning_->planner->check_soon(host);
  }
  limit_hosts(*work, limits);
  // Visits that are under way do not know of the seeds yet.
  const auto known = [work, hosts, &clock = platform_.clock()] {
    for (const Host& host : hosts) work->seeds_are_known(host, clock.now());
  };
  for (const std::string& sentence : run_->add_seeds(seeds, Run::Joining::host, known))
    work->add_note(sentence);
}

void PageRun::begin_refresh(const JobOrder& order, JobProgress& work) {
  if (order.everything) return work.add_unnamed_pages(planning_->planner->check_all_soon());
  for (const std::string& text : order.urls) {
    const auto url = Url::parse(text);
    if (!url) continue;
    const std::string page(normal_form(*url, plan_.normal_form).href());
    if (planning_->planner->check_soon(page))
      work.add_page(page);
    else
      work.add_note(fmt::format("{} is not in the archive; crawl it", visible(text)));
  }
}

void PageRun::check(const std::vector<WatchOrder>& orders) {
  std::vector<Url> pages, sites;
  for (const WatchOrder& order : orders) {
    const auto url = Url::parse(order.url);
    const auto host = url ? Host::of(*url) : std::nullopt;
    if (!host) continue;
    if (order.is_site) {
      visits_->crawl(*host);
      sites.push_back(*url);
    } else if (!order.is_known || !planning_->planner->check_soon(order.url)) {
      pages.push_back(*url);
    }
  }
  for (const auto& [seeds, joining] :
       {std::pair(&pages, Run::Joining::page), std::pair(&sites, Run::Joining::host)})
    if (!seeds->empty())
      for (const std::string& sentence : run_->add_seeds(*seeds, joining, [] {})) warn(sentence);
  run_->choose_now();
}

// Limits of a job hold for its hosts until another job changes them.
void PageRun::limit_hosts(const JobProgress& work, const HostOptions& limits) {
  for (const std::string& key : work.hosts()) {
    HostOptions& own = host_limits_[key];
    own.pages = limits.pages;
    own.depth = limits.depth;
  }
  change_plan(plan_);
}

void PageRun::change_plan(const CrawlPlan& plan) {
  plan_ = fit_to_service(plan);
  CrawlPlan limited = plan_;
  for (const auto& [key, limits] : host_limits_) {
    HostOptions& own = limited.hosts[key];
    if (limits.pages) own.pages = limits.pages;
    if (limits.depth) own.depth = limits.depth;
  }
  run_->change_plan(limited);
}

void PageRun::visit_ended(const Host& host, const VisitEnd& end) {
  if (listener_.visit_ended)
    listener_.visit_ended({.host = std::string(host.key()),
                           .is_done = !end.due,
                           .has_failed = end.has_failed,
                           .problem = end.has_failed ? end.report.why.sentence() : ""});
  for (const auto& work : works_) {
    work->visit_ended(host, end);
    for (const UncheckedPage& page : end.unchecked) work->page_checked(page.url, false);
  }
}

// No visit comes if the frontier had all seeds already, since they were fetched before or while the
// job began, or if the scope leaves all of them out.
void PageRun::end_hosts_without_visit(JobProgress& work, Time now) {
  std::size_t looked_up = 0;
  for (const std::string& key : work.unvisited_since(now - kVisitWait)) {
    if (++looked_up > kHostsLookedUpMax) return;
    const auto host = Host::from_key(key);
    const auto row = host ? planning_->session.archive().catalog().find_host(*host)
                          : Result<std::optional<HostRow>>(std::nullopt);
    if (!row) return warn(row.error().message);
    if (!*row || (*row)->place == HostPlace::retired || (*row)->place == HostPlace::known)
      work.has_nothing_to_visit(key);
  }
}

void PageRun::look() {
  for (const Checked& page : recorder_->take())
    for (const auto& work : works_) work->page_checked(page.url, page.has_answered);
  const Time now = platform_.clock().now();
  for (const auto& work : works_) end_hosts_without_visit(*work, now);
  std::erase_if(works_, [&](const std::shared_ptr<JobProgress>& work) {
    const std::int64_t id = work->job().id;
    const bool is_cancelled = jobs_.is_cancelled(id);
    jobs_.tell(id, work->words(), work->pages(), work->bytes());
    if (!is_cancelled && !work->is_done()) return false;
    // The next visits of its hosts find that they have had their pages.
    if (is_cancelled) limit_hosts(*work, {.pages = 1});
    if (auto ended = jobs_.end(id, is_cancelled ? JobState::cancelled : JobState::done,
                               work->outcome(), now);
        !ended)
      warn(ended.error().message);
    return true;
  });
}

void PageRun::warn(const std::string& sentence) { log(LogLevel::warning, sentence); }

Status PageRun::finish() {
  look();
  Status status = run_->finish();
  for (const auto& work : works_)
    if (auto kept = jobs_.put_back(work->job().id); !kept && status) status = kept;
  return status;
}

}  // namespace freshet
