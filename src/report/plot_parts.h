// Common parts of the plots of reports: size, columns, rows of bars, keys.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "report/drawing.h"

namespace freshet {

inline constexpr double kPlotWidth = 560;
inline constexpr double kWidePlotWidth = 1150;
inline constexpr double kPlotLeft = 46;
inline constexpr double kPlotRight = 12;
inline constexpr double kPlotTop = 34;
inline constexpr double kColumnsHeight = 270;
inline constexpr double kColumnsFloor = kColumnsHeight - 44;  // where columns stand

// The area of a row of columns: x by position, y by value.
struct ColumnAxes {
  std::size_t columns = 1;
  double most = 1;

  // Holds `most` and ends at a level; gives the step between levels.
  double reach(double value);

  double step() const {
    return (kPlotWidth - kPlotLeft - kPlotRight) / static_cast<double>(columns);
  }
  double x(double column) const { return kPlotLeft + step() * column; }
  double y(double value) const { return kColumnsFloor - value / most * (kColumnsFloor - kPlotTop); }
  // A column, or a part of one, from one value up to another; nothing if it has no height.
  std::string draw(double left, double width, double from, double to, std::string_view style,
                   std::string_view title) const;
};

std::string draw_levels(const ColumnAxes& axes, double level_step);

std::string draw_key(double x, std::string_view style, std::string_view meaning);

// Rows of bars that lead from `left` to the right; a full one ends at `right`.
struct BarRows {
  double left = 190;
  double right = kPlotWidth - 56;
  double height = 24;

  double y(std::size_t row) const { return kPlotTop + height * static_cast<double>(row); }

  std::string draw(std::size_t row, std::string_view name, double share, std::string_view value,
                   std::string_view style) const;
};

}  // namespace freshet
