// The parts of a run that captures a site, put together: visits, job and options of the run.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/capture.h"
#include "base/disk.h"
#include "capture/capture_visits.h"
#include "engine/job.h"
#include "engine/run.h"
#include "url/url.h"

namespace freshet {

// Outlives the run. Not movable: the parts refer to each other.
class CaptureRun {
 public:
  // `options` are those of a run of the archive. `disk` outlives it. `say` is told sentences for
  // people.
  CaptureRun(Disk& disk, PreparedCapture prepared, RunOptions options, std::vector<Url> seeds,
             ScopeChange scope, std::function<void(const std::string&)> say);
  CaptureRun(const CaptureRun&) = delete;
  CaptureRun& operator=(const CaptureRun&) = delete;

  Job& job() { return job_; }
  const RunOptions& options() const { return options_; }
  const CaptureVisits& visits() const { return visits_; }

  // Stores the state at the end of the run, and returns it.
  Result<CaptureResult> finish(Time now, bool was_stopped);

 private:
  std::unique_ptr<ObservationRecorder> recorder_;
  RunOptions options_;
  CaptureVisits visits_;
  CaptureJob job_;
};

}  // namespace freshet
