#include "simulation/crawl_run.h"

#include <utility>

#include "base/hash.h"
#include "catalog/sqlite_catalog.h"
#include "crawl/crawl_memory.h"
#include "crawl/crawl_record.h"
#include "crawl/disk_watch.h"
#include "crawl/wake_failed.h"

namespace freshet {
namespace {

bool is_cut(const warc::Capture& capture) {
  return capture.truncated != warc::Truncation::none &&
         capture.truncated != warc::Truncation::length;
}

// A sink on the one thread there is; it commits by count and by time, as the real one does.
class SimulatedSink final : public Sink {
 public:
  SimulatedSink(ArchiveSink& sink, Events& events, const CrawlPlan& plan)
      : sink_(sink), events_(events), plan_(plan) {}

  void keep(Kept kept) override {
    if (on_acknowledged && !is_cut(kept.capture))
      unacknowledged_.emplace_back(kept.capture.url, kept.capture.time);
    after(sink_.keep(std::move(kept)));
  }
  void tell(FrontierNews news) override { after(sink_.tell(std::move(news))); }
  void note(Sighting sighting) override { after(sink_.note(std::move(sighting))); }
  void when_acknowledged(std::function<void()> then) override {
    // Never from within this call.
    sink_.when_acknowledged([this, then = std::move(then)] { events_.at(events_.tick(), then); });
    after({});
  }

  void hurry() override {
    events_.at(events_.tick(), [this] { commit(); });
  }

  const Status& status() const { return status_; }
  std::function<void()> on_commit;
  std::function<void(const std::string&, Time)> on_acknowledged;

 private:
  void after(const Status& done) {
    if (!done) return fail(done.error());
    if (sink_.pending() >= plan_.batch_pages) return commit();
    if (is_timed_) return;
    is_timed_ = true;
    events_.after(plan_.batch_time, [this] {
      is_timed_ = false;
      commit();
    });
  }
  void commit() {
    if (!status_) return;
    const Status done = sink_.commit();
    if (!done) return fail(done.error());
    for (const auto& [url, time] : std::exchange(unacknowledged_, {})) on_acknowledged(url, time);
    if (on_commit) on_commit();
  }
  void fail(const Error& error) {
    if (status_) status_ = std::unexpected(error);
  }

