#include "report/plot_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report/words.h"

namespace freshet {
namespace {

constexpr int kLevelsMax = 5;

}  // namespace

double ColumnAxes::reach(double value) {
  const double level_step = round_step(value, kLevelsMax);
  most = std::max(1.0, std::ceil(value / level_step)) * level_step;
  return level_step;
}

std::string ColumnAxes::draw(double left, double width, double from, double to,
                             std::string_view style, std::string_view title) const {
  if (to <= from) return "";
  return draw_box({left, y(to)}, {width, y(from) - y(to)}, style, title);
}

std::string draw_levels(const ColumnAxes& axes, double level_step) {
  std::string out;
  for (double level = 0; level <= axes.most * 1.001; level += level_step) {
    out += draw_line({kPlotLeft, axes.y(level)}, {kPlotWidth - kPlotRight, axes.y(level)}, "grid");
    out += draw_text({kPlotLeft - 6, axes.y(level) + 4}, "end",
                     grouped(static_cast<std::uint64_t>(level)));
  }
  return out;
}

std::string draw_key(double x, std::string_view style, std::string_view meaning) {
  return draw_box({x, 8}, {11, 11}, style, "") + draw_text({x + 16, 18}, "start", meaning);
}

std::string BarRows::draw(std::size_t row, std::string_view name, double share,
                          std::string_view value, std::string_view style) const {
  const double length = (right - left) * std::clamp(share, 0.0, 1.0);
  return draw_text({left - 8, y(row) + 16}, "end", name) +
         draw_box({left, y(row) + 4}, {right - left, height - 8}, "track", "") +
         draw_box({left, y(row) + 4}, {length, height - 8}, style,
                  fmt::format("{}: {}", name, value)) +
         draw_text({right + 6, y(row) + 16}, "start", value);
}

}  // namespace freshet
