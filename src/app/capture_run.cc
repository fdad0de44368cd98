#include "app/capture_run.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "catalog/open_catalog.h"

namespace freshet {
namespace {

// The time of one visit of a host, at most this part of the time limit: only between visits a
// capture can turn to its revisits.
constexpr int kSlicesOfLimit = 16;

RunOptions fit_to_capture(RunOptions options, Duration within, bool has_seeds) {
  VisitLimits& limits = options.plan.limits;
  limits.new_pages = limits.pages;
  if (within > Duration{})
    limits.slice = std::min(limits.slice,
                            std::max<Duration>(within / kSlicesOfLimit, std::chrono::seconds(10)));
  options.archive.may_create = has_seeds;
  return options;
}

}  // namespace

CaptureRun::CaptureRun(Disk& disk, PreparedCapture prepared, RunOptions options,
                       std::vector<Url> seeds, ScopeChange scope,
                       std::function<void(const std::string&)> say)
    : recorder_(std::move(prepared.recorder)),
      options_(fit_to_capture(std::move(options), prepared.row.order.time_max, !seeds.empty())),
      visits_(std::move(prepared.row), std::move(prepared.book),
              {.open_catalog =
                   [&disk, directory = options_.directory] {
                     return open_catalog(disk, catalog_address(directory), CatalogOptions{});
                   },
               .recorder = *recorder_,
               .plan = options_.plan,
               .say = std::move(say)}),
      job_(visits_, {.seeds = std::move(seeds), .scope = std::move(scope)}) {
  options_.recorder = &visits_;
}

Result<CaptureResult> CaptureRun::finish(Time now, bool was_stopped) {
  if (auto saved = visits_.save(now); !saved) return std::unexpected(saved.error());
  return CaptureResult{.row = visits_.row(),
                       .gaps = visits_.gaps(),
                       .outlook = visits_.outlook(),
                       .was_stopped = was_stopped};
}

}  // namespace freshet
