#include "crawl/crawl.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "base/random.h"
#include "base/stored_time.h"
#include "catalog/sqlite_catalog.h"
#include "crawl/wake_failed.h"
#include "url/normal_form.h"
#include "web/open_files.h"

namespace freshet {
namespace {

constexpr std::size_t kQueueCacheBytes = std::size_t{16} << 20;

std::unexpected<Error> invalid(std::string message) {
  return std::unexpected(Error{Errc::invalid, std::move(message)});
}

std::uint64_t left(std::uint64_t limit, std::uint64_t done) {
  return limit > done ? limit - done : 0;
}

// A user name or password in a seed is never sent, and must not be stored.
CrawlOptions without_credentials(CrawlOptions options, const CrawlWatcher& watcher) {
  for (Url& seed : options.seeds) {
    Url plain = without_credentials(seed);
    if (plain != seed && watcher.warning)
      watcher.warning(
          fmt::format("the user name and password of the seed {} are left out: they are "
                      "neither sent nor stored",
                      visible(plain.href())));
    seed = std::move(plain);
  }
  return options;
}

// With less not even one page could be read.
constexpr std::size_t kMemoryMin = std::size_t{16} << 20;

std::size_t memory_of(const CrawlPlan& plan) { return std::max(plan.memory, kMemoryMin); }

}  // namespace

Crawl::Crawl(Disk& disk, Clock& clock, EventLoop& events, CrawlOptions options,
             CrawlWatcher watcher)
    : disk_(disk),
      clock_(clock),
      events_(events),
      options_(without_credentials(std::move(options), watcher)),
      watcher_(std::move(watcher)),
      post_([&events](std::function<void()> what) { events.post(std::move(what)); }),
      plan_(options_.plan),
      traffic_(options_.plan.bytes_per_second),
      memory_(memory_of(options_.plan)),
      courtesy_(options_.plan),
      disk_watch_(disk_, options_.directory, traffic_,
                  [this](const std::string& sentence) { say(sentence); }) {}

// Loops first: they hand things to the sink, and that to the writer.
Crawl::~Crawl() {
  loops_.clear();
  sink_.reset();
}

Result<std::unique_ptr<Crawl>> Crawl::open(Disk& disk, Clock& clock, EventLoop& events,
                                           CrawlOptions options, CrawlWatcher watcher) {
  std::unique_ptr<Crawl> crawl(
      new Crawl(disk, clock, events, std::move(options), std::move(watcher)));
  if (auto opened = crawl->open_parts(); !opened) return std::unexpected(opened.error());
  return crawl;
}

Status Crawl::open_parts() {
  auto writer = ArchiveWriter::open(disk_, options_.directory, clock_, Random::from_system(),
                                    options_.archive);
  if (!writer) return std::unexpected(writer.error());
  writer_ = *std::move(writer);
  auto catalog = open_sqlite_catalog(
      disk_, options_.directory + "/catalog.sqlite",
      {.sync = CatalogSync::normal, .cache_bytes = kQueueCacheBytes, .vfs = options_.archive.vfs});
  if (!catalog) return std::unexpected(catalog.error());
  catalog_ = *std::move(catalog);
  if (auto opened = open_record(); !opened) return opened;
  return open_loops();
}

// What the crawl is: a new one, or the one that the catalog knows.
Status Crawl::open_record() {
  auto newest = catalog_->newest_crawl();
  if (!newest) return std::unexpected(newest.error());
  if (!*newest && options_.refresher != nullptr) {
    if (auto taken = take_known_hosts(); !taken) return taken;
  } else if (!*newest && options_.seeds.empty()) {
    return invalid(fmt::format("\"{}\" has no crawl that could go on; name a seed to begin one",
                               visible(options_.directory)));
  }
  if (*newest) {
    row_ = **newest;
    record_ = CrawlRecord::from_json(row_.plan);
  }
  goes_on_ = newest->has_value() && !options_.begins_again;
  if (auto changed = change_scope(); !changed) return changed;
  record_.ended.reset();
  record_.outcome.clear();
  row_.plan = record_.json();
  if (goes_on_) {
    // Begun by a clock that was ahead: what it has fetched cannot be dated, and is fetched again.
    if (!is_past(row_.began, clock_.now())) row_.began = clock_.now();
    if (auto added = add_seeds(); !added) return added;
    // A refresh has other ways to come back to a host.
    if (options_.refresher == nullptr)
      if (auto woken = wake_failed(*catalog_, *scope_); !woken) return woken;
    return catalog_->change_crawl(row_);
  }
  row_.began = clock_.now();
  // A new archive is seeded first, so that a crawl that the catalog knows has its seeds. Where
  // there was a crawl, what it had done may be wanted again only once the next has begun.
  if (!*newest)
    if (auto added = add_seeds(); !added) return added;
  auto id = catalog_->begin_crawl(row_);
  if (!id) return std::unexpected(id.error());
  row_.id = *id;
  if (!*newest) return {};
  if (auto added = add_seeds(); !added) return added;
  return wake_retired(*catalog_, *scope_);
}

// The archive came from elsewhere: its hosts are what is crawled.
Status Crawl::take_known_hosts() {
  return catalog_->each_host([&](const HostRow& row) {
    if (const auto home = Url::parse(fmt::format("https://{}/", row.host.key())))
      record_.scope.add_seed(*home);
    return true;
  });
}

Status Crawl::change_scope() {
  const ScopeChange& change = options_.scope;
  ScopeRules& rules = record_.scope;
  rules.kind = change.kind.value_or(rules.kind);
  if (change.hosts) rules.listed = {change.hosts->begin(), change.hosts->end()};
  rules.surts = change.surts.value_or(rules.surts);
  rules.include = change.include.value_or(rules.include);
  rules.exclude = change.exclude.value_or(rules.exclude);
  for (const Url& seed : options_.seeds) rules.add_seed(seed);
  if (rules.kind == ScopeKind::surts && rules.surts.empty())
    return invalid("the scope is surts, but no SURT prefix is given; --surt names one");
  auto scope = Scope::make(rules);
  if (!scope) return std::unexpected(scope.error());
  scope_ = *std::move(scope);
  for (const std::string& key : record_.adopted)
    if (const auto host = Host::from_key(key)) scope_->adopt(*host);
  for (const Url& seed : options_.seeds)
    if (const auto refusal = scope_->refusal(seed))
      say(fmt::format("the seed {} is left out: {}", visible(seed.href()), sentence_of(*refusal)));
  return {};
}

// Seeds are wanted at their hosts; that wakes a host which was done.
Status Crawl::add_seeds() {
  FrontierNews news;
  for (const Url& seed : options_.seeds) {
    const auto host = Host::of(seed);
    if (!host || scope_->refusal(seed)) continue;
    news.wanted.push_back({.host = *host,
                           .url = std::string(seed.href_without_fragment()),
                           .is_page = true,
                           .via = ""});
    if (news.wanted.size() < kNewsAtOnce) continue;
    writer_->add(std::exchange(news, {}));
  }
  writer_->add(std::move(news));
  return writer_->commit();
}

Status Crawl::open_loops() {
  sink_ = std::make_unique<SinkThread>(
      *writer_, options_.beliefs,
      SinkThreadOptions{.batch_pages = plan_.batch_pages,
                        .batch_time = plan_.batch_time,
                        .queued_bytes_max = queued_bytes_max(memory_of(plan_))},
      post_,
      SinkNews{.links_changed = [this](const auto& changed) { queue_->links_changed(changed); },
               .failed =
                   [this](const Error& error) {
                     if (status_) status_ = std::unexpected(error);
                   }});
  meter_ = std::make_unique<Meter>(*sink_, options_.limits, [this](const char* why) {
    traffic_.halt(true);
    post_([this, why] { stop(why); });
  });
  CurlWebOptions web = options_.web;
  web.bodies = &memory_.bodies;
  const CrawlLoopTools tools{.disk = disk_,
                             .clock = clock_,
                             .sink = *meter_,
                             .traffic = traffic_,
                             .courtesy = courtesy_,
                             .scope = *scope_,
                             .to_queue = post_,
                             .events = events_,
                             .directory = options_.directory,
                             .crawl_began = row_.began,
                             .run_began = clock_.now(),
                             .crawl_id = row_.id,
                             .wants_sightings = options_.beliefs != nullptr,
                             .links = &memory_.links,
                             .warn = watcher_.warning,
                             .web = web,
                             .resolver = options_.resolver};
  std::vector<LoopHandle> handles;
  for (std::size_t i = 0; i < std::max<std::size_t>(options_.loops, 1); ++i) {
    auto loop = CrawlLoop::open(tools, plan_);
    if (!loop) return std::unexpected(loop.error());
    loops_.push_back(*std::move(loop));
    handles.push_back(loops_.back()->handle());
  }
  loop_views_.resize(loops_.size());
  fit_to_open_files();
  queue_ = std::make_unique<HostQueue>(QueueTools{.events = events_,
                                                  .clock = clock_,
                                                  .catalog = *catalog_,
                                                  .sink = *meter_,
                                                  .plan = plan_,
                                                  .scope = *scope_,
                                                  .domains = courtesy_.domains,
                                                  .save_scope = [this] { return save_record(); },
                                                  .crawl_id = row_.id,
                                                  .visit_ended = watcher_.visit_ended,
                                                  .warning = watcher_.warning,
                                                  .links = &memory_.links,
                                                  .refresher = options_.refresher},
                                       std::move(handles));
  return queue_->open(options_.refresher != nullptr ? "refresh" : "crawl");
}

// Every connection is an open file, and a host that cannot be connected to for lack of them would
// be waited for in vain.
void Crawl::fit_to_open_files() {
  const std::size_t loops = loops_.size();
  const std::size_t open = raise_open_file_limit(0).open;
  const OpenFiles files = raise_open_file_limit(open + files_needed(plan_.visits_max, loops));
  const std::size_t fitting = connections_within(files, plan_.visits_max, loops);
  if (fitting == plan_.visits_max) return;
  say(fmt::format(
      "{} hosts are visited at once, not {}: the system allows {} open files; raise the "
      "hard limit (ulimit -Hn) or lower crawl.connections",
      fitting, plan_.visits_max, files.limit));
  plan_.visits_max = fitting;
}

Status Crawl::save_record() {
  record_.adopted = scope_->adopted();
  row_.plan = record_.json();
  return catalog_->change_crawl(row_);
}

void Crawl::say(const std::string& sentence) const {
  if (watcher_.warning) watcher_.warning(sentence);
}

void Crawl::start() {
  began_ = events_.tick();
  for (auto& loop : loops_) loop->start();
  queue_->start();
  if (options_.limits.time > Duration{})
    events_.after(options_.limits.time, [this] { stop("the limit of time is reached"); });
  look();
}

void Crawl::stop(std::string why) {
  if (is_stopping_) return;
  is_stopping_ = true;
  record_.outcome = std::move(why);
  traffic_.stop();
  queue_->stop();
  // A name that is being looked up, say, can take longer; its host is put back with the session.
  events_.after(kStopPatience, [this] { is_given_up_ = true; });
}

void Crawl::change_plan(const CrawlPlan& plan) {
  plan_.pace = plan.pace;
  plan_.limits = plan.limits;
  plan_.traps = plan.traps;
  plan_.fetch = plan.fetch;
  plan_.hosts = plan.hosts;
  plan_.visits_max = plan.visits_max;
  plan_.bytes_per_second = plan.bytes_per_second;
  plan_.disk_reserve = plan.disk_reserve;
  plan_.memory = plan.memory;
  memory_.change(memory_of(plan_));
  fit_to_open_files();
  for (auto& loop : loops_) loop->change_plan(plan_);
  traffic_.change_limit(plan_.bytes_per_second);
  plan_.domains = plan.domains;
  courtesy_.domains.change_limits(plan_.domains);
}

bool Crawl::is_done() const { return queue_->is_done() || !status_ || is_given_up_; }

Status Crawl::finish() {
  for (auto& loop : loops_) loop->end();
  if (status_) status_ = queue_->status();
  if (auto written = sink_->finish(); status_) status_ = written;
  if (!status_) return status_;
  if (record_.outcome.empty()) record_.outcome = "nothing is left to do";
  record_.ended = clock_.now();
  status_ = save_record();
  if (status_) status_ = queue_->close();
  if (auto counted = catalog_->count_hosts()) counts_ = *counted;
  if (status_) status_ = writer_->close();
  return status_;
}

// Every second: how it goes, and whether there is room.
void Crawl::look() {
  for (std::size_t i = 0; i < loops_.size(); ++i)
    loops_[i]->ask_view([this, i](LoopView view) { loop_views_[i] = std::move(view); });
  if (meter_->answers() != answers_seen_) {
    answers_seen_ = meter_->answers();
    answered_ = events_.tick();
  }
  samples_.push_back({events_.tick(), meter_->pages(), meter_->bytes()});
  if (samples_.size() > kRateSeconds + 1) samples_.pop_front();
  std::uint64_t failures = queue_->totals().failures;
  for (const LoopView& loop : loop_views_) failures += loop.failures;
  failures_ = std::max(failures_, failures);
  count_hosts();
  if (!is_stopping_) disk_watch_.look(plan_.disk_reserve);
  if (watcher_.progress) watcher_.progress(view());
  events_.after(kViewEvery, [this] { look(); });
}

// Counting a million hosts takes a while.
void Crawl::count_hosts() {
  const Tick before = events_.tick();
  if (before < count_at_) return;
  if (auto counted = catalog_->count_hosts()) counts_ = *counted;
  count_at_ = events_.tick() + (events_.tick() - before) * kCountShare;
}

CrawlView Crawl::view() const {
  CrawlView view{.elapsed = events_.tick() - began_,
                 .visits = queue_->out(),
                 .pages = meter_->pages(),
                 .answers = meter_->answers(),
                 .bytes = meter_->bytes(),
                 .failures = std::max(failures_, queue_->totals().failures),
                 .hosts = counts_,
                 .ended = queue_->totals(),
                 .is_halted = disk_watch_.is_halted()};
  for (const LoopView& loop : loop_views_) view.urls_waiting += loop.waiting;
  view.quiet_for = events_.tick() - std::max(answered_, began_);
  if (const auto due = queue_->next_due())
    view.next_due = std::max(*due - clock_.now(), Duration{});
  if (samples_.size() > 1) {
    const Sample& first = samples_.front();
    const Sample& last = samples_.back();
    const double seconds = std::chrono::duration<double>(last.tick - first.tick).count();
    view.pages_per_second = static_cast<double>(last.pages - first.pages) / seconds;
    view.bytes_per_second = static_cast<double>(last.bytes - first.bytes) / seconds;
  }
  const auto note = [&](Duration time_left) {
    view.time_left = std::min(view.time_left.value_or(time_left), std::max(time_left, Duration{}));
  };
  const auto at_rate = [&](std::uint64_t count, double rate) {
    if (rate > 0)
      note(Duration(static_cast<std::int64_t>(1e6 * static_cast<double>(count) / rate)));
  };
  const CrawlLimits& limits = options_.limits;
  if (limits.time > Duration{}) note(limits.time - view.elapsed);
  if (limits.pages > 0) at_rate(left(limits.pages, view.pages), view.pages_per_second);
  if (limits.bytes > 0) at_rate(left(limits.bytes, view.bytes), view.bytes_per_second);
  return view;
}

}  // namespace freshet
