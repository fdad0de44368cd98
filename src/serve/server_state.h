// The state of a server as JSON and as metrics.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/time.h"
#include "registry/registry.h"
#include "serve/job_board.h"
#include "serve/live_state.h"

namespace freshet {

std::string server_state_json(const LiveState::Now& now, std::string_view version, Time time);

// Counts of the HTTP server, for metrics.
struct ServedCounts {
  std::uint64_t requests = 0;
  std::uint64_t client_errors = 0;  // 4xx
  std::uint64_t server_errors = 0;  // 5xx
  std::size_t connections = 0;
  std::size_t streams = 0;
};

// Returns the text format of Prometheus.
std::string metrics_text(const LiveState::Now& now, const std::vector<JobView>& jobs,
                         const ServedCounts& served, std::string_view version, Time time);

// Returns more of it: watches by condition, deliveries by state.
Result<std::string> registry_metrics(Registry& registry);

}  // namespace freshet
