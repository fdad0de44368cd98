#include "crawl/visit_loop.h"

#include <utility>

#include "base/stored_time.h"
#include "crawl/leased_sink.h"
#include "crawl/visit/visit.h"

namespace freshet {

struct VisitLoop::LeasedVisit {
  LeasedVisit(const VisitTools& tools, VisitTask task, std::function<void(VisitEnd)> on_end)
      : sink(*tools.sink, task.lease),
        visit(with_sink(tools), std::move(task), std::move(on_end)) {}

  VisitTools with_sink(VisitTools tools) {
    tools.sink = &sink;
    return tools;
  }

  LeasedSink sink;
  Visit visit;
};

VisitLoop::VisitLoop(const VisitTools& tools, Post to_queue)
    : tools_(tools), to_queue_(std::move(to_queue)) {}

VisitLoop::~VisitLoop() = default;

void VisitLoop::resolve(const std::string& name, std::function<void(Resolved)> done) {
  tools_.resolver.resolve(name, true, [this, done = std::move(done)](Resolved resolved) {
    to_queue_([done, resolved = std::move(resolved)] { done(resolved); });
  });
}

void VisitLoop::visit(VisitTask task, const std::function<void(VisitEnd)>& done) {
  const std::uint64_t id = next_id_++;
  // The clock was set back before the beginning of the crawl. Its beginning moves to now, as
  // otherwise no later fetch would count as fetched.
  if (const Time now = tools_.clock.now(); !is_past(tools_.crawl_began, now))
    tools_.crawl_began = now;
  auto leased =
      std::make_unique<LeasedVisit>(tools_, std::move(task), [this, id, done](VisitEnd end) {
        // The continuation may be long: it is moved, not copied.
        auto handed = std::make_shared<VisitEnd>(std::move(end));
        const auto call = done;  // outlives this function, which is erased with the visit
        visits_.erase(id);
        to_queue_([call, handed] { call(std::move(*handed)); });
      });
  if (auto started = leased->visit.start(); !started) {
    VisitEnd end;
    end.report.state = VisitState::failed;
    end.report.why = {.cause = VisitCause::archive_unreadable, .detail = started.error().message};
    to_queue_([done, end = std::move(end)] { done(end); });
    return;
  }
  if (is_stopping_) leased->visit.stop();
  visits_.emplace(id, std::move(leased));
}

void VisitLoop::stop() {
  is_stopping_ = true;
  for (auto& [id, leased] : visits_) leased->visit.stop();
}

LoopView VisitLoop::view() const {
  LoopView view{.visits = visits_.size()};
  for (const auto& [id, leased] : visits_) {
    const Visit& visit = leased->visit;
    view.pages += visit.report().pages;
    view.requests += visit.report().requests;
    view.bytes += visit.report().bytes;
    view.failures += visit.report().failures;
    view.waiting += visit.waiting();
    view.urls.push_back(visit.current_url());
  }
  return view;
}

}  // namespace freshet
