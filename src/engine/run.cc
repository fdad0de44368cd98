#include "engine/run.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "catalog/open_catalog.h"
#include "crawl/restore_parking.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

constexpr std::size_t kQueueCacheBytes = std::size_t{16} << 20;

}  // namespace

Run::Run(Platform& platform, Job& job, RunOptions options, RunWatcher watcher)
    : platform_(platform),
      job_(job),
      options_(std::move(options)),
      watcher_(std::move(watcher)),
      plan_(options_.plan),
      traffic_(plan_.bytes_per_second),
      memory_(plan_.memory),
      shared_(plan_),
      disk_watch_(platform.disk(), options_.directory, traffic_,
                  [this](const std::string& sentence) { say(sentence); }) {}

// Workers first: they hand answers to the sink, and that to the writer.
Run::~Run() {
  workers_.reset();
  sink_.reset();
}

Result<std::unique_ptr<Run>> Run::open(Platform& platform, Job& job, RunOptions options,
                                       RunWatcher watcher) {
  std::unique_ptr<Run> run(new Run(platform, job, std::move(options), std::move(watcher)));
  if (auto opened = run->open_parts(); !opened) return std::unexpected(opened.error());
  return run;
}

Status Run::open_parts() {
  auto writer = ArchiveWriter::open(platform_.disk(), options_.directory, platform_.clock(),
                                    platform_.random(), options_.archive);
  if (!writer) return std::unexpected(writer.error());
  writer_ = *std::move(writer);
  auto catalog = open_catalog(
      platform_.disk(), catalog_address(options_.directory),
      {.sync = CatalogSync::normal, .cache_bytes = kQueueCacheBytes, .vfs = options_.archive.vfs});
  if (!catalog) return std::unexpected(catalog.error());
  catalog_ = *std::move(catalog);
  auto crawl = open_crawl({.catalog = *catalog_,
                           .writer = *writer_,
                           .job = job_,
                           .now = platform_.clock().now(),
                           .directory = options_.directory,
                           .say = [this](const std::string& sentence) { say(sentence); }});
  if (!crawl) return std::unexpected(crawl.error());
  crawl_ = *std::move(crawl);
  return open_queue();
}

Status Run::open_queue() {
  sink_ = platform_.open_sink(
      *writer_, options_.recorder,
      {.batch_pages = plan_.batch_pages,
       .batch_time = plan_.batch_time,
       .queued_bytes_max = queued_bytes_max(plan_.memory)},
      {.links_changed = [this](const auto& changed) { queue_->links_changed(changed); },
       .failed =
           [this](const Error& error) {
             if (status_) status_ = std::unexpected(error);
           }});
  meter_ = std::make_unique<Meter>(*sink_, options_.limits, [this](RunCause why) {
    traffic_.halt(true);
    platform_.post()([this, why] { stop(why); });
  });
  auto workers = platform_.open_workers({.sink = *meter_,
                                         .traffic = traffic_,
                                         .shared = shared_,
                                         .scope = *crawl_.scope,
                                         .links = memory_.links,
                                         .bodies = memory_.bodies,
                                         .directory = options_.directory,
                                         .vfs = options_.archive.vfs,
                                         .crawl_began = crawl_.row.began,
                                         .run_began = platform_.clock().now(),
                                         .crawl_id = crawl_.row.id,
                                         .wants_observations = options_.recorder != nullptr,
                                         .warn = watcher_.warning},
                                        plan_);
  if (!workers) return std::unexpected(workers.error());
  workers_ = *std::move(workers);
  fit_connections();
  if (auto opened = open_parking(); !opened) return opened;
  const bool judges_parking = plan_.parking != ParkingMode::off && job_.visits().takes_new_hosts();
  queue_ = std::make_unique<HostQueue>(
      QueueTools{.events = platform_.events(),
                 .clock = platform_.clock(),
                 .frontier = *catalog_,
                 .sink = *meter_,
                 .plan = plan_,
                 .scope = *crawl_.scope,
                 .domains = shared_.domains,
                 .source = job_.visits(),
                 .save_scope = [this] { return crawl_.save(*catalog_); },
                 .crawl_id = crawl_.row.id,
                 .visit_ended = watcher_.visit_ended,
                 .warning = watcher_.warning,
                 .links = &memory_.links,
                 .parking = judges_parking ? &parking_ : nullptr},
      workers_->handles());
  return queue_->open();
}

// Judges the name servers by what earlier runs kept, and wakes hosts that are to be left out no
// more.
Status Run::open_parking() {
  if (!job_.visits().takes_new_hosts()) return {};
  auto archive = Archive::open(platform_.disk(), options_.directory, options_.archive.vfs);
  if (!archive) return std::unexpected(archive.error());
  return restore_parking(*catalog_, *archive, *crawl_.scope, plan_.parking, parking_);
}

