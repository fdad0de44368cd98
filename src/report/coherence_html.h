// The coherence of a site as one HTML page that stands alone, as report_html.h.
#pragma once

#include <string>

#include "report/site_coherence.h"

namespace freshet {

std::string coherence_html(const SiteCoherence& site);

// The coherence strip as SVG for that page: a bar for each page from its visit to its revisit, in
// groups by verdict, and a line at the instant. Of more than kStripPagesMax pages an even sample is
// drawn.
inline constexpr std::size_t kStripPagesMax = 20'000;
std::string plot_strip(const SiteCoherence& site);

}  // namespace freshet
