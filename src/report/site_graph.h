// The graph of a site at an instant: its pages, coloured by verdict, and the links between them.
#pragma once

#include <string>

#include "report/site_coherence.h"

namespace freshet {

// Returns GraphML with typed keys and the geometry of yEd, by depth from the home page. networkx
// and yEd read it: docs/formats/coherence.md.
std::string site_graphml(const SiteCoherence& site);

// Draws the pages as dots in bands by depth, as SVG for the page of the report. The links by which
// pages are found first are drawn up to kDrawnLinksMax pages.
inline constexpr std::size_t kDrawnLinksMax = 600;
std::string plot_site_graph(const SiteCoherence& site);

// The style class of a verdict, for fills; with "line-" before it, for strokes.
std::string_view style_of(const PageCoherence& page);

}  // namespace freshet