void Run::fit_connections() {
  plan_.visits_max = platform_.connections(plan_.visits_max,
                                           [this](const std::string& sentence) { say(sentence); });
}

void Run::say(const std::string& sentence) const {
  if (watcher_.warning) watcher_.warning(sentence);
}

void Run::start() {
  began_ = platform_.events().tick();
  speed_.start(began_);
  workers_->start();
  queue_->start();
  if (options_.limits.time > Duration{})
    platform_.events().after(options_.limits.time, [this] { stop(RunCause::time_limit); });
  if (options_.look_every > Duration{}) look();
}

void Run::stop(RunCause why) {
  if (is_stopping_) return;
  is_stopping_ = true;
  crawl_.record.outcome = {.cause = why};
  traffic_.stop();
  queue_->stop();
  // Resolving a name, for example, can take longer; its host is put back with the session.
  platform_.events().after(kStopPatience, [this] { is_given_up_ = true; });
}

void Run::change_plan(const CrawlPlan& plan) {
  plan_.pace = plan.pace;
  plan_.limits = plan.limits;
  plan_.traps = plan.traps;
  plan_.fetch = plan.fetch;
  plan_.hosts = plan.hosts;
  plan_.visits_max = plan.visits_max;
  plan_.bytes_per_second = plan.bytes_per_second;
  plan_.disk_reserve = plan.disk_reserve;
  plan_.memory = plan.memory;
  plan_.domains = plan.domains;
  memory_.change(plan_.memory);
  fit_connections();
  workers_->change_plan(plan_);
  traffic_.change_limit(plan_.bytes_per_second);
  shared_.domains.change_limits(plan_.domains);
}

std::vector<std::string> Run::add_seeds(const std::vector<Url>& seeds, Joining joining,
                                        std::function<void()> acknowledged) {
  std::vector<std::string> left_out;
  FrontierNews news;
  for (const Url& seed : seeds) {
    const Url url = without_credentials(seed);
    const auto host = Host::of(url);
    if (host && joining == Joining::host) crawl_.scope->adopt(*host);
    if (joining == Joining::page) crawl_.scope->admit(url);
    if (const auto refusal = crawl_.scope->refusal(url)) {
      left_out.push_back(
          fmt::format("{} is left out: {}", visible(url.href()), sentence_of(*refusal)));
      continue;
    }
    news.wanted.push_back({.host = *host,
                           .url = std::string(url.href_without_fragment()),
                           .is_page = true,
                           .via = ""});
  }
  if (auto saved = crawl_.save(*catalog_); !saved && status_) status_ = saved;
  meter_->tell(std::move(news));
  meter_->when_acknowledged(std::move(acknowledged));
  meter_->flush_soon();
  return left_out;
}

bool Run::is_done() const { return queue_->is_done() || !status_ || is_given_up_; }

Status Run::finish() {
  workers_->end();
  if (status_) status_ = queue_->status();
  if (auto written = sink_->finish(); status_) status_ = written;
  if (!status_) return status_;
  if (crawl_.record.outcome.is_empty()) crawl_.record.outcome = {.cause = RunCause::nothing_left};
  crawl_.record.ended = platform_.clock().now();
  status_ = crawl_.save(*catalog_);
  if (status_) status_ = queue_->close();
  if (auto counted = catalog_->count_hosts()) counts_ = *counted;
  if (status_) status_ = writer_->close();
  return status_;
}

void Run::look() {
  loop_views_ = workers_->views();
  speed_.sample(platform_.events().tick(), *meter_);
  std::uint64_t failures = queue_->totals().failures;
  for (const LoopView& loop : loop_views_) failures += loop.failures;
  failures_ = std::max(failures_, failures);
  if (watcher_.progress) count_hosts();
  if (!is_stopping_) disk_watch_.look(plan_.disk_reserve);
  if (watcher_.progress) watcher_.progress(view());
  platform_.events().after(options_.look_every, [this] { look(); });
}

// Counting a million hosts takes a while.
void Run::count_hosts() {
  const Tick before = platform_.events().tick();
  if (before < count_at_) return;
  if (auto counted = catalog_->count_hosts()) counts_ = *counted;
  const Tick after = platform_.events().tick();
  count_at_ = after + (after - before) * kCountShare;
}

RunView Run::view() const {
  const Tick now = platform_.events().tick();
  RunView view{.elapsed = now - began_,
               .visits = queue_->out(),
               .pages = meter_->pages(),
               .answers = meter_->answers(),
               .bytes = meter_->bytes(),
               .failures = std::max(failures_, queue_->totals().failures),
               .hosts = counts_,
               .ended = queue_->totals(),
               .is_halted = disk_watch_.is_halted()};
  for (const LoopView& loop : loop_views_) view.urls_waiting += loop.waiting;
  if (const auto due = queue_->next_due())
    view.next_due = std::max(*due - platform_.clock().now(), Duration{});
  speed_.read(now, options_.limits, view);
  return view;
}

}  // namespace freshet
