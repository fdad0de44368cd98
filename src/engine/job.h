// The jobs of a run: a crawl, a refresh or a capture. A job decides what changes in seeds and
// scope, which hosts are woken, what the task of a visit holds, and when there is more to do.
// Another kind of run is another type here, not another flag.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "crawl/refresher.h"
#include "crawl/scope.h"
#include "crawl/visit_source.h"
#include "url/url.h"

namespace freshet {

// Scope changes for a resumed crawl; unset fields keep the recorded value.
struct ScopeChange {
  std::optional<ScopeKind> kind = {};
  std::optional<std::vector<std::string>> hosts = {};  // keys, beside those of the seeds
  std::optional<std::vector<std::string>> surts = {};
  std::optional<std::vector<std::string>> include = {};
  std::optional<std::vector<std::string>> exclude = {};
};

// One thread uses it, that of the host queue. It outlives the run.
class Job {
 public:
  virtual ~Job() = default;

  virtual std::vector<Url> seeds() const { return {}; }  // in the scope, beside earlier ones
  virtual ScopeChange scope() const { return {}; }
  // A new crawl over the same archive: every host is visited again.
  virtual bool begins_again() const { return false; }
  // The hosts of an archive that was never crawled are the scope.
  virtual bool adopts_known_hosts() const { return false; }
  // Hosts that were given up get another chance when the run begins.
  virtual bool wakes_failed_hosts() const { return false; }

  // Fills the tasks of visits while the run lasts.
  virtual VisitSource& visits() = 0;
};

// Fetches the pages of seeds and of the hosts that they lead to.
class CrawlJob final : public Job {
 public:
  struct Options {
    std::vector<Url> seeds = {};
    ScopeChange scope = {};
    bool begins_again = false;
  };
  explicit CrawlJob(Options options) : options_(std::move(options)) {}

  std::vector<Url> seeds() const override { return options_.seeds; }
  ScopeChange scope() const override { return options_.scope; }
  bool begins_again() const override { return options_.begins_again; }
  bool wakes_failed_hosts() const override { return true; }
  VisitSource& visits() override { return visits_; }

 private:
  Options options_;
  CrawlVisits visits_;
};

// Checks known pages as the refresher chooses, until it has no more to choose.
class RefreshJob final : public Job {
 public:
  explicit RefreshJob(Refresher& refresher, ScopeChange scope = {})
      : scope_(std::move(scope)), visits_(refresher) {}

  ScopeChange scope() const override { return scope_; }
  bool adopts_known_hosts() const override { return true; }
  VisitSource& visits() override { return visits_; }

 private:
  ScopeChange scope_;
  RefreshVisits visits_;
};

// Visits the pages of sites, then revisits them, as the source says (capture/capture_visits.h).
class CaptureJob final : public Job {
 public:
  struct Options {
    std::vector<Url> seeds = {};
    ScopeChange scope = {};
  };
  // `visits` outlives it.
  CaptureJob(VisitSource& visits, Options options)
      : visits_(visits), options_(std::move(options)) {}

  std::vector<Url> seeds() const override { return options_.seeds; }
  ScopeChange scope() const override { return options_.scope; }
  bool adopts_known_hosts() const override { return true; }
  VisitSource& visits() override { return visits_; }

 private:
  VisitSource& visits_;
  Options options_;
};

}  // namespace freshet
