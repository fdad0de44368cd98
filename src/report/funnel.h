// The funnel of an archive: what is left of the pages that were fetched, step by step, when parked
// hosts, error pages, copies and the frames of pages are taken away.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace freshet {

inline constexpr std::size_t kFunnelSamples = 3;  // pages shown for each step

struct FunnelStep {
  std::string_view name;    // a literal: "fetched", "regular", "distinct", "main text"
  std::size_t pages = 0;    // that reach this step
  std::uint64_t bytes = 0;  // of their bodies; of the last step, of their main text
  std::vector<std::string> dropped = {};  // some pages that end before this step
};

struct Funnel {
  std::size_t pages = 0;  // HTML pages of the archive, about, if only some were read
  std::size_t read = 0;   // of those, the pages that were read for this
  std::vector<FunnelStep> steps = {};
};

// Returns a table for people; "" if no page was read.
std::string funnel_text(const Funnel& funnel);
std::string funnel_html(const Funnel& funnel);
void write_funnel(JsonWriter& json, const Funnel& funnel);

}  // namespace freshet
