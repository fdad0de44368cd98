// The visits on one Events. All of it runs on that Events' thread; messages to the host queue go
// through `to_queue`.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "crawl/visit/visit_task.h"

namespace freshet {

// Runs a function on another thread.
using Post = std::function<void(std::function<void()>)>;

// The state of a loop, for people.
struct LoopView {
  std::uint64_t visits = 0;
  std::uint64_t pages = 0;  // of the current visits
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  std::uint64_t failures = 0;
  std::uint64_t waiting = 0;           // known URLs not requested yet
  std::vector<std::string> urls = {};  // one of each visit
};

class VisitLoop {
 public:
  VisitLoop(const VisitTools& tools, Post to_queue);
  ~VisitLoop();

  // `done` is called by way of `to_queue`.
  void resolve(const std::string& name, std::function<void(Resolved)> done);
  void visit(VisitTask task, const std::function<void(VisitEnd)>& done);

  // Puts every host back; their ends are reported as usual.
  void stop();

  LoopView view() const;

 private:
  struct LeasedVisit;

  VisitTools tools_;
  Post to_queue_;
  std::uint64_t next_id_ = 0;
  std::map<std::uint64_t, std::unique_ptr<LeasedVisit>> visits_;
  bool is_stopping_ = false;
};

}  // namespace freshet
