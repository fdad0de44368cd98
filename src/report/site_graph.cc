#include "report/site_graph.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <vector>

#include "base/markup.h"
#include "report/plot_parts.h"
#include "report/words.h"

namespace freshet {
namespace {

constexpr double kBandsLeft = 92;
constexpr double kBandsHeightMax = 640;
constexpr double kDotStepMax = 22;
constexpr double kDotStepMin = 1.5;
constexpr double kBandGap = 22;
constexpr std::size_t kTitledDotsMax = 3'000;
constexpr double kNodeStep = 40;  // of GraphML, in the units of yEd
constexpr std::size_t kNodesOfRow = 60;

std::string_view colour_of(const PageCoherence& page) {
  if (page.is_absent()) return "#FFFFFF";
  switch (page.verdict.verdict) {
    case Verdict::proven:
      return "#00FF00";
    case Verdict::probable:
      return "#99CCFF";
    case Verdict::changed:
      return "#FF0000";
    case Verdict::unknown:
      break;
  }
  return "#C0C0C0";
}

// "OK" as in the slides, or the verdict.
std::string_view label_of(const PageCoherence& page) {
  if (page.is_absent()) return "not there";
  return page.verdict.verdict == Verdict::proven ? "OK" : name_of(page.verdict.verdict);
}

// The pages of each depth, in the order in which they are found; those that no links lead to last.
struct Bands {
  std::vector<std::vector<std::uint32_t>> pages;
  bool has_unlinked = false;  // the last band
};

Bands bands_of(const SiteCoherence& site) {
  Bands bands;
  std::vector<std::uint32_t> unlinked;
  for (std::uint32_t i = 0; i < site.pages.size(); ++i) {
    const auto depth = site.pages[i].depth;
    if (!depth) {
      unlinked.push_back(i);
      continue;
    }
    if (bands.pages.size() <= *depth) bands.pages.resize(*depth + 1);
    bands.pages[*depth].push_back(i);
  }
  bands.has_unlinked = !unlinked.empty();
  if (bands.has_unlinked) bands.pages.push_back(std::move(unlinked));
  return bands;
}

// Places of all pages for dots that are `step` apart.
struct DotPlaces {
  std::vector<Point> of_page;
  std::vector<double> band_tops;
  double height = 0;
};

DotPlaces place_dots(const SiteCoherence& site, const Bands& bands, double step) {
  const double width = kWidePlotWidth - kBandsLeft - kPlotRight;
  const auto in_row = std::max<std::size_t>(1, static_cast<std::size_t>(width / step));
  DotPlaces places{.of_page = std::vector<Point>(site.pages.size()), .band_tops = {}};
  double top = kPlotTop;
  for (const std::vector<std::uint32_t>& band : bands.pages) {
    places.band_tops.push_back(top);
    // A band of one row is centred; so the drawing looks like a tree.
    const double indent =
        band.size() < in_row ? (width - static_cast<double>(band.size()) * step) / 2 : 0;
    for (std::size_t i = 0; i < band.size(); ++i) {
      const std::size_t column = i % in_row, row = i / in_row;
      places.of_page[band[i]] = {kBandsLeft + indent + (static_cast<double>(column) + 0.5) * step,
                                 top + (static_cast<double>(row) + 0.5) * step};
    }
    const std::size_t rows = (band.size() + in_row - 1) / in_row;
    top += static_cast<double>(std::max<std::size_t>(rows, 1)) * step +
           std::max(kBandGap, site.pages.size() <= kDrawnLinksMax ? 2 * step : 0);
  }
  places.height = top;
  return places;
}

// Returns the pages from which each page is found first, by depth.
std::map<std::uint32_t, std::uint32_t> parents_of(const SiteCoherence& site) {
  std::map<std::uint32_t, std::uint32_t> parents;
  for (const PageLink& link : site.links) {
    const auto from = site.pages[link.from].depth;
    const auto to = site.pages[link.to].depth;
    if (from && to && *to == *from + 1) parents.emplace(link.to, link.from);
  }
  return parents;
}

std::string draw_dots(const SiteCoherence& site, const DotPlaces& places, double step) {
  const double size = std::max(step * 0.72, step - 3);
  std::string out;
  if (site.pages.size() <= kTitledDotsMax) {
    for (std::size_t i = 0; i < site.pages.size(); ++i) {
      const PageCoherence& page = site.pages[i];
      out += fmt::format(
          "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"{:.1f}\" class=\"{}\"><title>{}: {}</title>"
          "</circle>\n",
          places.of_page[i].x, places.of_page[i].y, size / 2, style_of(page), as_markup(page.url),
          label_of(page));
    }
    return out;
  }
  std::map<std::string_view, std::string> paths;  // one for each style: small files
  for (std::size_t i = 0; i < site.pages.size(); ++i)
    paths[style_of(site.pages[i])] += fmt::format(
        "M{:.1f} {:.1f}h{:.1f}", places.of_page[i].x - size / 2, places.of_page[i].y, size);
  for (const auto& [style, path] : paths)
    out += fmt::format("<path class=\"line-{}\" stroke-width=\"{:.1f}\" d=\"{}\"/>\n", style, size,
                       path);
  return out;
}

void append_data(std::string& out, std::string_view key, std::string_view value) {
  out += fmt::format("      <data key=\"{}\">{}</data>\n", key, as_markup(value));
}

std::string graphml_node(const PageCoherence& page, Point at) {
  std::string out = fmt::format(
      "    <node id=\"{}\">\n      <data key=\"d0\"><y:ShapeNode>"
      "<y:Geometry x=\"{:.1f}\" y=\"{:.1f}\" width=\"10.0\" height=\"10.0\"/>"
      "<y:Fill color=\"{}\" transparent=\"false\"/><y:Shape type=\"ellipse\"/>"
      "</y:ShapeNode></data>\n",
      as_markup(page.url), at.x, at.y, colour_of(page));
  append_data(out, "d1", fmt::format("{} {}", page.url, label_of(page)));
  append_data(out, "d2", page.is_absent() ? "absent" : name_of(page.verdict.verdict));
  append_data(out, "d3", fmt::format("{:.6g}", page.verdict.probability));
  if (page.depth) append_data(out, "d4", fmt::format("{}", *page.depth));
  if (page.rate) append_data(out, "d5", fmt::format("{:.6g}", *page.rate));
  if (page.verdict.before) append_data(out, "d6", iso_time(page.verdict.before->sent));
  if (page.verdict.after) append_data(out, "d7", iso_time(page.verdict.after->sent));
  if (page.defect) append_data(out, "d8", name_of(*page.defect));
  return out + "    </node>\n";
}

}  // namespace

std::string_view style_of(const PageCoherence& page) {
  if (page.is_absent()) return "absent";
  switch (page.verdict.verdict) {
    case Verdict::proven:
      return "same";
    case Verdict::probable:
      return "maybe";
    case Verdict::changed:
      return "change";
    case Verdict::unknown:
      break;
  }
  return "trouble";
}

std::string site_graphml(const SiteCoherence& site) {
  std::string out =
      "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\"\n"
      "  xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\"\n"
      "  xmlns:y=\"http://www.yworks.com/xml/graphml\"\n"
      "  xsi:schemaLocation=\"http://graphml.graphdrawing.org/xmlns\n"
      "  http://www.yworks.com/xml/schema/graphml/1.1/ygraphml.xsd\">\n"
      "  <key id=\"d0\" for=\"node\" yfiles.type=\"nodegraphics\"/>\n"
      "  <key id=\"d1\" for=\"node\" attr.name=\"label\" attr.type=\"string\"/>\n"
      "  <key id=\"d2\" for=\"node\" attr.name=\"verdict\" attr.type=\"string\"/>\n"
      "  <key id=\"d3\" for=\"node\" attr.name=\"probability\" attr.type=\"double\"/>\n"
      "  <key id=\"d4\" for=\"node\" attr.name=\"depth\" attr.type=\"int\"/>\n"
      "  <key id=\"d5\" for=\"node\" attr.name=\"changes_per_day\" attr.type=\"double\"/>\n"
      "  <key id=\"d6\" for=\"node\" attr.name=\"visit\" attr.type=\"string\"/>\n"
      "  <key id=\"d7\" for=\"node\" attr.name=\"revisit\" attr.type=\"string\"/>\n"
      "  <key id=\"d8\" for=\"node\" attr.name=\"defect\" attr.type=\"string\"/>\n"
      "  <key id=\"d9\" for=\"graph\" attr.name=\"at\" attr.type=\"string\"/>\n";
  out +=
      fmt::format("  <graph edgedefault=\"directed\" id=\"G\">\n    <data key=\"d9\">{}</data>\n",
                  iso_time(site.at));
  std::map<std::uint32_t, std::size_t> placed;  // by depth
  for (const PageCoherence& page : site.pages) {
    const std::uint32_t depth = page.depth.value_or(~std::uint32_t{0});
    const std::size_t place = placed[depth]++;
    const double band = page.depth ? static_cast<double>(*page.depth) : -2;
    const std::size_t column = place % kNodesOfRow, row = place / kNodesOfRow;
    out += graphml_node(page, {static_cast<double>(column) * kNodeStep,
                               band * 10 * kNodeStep + static_cast<double>(row) * kNodeStep / 2});
  }
  for (const PageLink& link : site.links)
    out += fmt::format("    <edge source=\"{}\" target=\"{}\"/>\n",
                       as_markup(site.pages[link.from].url), as_markup(site.pages[link.to].url));
  return out + "  </graph>\n</graphml>\n";
}

std::string plot_site_graph(const SiteCoherence& site) {
  if (site.pages.empty()) return "";
  const Bands bands = bands_of(site);
  double step = kDotStepMax;
  DotPlaces places = place_dots(site, bands, step);
  while (places.height > kBandsHeightMax && step > kDotStepMin) {
    step *= 0.93;
    places = place_dots(site, bands, step);
  }
  std::string out;
  for (std::size_t i = 0; i < bands.pages.size(); ++i) {
    const bool is_unlinked = bands.has_unlinked && i + 1 == bands.pages.size();
    const double y = places.band_tops[i] + std::min(step, 14.0) / 2 + 4;
    out += draw_text({0, y}, "start",
                     is_unlinked ? std::string("not linked") : fmt::format("depth {}", i)) +
           draw_text({0, y + 14}, "start", grouped(bands.pages[i].size()));
  }
  if (site.pages.size() <= kDrawnLinksMax)
    for (const auto& [page, parent] : parents_of(site))
      out += draw_line(places.of_page[parent], places.of_page[page], "link");
  out += draw_dots(site, places, step);
  return drawing(
      {kWidePlotWidth, places.height}, "The site by depth",
      fmt::format("{} pages, {} links.", grouped(site.pages.size()), grouped(site.links.size())),
      out);
}

}  // namespace freshet
