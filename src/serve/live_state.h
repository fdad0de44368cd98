// The current work of a server, for those who ask: readers see it while the run goes on.
#pragma once

#include <memory>
#include <mutex>
#include <string>

#include "base/time.h"
#include "engine/run_view.h"
#include "refresh/planner.h"

namespace freshet {

// Thread-safe.
class LiveState {
 public:
  struct Now {
    bool is_ready = false;                        // the archive is open and its pages are planned
    std::string doing = {};                       // "refreshing", "crawling", "waiting for work"
    RunView run = {};                             // of the present run
    std::string trouble = {};                     // why nothing is done, if that is so; a sentence
    std::string replay = {};                      // the origin of archived pages; empty: none
    std::shared_ptr<const Planner> planner = {};  // of the present refresh, or the last one
  };

  Now now() const {
    const std::lock_guard lock(mutex_);
    return now_;
  }
  void set_doing(std::string doing, std::string trouble = {}) {
    const std::lock_guard lock(mutex_);
    now_.doing = std::move(doing);
    now_.trouble = std::move(trouble);
    now_.run = {};
  }
  void set_ready(bool is_ready) {
    const std::lock_guard lock(mutex_);
    now_.is_ready = is_ready;
  }
  void set_run(const RunView& run) {
    const std::lock_guard lock(mutex_);
    now_.run = run;
  }
  void set_replay(std::string origin) {
    const std::lock_guard lock(mutex_);
    now_.replay = std::move(origin);
  }
  void set_planner(std::shared_ptr<const Planner> planner) {
    const std::lock_guard lock(mutex_);
    now_.planner = std::move(planner);
  }

 private:
  mutable std::mutex mutex_;  // guards now_
  Now now_;
};

}  // namespace freshet
