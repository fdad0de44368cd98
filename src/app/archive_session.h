// One open archive with what is derived from it: the first-sight model and the planner. Use
// cases of app/ take a session, or the archive alone if they need no more; a command opens one for
// its run, a server one for each archive.
// Design: docs/design/app.md.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/disk.h"
#include "base/error.h"
#include "base/time.h"
#include "crawl/plan.h"
#include "predict/first_sight.h"
#include "refresh/planner.h"
#include "store/archive.h"

namespace freshet {

struct SessionOptions {
  // Options for reading pages: normal form of URLs, robots.txt, traps, limits. Nothing is fetched.
  CrawlPlan plan = {};
  // Returns the options of the planner for an archive with this many tracked pages; its defaults if
  // the function is empty.
  std::function<PlannerOptions(std::size_t pages)> planner_options = {};
  // The session plans for itself when a plan is needed; otherwise only a borrowed planner will do.
  bool loads_planner = true;
};

// The model and the planner are loaded when first asked for, and kept. Any number of sessions may
// be open in one process. Not thread-safe.
class ArchiveSession {
 public:
  // Opens the archive in `directory` for reading. `disk` and `clock` outlive the session.
  static Result<ArchiveSession> open(Disk& disk, Clock& clock, std::string directory,
                                     SessionOptions options = {});

  ArchiveSession(ArchiveSession&&) noexcept = default;
  ArchiveSession& operator=(ArchiveSession&&) noexcept = default;

  Archive& archive() { return archive_; }
  Catalog& catalog() { return archive_.catalog(); }
  const CrawlPlan& plan() const { return options_.plan; }
  Disk& disk() { return *disk_; }
  Time now() { return clock_->now(); }

  // Returns the time from which the archive is described: now, or that of the last check if it is
  // later. The archive of a simulation may lie ahead of the clock.
  Result<Time> reference_time();

  // Returns true while a process has the archive open for writing.
  bool is_being_written();

  // Returns the model that guesses the change rate of pages seen for the first time.
  Result<const FirstSight*> first_sight();

  // Returns the planner for reading: the borrowed one, or else one as of reference_time().
  // Errc::unavailable if there is none and the session may not load one.
  Result<const Planner*> planner();

  // Uses the planner of a running refresh from now on; none: that of the session.
  void borrow_planner(std::shared_ptr<const Planner> planner) { planner_ = std::move(planner); }

  // Loads a planner of its own for the caller, as of `now`. It must not outlive the session. With
  // `only_once` it chooses checks one time.
  Result<std::unique_ptr<Planner>> load_planner(Time now, bool only_once = false);

  // Returns the current estimates of a page with its next check; nothing if it is never checked.
  Result<std::optional<PageBelief>> belief(const PageKey& page);

  // Drops the planner, so that the next call sees what has been committed since it was loaded.
  void drop_planner() { planner_.reset(); }

 private:
  ArchiveSession(Disk& disk, Clock& clock, Archive archive, SessionOptions options);

  Disk* disk_;
  Clock* clock_;
  Archive archive_;
  SessionOptions options_;
  std::shared_ptr<const FirstSight> first_sight_;  // none: not loaded yet, as below
  std::shared_ptr<const Planner> planner_;
};

}  // namespace freshet
