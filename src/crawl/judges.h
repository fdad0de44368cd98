// Where checked pages are compared with their stored copies: reading up to eight of them takes
// milliseconds to seconds, and would block the event loop. A real loop has a thread for it
// (engine/judge_thread.h); a simulated one does it between two events.
#pragma once

#include <functional>

#include "crawl/observation.h"
#include "crawl/page_judge.h"

namespace freshet {

class Judges {
 public:
  virtual ~Judges() = default;

  // Calls `done` with the complete observation, by the Events of the visit, never from within this
  // call. Each visit has at most one pending question, so the number of visits bounds the queue.
  virtual void judge(JudgeQuestion question, std::function<void(Observation)> done) = 0;
};

}  // namespace freshet