  ArchiveSink& sink_;
  Events& events_;
  const CrawlPlan& plan_;
  Status status_;
  std::vector<std::pair<std::string, Time>> unacknowledged_;
  bool is_timed_ = false;
};

CrawlRunResult failed(const Error& error) { return {.status = std::unexpected(error)}; }

// The seeds of a crawl that begins are wanted at their hosts.
Status add_seeds(ArchiveWriter& writer, const std::vector<std::string>& seeds) {
  FrontierNews news;
  for (const std::string& seed : seeds) {
    const auto url = Url::parse(seed);
    if (!url) continue;
    if (const auto host = Host::of(*url))
      news.wanted.push_back({.host = *host,
                             .url = std::string(url->href_without_fragment()),
                             .is_page = true,
                             .via = ""});
  }
  writer.add(std::move(news));
  return writer.commit();
}

}  // namespace

CrawlRunResult run_crawl(const WebInTime& web, Disk& disk, const std::string& directory,
                         const CrawlRunOptions& options) {
  auto writer =
      ArchiveWriter::open(disk, directory, web.clock, Random(options.random_seed), options.archive);
  if (!writer) return failed(writer.error());
  auto reader = Archive::open(disk, directory, options.archive.vfs);
  if (!reader) return failed(reader.error());
  auto frontier = open_sqlite_catalog(
      disk, directory + "/catalog.sqlite",
      {.access = CatalogAccess::write, .sync = CatalogSync::normal, .vfs = options.archive.vfs});
  if (!frontier) return failed(frontier.error());

  auto crawl = (*frontier)->newest_crawl();
  if (!crawl) return failed(crawl.error());
  CrawlRow row = crawl->value_or(CrawlRow{.began = web.clock.now(), .plan = ""});
  if (!*crawl) {
    if (auto seeded = add_seeds(**writer, options.seeds); !seeded) return failed(seeded.error());
    auto id = (*frontier)->begin_crawl(row);
    if (!id) return failed(id.error());
    row.id = *id;
  }
  ScopeRules rules = options.scope;
  for (const std::string& seed : options.seeds)
    if (const auto url = Url::parse(seed)) rules.add_seed(*url);
  auto scope = Scope::make(rules);
  if (!scope) return failed(scope.error());
  CrawlRecord record = CrawlRecord::from_json(row.plan);
  for (const std::string& key : record.adopted)
    if (const auto host = Host::from_key(key)) (*scope)->adopt(*host);

  if (*crawl && options.refresher == nullptr)
    if (auto woken = wake_failed(**frontier, **scope); !woken) return failed(woken.error());

  ArchiveSink archive_sink(**writer, options.beliefs);
  SimulatedSink sink(archive_sink, web.events, options.plan);
  sink.on_acknowledged = options.on_acknowledged;
  Traffic traffic(options.plan.bytes_per_second);
  CrawlMemory memory(options.plan.memory);
  Courtesy courtesy(options.plan);
  const VisitTools tools{.events = web.events,
                         .clock = web.clock,
                         .web = web.web,
                         .resolver = web.resolver,
                         .sink = sink,
                         .traffic = traffic,
                         .courtesy = courtesy,
                         .archive = *reader,
                         .scope = **scope,
                         .plan = options.plan,
                         .crawl_began = row.began,
                         .run_began = web.clock.now(),
                         .crawl_id = row.id,
                         .wants_sightings = options.beliefs != nullptr,
                         .links = &memory.links};
  const Post post = [&](std::function<void()> what) {
    web.events.at(web.events.tick(), std::move(what));
  };
  std::vector<std::unique_ptr<VisitLoop>> loops;
  std::vector<LoopHandle> handles;
  for (std::size_t i = 0; i < options.loops; ++i) {
    loops.push_back(std::make_unique<VisitLoop>(tools, post));
    handles.push_back({.loop = loops.back().get(), .post = post});
  }
  HostQueue queue({.events = web.events,
                   .clock = web.clock,
                   .catalog = **frontier,
                   .sink = sink,
                   .plan = options.plan,
                   .scope = **scope,
                   .domains = courtesy.domains,
                   .save_scope =
                       [&] {
                         record.adopted = (*scope)->adopted();
                         row.plan = record.json();
                         return (*frontier)->change_crawl(row);
                       },
                   .crawl_id = row.id,
                   .links = &memory.links,
                   .refresher = options.refresher},
                  handles);
  if (auto opened = queue.open("simulation"); !opened) return failed(opened.error());
  sink.on_commit = [&] { queue.links_changed(archive_sink.take_changed_partitions()); };
  queue.start();
  DiskWatch disk_watch(disk, directory, traffic, [](const std::string&) {});
  std::function<void()> watch = [&] {
    disk_watch.look(options.plan.disk_reserve);
    web.events.after(std::chrono::seconds(1), watch);
  };
  if (options.watches_disk) watch();

  CrawlRunResult result;
  web.events.run(options.until, [&] {
    result.was_killed = options.is_killed();
    if (!result.was_stopped && options.is_stopped()) {
      result.was_stopped = true;
      queue.stop();
    }
    return result.was_killed || queue.is_done() || !sink.status();
  });
  result.totals = queue.totals();
  result.kept = archive_sink.totals();
  result.links_peak = memory.links.peak();
  result.is_done = queue.is_done() && queue.status().has_value() && sink.status().has_value();
  result.status = !sink.status() ? sink.status() : queue.status();
  if (result.is_done && !result.was_killed) {
    result.status = archive_sink.commit();
    if (result.status) result.status = queue.close();
    if (result.status) result.status = (*writer)->close();
  }
  web.events.forget();  // what was under way belonged to this run
  return result;
}

}  // namespace freshet
