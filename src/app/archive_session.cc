#include "app/archive_session.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/stored_time.h"
#include "crawl/crawl_record.h"
#include "refresh/learned_model.h"
#include "schedule/shipped_training.h"
#include "store/archive_files.h"

namespace freshet {

ArchiveSession::ArchiveSession(Disk& disk, Clock& clock, Archive archive, SessionOptions options)
    : disk_(&disk), clock_(&clock), archive_(std::move(archive)), options_(std::move(options)) {}

Result<ArchiveSession> ArchiveSession::open(Disk& disk, Clock& clock, std::string directory,
                                            SessionOptions options) {
  auto archive = Archive::open(disk, std::move(directory));
  if (!archive) return std::unexpected(archive.error());
  return ArchiveSession(disk, clock, *std::move(archive), std::move(options));
}

Result<Time> ArchiveSession::reference_time() {
  // Once a run has ended, later checks were dated by a clock that was ahead, and are not believed.
  const Time now = clock_->now();
  const auto crawl = catalog().newest_crawl();
  if (!crawl) return std::unexpected(crawl.error());
  const auto ended = *crawl ? CrawlRecord::from_json((*crawl)->plan).ended : std::nullopt;
  if (ended && is_past(*ended, now)) return now;
  const auto latest = catalog().latest_check();
  if (!latest) return std::unexpected(latest.error());
  return std::max(now, latest->value_or(now));
}

bool ArchiveSession::is_being_written() {
  const auto lock = lock_archive(*disk_, archive_.directory());
  return !lock && lock.error().code == Errc::unavailable;
}

Result<const FirstSight*> ArchiveSession::first_sight() {
  if (!first_sight_) {
    auto model = first_sight_of(*disk_, archive_.directory());
    if (!model) return std::unexpected(model.error());
    first_sight_ = *std::move(model);
  }
  return first_sight_.get();
}

Result<const Planner*> ArchiveSession::planner() {
  if (!planner_) {
    if (!options_.loads_planner)
      return std::unexpected(
          Error{Errc::unavailable, "the plan is being loaded; retry in a few seconds"});
    const auto now = reference_time();
    if (!now) return std::unexpected(now.error());
    auto planner = load_planner(*now);
    if (!planner) return std::unexpected(planner.error());
    planner_ = *std::move(planner);
  }
  return planner_.get();
}

Result<std::unique_ptr<Planner>> ArchiveSession::load_planner(Time now, bool only_once) {
  const auto model = first_sight();
  if (!model) return std::unexpected(model.error());
  const auto pages = count_scheduled_pages(catalog());
  if (!pages) return std::unexpected(pages.error());
  PlannerOptions options =
      options_.planner_options ? options_.planner_options(*pages) : PlannerOptions{};
  options.only_once = only_once;
  return Planner::load(catalog(), **model, shipped_training(CountedChanges::content).prior, options,
                       now);
}

// The catalog's belief is as old as the last check, and an imported page has none; the planner has
// both up to date.
Result<std::optional<PageBelief>> ArchiveSession::belief(const PageKey& page) {
  auto kept = catalog().find_belief(page);
  if (!kept) return std::unexpected(kept.error());
  const auto now = reference_time();
  if (!now) return std::unexpected(now.error());
  const auto known = planner();
  if (!known) return std::unexpected(known.error());
  PageBelief belief = kept->value_or(PageBelief{.page = page});
  if (!(*known)->describe(belief, *now)) return *std::move(kept);
  return belief;
}

}  // namespace freshet
