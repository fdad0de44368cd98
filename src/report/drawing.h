// Lines, boxes and words of SVG. Words are written as text, whatever they hold; `style` is a class
// of the page's style sheet.
#pragma once

#include <string>
#include <string_view>

namespace freshet {

struct Point {
  double x;
  double y;
};

std::string draw_line(Point from, Point to, std::string_view style);

// `title` is a tooltip; empty: none.
std::string draw_box(Point corner, Point size, std::string_view style, std::string_view title);

// `anchor` is "start", "middle" or "end".
std::string draw_text(Point at, std::string_view anchor, std::string_view words);

// A whole drawing. `title` and `description` are for those who cannot see it.
std::string drawing(Point size, std::string_view title, std::string_view description,
                    std::string_view inside);

// A round number (1, 2 or 5 times a power of ten, at least 1) of which at most `steps_max` make up
// `most`.
double round_step(double most, int steps_max);

}  // namespace freshet
