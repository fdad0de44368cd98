#include "serve/capture_work.h"

#include <chrono>
#include <utility>
#include <vector>

#include "app/capture_run.h"
#include "base/log.h"
#include "coherence/plan.h"

namespace freshet {
namespace {

constexpr Duration kLookEvery = std::chrono::milliseconds(200);

std::vector<Url> urls_of(const JobOrder& order) {
  std::vector<Url> urls;
  for (const std::string& text : order.urls)
    if (const auto url = Url::parse(text)) urls.push_back(*url);
  return urls;
}

std::string joined(const std::vector<std::string>& sentences) {
  std::string text;
  for (const std::string& sentence : sentences) text += (text.empty() ? "" : " ") + sentence;
  return text;
}

}  // namespace

Status run_capture_job(const CaptureWorld& world, ArchiveSession& session, const JobView& job) {
  const auto now = [&] { return world.platform.clock().now(); };
  auto prepared = prepare_capture(session, {.seeds = urls_of(job.order),
                                            .name = job.order.name,
                                            .order = {.policy = std::string(kDefaultPlanPolicy)}});
  if (!prepared) return world.jobs.end(job.id, JobState::failed, prepared.error().message, now());
  CaptureRun capture(world.platform.disk(), *std::move(prepared), world.options, urls_of(job.order),
                     {}, [](const std::string& sentence) { log(LogLevel::info, sentence); });
  auto run =
      Run::open(world.platform, capture.job(), capture.options(),
                {.progress = [&](const RunView& view) { world.live.set_run(view); },
                 .visit_ended = {},
                 .warning = [](const std::string& sentence) { log(LogLevel::warning, sentence); }});
  if (!run) return world.jobs.end(job.id, JobState::failed, run.error().message, now());
  std::function<void()> look = [&] {
    const RunView view = (*run)->view();
    world.jobs.tell(job.id, progress_words(capture.visits().view(now())), view.pages, view.bytes);
    if (world.is_stopping || world.jobs.is_cancelled(job.id)) (*run)->stop(RunCause::told_to_stop);
    if (capture.visits().is_over()) (*run)->stop(RunCause::nothing_left);
    world.events.after(kLookEvery, [&look] { look(); });
  };
  (*run)->start();
  look();
  world.events.run(Tick::max(), [&] { return (*run)->is_done(); });
  const Status finished = (*run)->finish();
  const bool was_cancelled = world.jobs.is_cancelled(job.id);
  const auto result = capture.finish(now(), world.is_stopping || was_cancelled);
  if (!finished || !result)
    return world.jobs.end(job.id, JobState::failed,
                          finished ? result.error().message : finished.error().message, now());
  if (was_cancelled) return world.jobs.end(job.id, JobState::cancelled, "cancelled", now());
  if (world.is_stopping && !capture.visits().is_over()) return world.jobs.put_back(job.id);
  return world.jobs.end(job.id, JobState::done, joined(capture_words(*result)), now());
}

}  // namespace freshet
