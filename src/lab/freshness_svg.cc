#include "lab/freshness_svg.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "base/markup.h"

namespace freshet {
namespace {

constexpr double kWidth = 760;
constexpr double kHeight = 460;
constexpr double kLeft = 60;
constexpr double kRight = 170;  // room for the names
constexpr double kTop = 40;
constexpr double kBottom = 50;
constexpr double kNameStep = 16;

// Colours that colour-blind readers tell apart (Okabe and Ito, 2008), then again with dashes.
constexpr std::array<std::string_view, 7> kColours = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                      "#e69f00", "#56b4e9", "#000000"};

struct Axes {
  double budget_min = 0.01;
  double budget_max = 0.1;
  double freshness_min = 0;

  double x(double budget) const {
    const double span = std::log(budget_max / budget_min);
    const double part = span > 0 ? std::log(budget / budget_min) / span : 0.5;
    return kLeft + part * (kWidth - kLeft - kRight);
  }
  double y(double freshness) const {
    return kTop + (1 - freshness) / (1 - freshness_min) * (kHeight - kTop - kBottom);
  }
};

Axes axes_of(const std::vector<FreshnessLine>& lines) {
  Axes axes;
  bool is_first = true;
  double lowest = 1;
  for (const FreshnessLine& line : lines) {
    for (const FreshnessPoint& point : line.points) {
      axes.budget_min = is_first ? point.budget : std::min(axes.budget_min, point.budget);
      axes.budget_max = is_first ? point.budget : std::max(axes.budget_max, point.budget);
      lowest = std::min(lowest, point.freshness);
      is_first = false;
    }
  }
  axes.freshness_min = std::clamp(std::floor(lowest * 10) / 10, 0.0, 0.9);
  return axes;
}

std::string draw_axes(const Axes& axes, const std::vector<FreshnessLine>& lines) {
  std::string out;
  const double step = axes.freshness_min >= 0.8 ? 0.02 : 0.1;
  for (double f = axes.freshness_min; f < 1 + step / 2; f += step) {
    out += fmt::format(
        "<line x1=\"{:.1f}\" x2=\"{:.1f}\" y1=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"#ddd\"/>"
        "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"end\">{:.2f}</text>\n",
        kLeft, kWidth - kRight, axes.y(f), axes.y(f), kLeft - 6, axes.y(f) + 4, f);
  }
  if (lines.empty()) return out;
  for (const FreshnessPoint& point : lines.front().points)
    out += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">{:g}</text>\n",
                       axes.x(point.budget), kHeight - kBottom + 18, point.budget);
  return out;
}

std::string draw_line(const Axes& axes, const FreshnessLine& line, std::size_t number) {
  const std::string_view colour = kColours[number % kColours.size()];
  const char* const dashes = number < kColours.size() ? "" : " stroke-dasharray=\"5 3\"";
  std::string path;
  std::string out;
  for (const FreshnessPoint& point : line.points) {
    path += fmt::format("{}{:.1f},{:.1f}", path.empty() ? "" : " ", axes.x(point.budget),
                        axes.y(point.freshness));
    out += fmt::format(
        "<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"3\" fill=\"{}\">"
        "<title>{} at {:g}: {:.4f} ({:.4f} to {:.4f})</title></circle>\n",
        axes.x(point.budget), axes.y(point.freshness), colour, as_markup(line.name), point.budget,
        point.freshness, point.low, point.high);
  }
  const double name_y = kTop + kNameStep * static_cast<double>(number) + 8;
  out += fmt::format("<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"2\"{}/>\n",
                     path, colour, dashes);
  out += fmt::format(
      "<line x1=\"{0:.1f}\" x2=\"{1:.1f}\" y1=\"{2:.1f}\" y2=\"{2:.1f}\" stroke=\"{3}\" "
      "stroke-width=\"2\"{4}/><text x=\"{5:.1f}\" y=\"{6:.1f}\">{7}</text>\n",
      kWidth - kRight + 15, kWidth - kRight + 40, name_y, colour, dashes, kWidth - kRight + 46,
      name_y + 4, as_markup(line.name));
  return out;
}

}  // namespace

std::string draw_freshness(const std::string& title, const std::vector<FreshnessLine>& lines) {
  const Axes axes = axes_of(lines);
  std::string out = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0:g} {1:g}\" "
      "font-family=\"sans-serif\" font-size=\"12\">\n"
      "<title>{2}</title>\n<rect width=\"{0:g}\" height=\"{1:g}\" fill=\"#fff\"/>\n"
      "<text x=\"{3:g}\" y=\"22\" font-size=\"15\">{2}</text>\n",
      kWidth, kHeight, as_markup(title), kLeft);
  out += draw_axes(axes, lines);
  for (std::size_t i = 0; i < lines.size(); ++i) out += draw_line(axes, lines[i], i);
  out += fmt::format(
      "<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"middle\">checks per page and day"
      "</text>\n</svg>\n",
      kLeft + (kWidth - kLeft - kRight) / 2, kHeight - 12);
  return out;
}

}  // namespace freshet
