#include "lab/coherence_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <vector>

#include "base/markup.h"

namespace freshet {
namespace {

constexpr double kPlotWidth = 760;
constexpr double kPlotHeight = 460;
constexpr double kPlotLeft = 60;
constexpr double kPlotRight = 170;  // room for the names
constexpr double kPlotTop = 40;
constexpr double kPlotBottom = 50;
constexpr double kLegendStep = 16;

// Colours that colour-blind readers tell apart (Okabe and Ito, 2008), then again with dashes.
constexpr std::array<std::string_view, 7> kPlotColours = {
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000"};

double x_of(double eta) { return kPlotLeft + eta * (kPlotWidth - kPlotLeft - kPlotRight); }

double y_of(double share, double lowest) {
  return kPlotTop + (1 - share) / (1 - lowest) * (kPlotHeight - kPlotTop - kPlotBottom);
}

double lowest_of(std::span<const CoherenceRow> rows) {
  double lowest = 1;
  for (const CoherenceRow& row : rows) lowest = std::min(lowest, row.inducible);
  return std::clamp(std::floor(lowest * 10) / 10, 0.0, 0.9);
}

std::string draw_scales(double lowest) {
  std::string out;
  for (int i = 0; i <= 5; ++i) {
    const double share = lowest + (1 - lowest) * i / 5;
    out += fmt::format(
        "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{3:.1f}\" y=\"{4:.1f}\" text-anchor=\"end\">{5:.2f}</text>\n",
        x_of(0), x_of(1), y_of(share, lowest), kPlotLeft - 6, y_of(share, lowest) + 4, share);
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:.1f}</text>\n",
                       x_of(0.2 * i), kPlotHeight - kPlotBottom + 18, 0.2 * i);
  }
  return out;
}

// Draws the rows of one policy.
std::string draw_policy(std::span<const CoherenceRow> rows, std::size_t number, double lowest) {
  const std::string_view colour = kPlotColours[number % kPlotColours.size()];
  const char* const dashes = number < kPlotColours.size() ? "" : " stroke-dasharray=\"5 3\"";
  std::string points;
  std::string out;
  const auto add_point = [&](double eta, const CoherenceRow& row) {
    points += fmt::format("{}{:.1f},{:.1f}", points.empty() ? "" : " ", x_of(eta),
                          y_of(row.inducible, lowest));
  };
  for (const CoherenceRow& row : rows) {
    if (!row.eta) {
      add_point(0, row);
      add_point(1, row);
    } else {
      add_point(std::clamp(*row.eta, 0.0, 1.0), row);
    }
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\"><title>{}{}: {:.4f} expected, "
        "{:.4f} drawn</title></circle>\n",
        x_of(std::clamp(row.eta.value_or(1), 0.0, 1.0)), y_of(row.inducible, lowest), colour,
        as_markup(row.policy), row.eta ? fmt::format(", eta {:g}", *row.eta) : "", row.inducible,
        row.inducible_drawn);
  }
  const double y = kPlotTop + kLegendStep * static_cast<double>(number) + 8;
  out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
                     points, colour, dashes);
  out += fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
      "stroke-width=\"2\"{4}/><text x=\"{5:.1f}\" y=\"{6:.1f}\">{7}</text>\n",
      kPlotWidth - kPlotRight + 15, kPlotWidth - kPlotRight + 40, y, colour, dashes,
      kPlotWidth - kPlotRight + 46, y + 4, as_markup(rows.front().policy));
  return out;
}

}  // namespace

std::string draw_coherence(const std::string& title, std::span<const CoherenceRow> rows) {
  const double lowest = lowest_of(rows);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>{2}</title>\n<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#fff\"/>\n"
      "<text x=\"{3:g}\" y=\"22\" font-size=\"15\">{2}</text>\n",
      kPlotWidth, kPlotHeight, as_markup(title), kPlotLeft);
  out += draw_scales(lowest);
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < rows.size(); ++number) {
    std::size_t end = begin + 1;
    while (end < rows.size() && rows[end].policy == rows[begin].policy) ++end;
    out += draw_policy(rows.subspan(begin, end - begin), number, lowest);
    begin = end;
  }
  out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">eta</text>\n</svg>\n",
                     x_of(0.5), kPlotHeight - 12);
  return out;
}

}  // namespace freshet
