// A simulated web whose hosts get into trouble while it is kept fresh.
#pragma once

#include <optional>
#include <string>

#include "simulation/crawl_run.h"
#include "simulation/host_trouble.h"

namespace freshet {

// The first day is quiet, so that a crawl finds every page. It does not move: the web asks it.
struct TroubledWeb {
  TroubledWeb(const WorldPlan& plan, Duration time)
      : began(plan.began + std::chrono::days(30)),
        trouble(World(plan), began, began + std::chrono::days(1) + time),
        web(plan,
            {.bend = [this](const PracticeRequest& request, Time now,
                            PracticeAnswer& answer) { trouble.bend(request, now, answer); }},
            {.fault = [this](const std::string& name) -> std::optional<ResolveFailure> {
              if (trouble.at(name, web.clock.now()) != Trouble::unresolved) return std::nullopt;
              return ResolveFailure::unavailable;
            }},
            began) {}
  TroubledWeb(const TroubledWeb&) = delete;
  TroubledWeb& operator=(const TroubledWeb&) = delete;

  Time began;
  HostTrouble trouble;
  SimulatedWeb web;
};

}  // namespace freshet
