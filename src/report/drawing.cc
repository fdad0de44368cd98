#include "report/drawing.h"

#include <fmt/format.h>

#include "base/markup.h"

namespace freshet {

std::string draw_line(Point from, Point to, std::string_view style) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" class=\"{}\"/>\n", from.x,
      from.y, to.x, to.y, style);
}

std::string draw_box(Point corner, Point size, std::string_view style, std::string_view title) {
  const std::string out =
      fmt::format("<rect x=\"{:.1f}\" y=\"{:.1f}\" width=\"{:.1f}\" height=\"{:.1f}\" class=\"{}\"",
                  corner.x, corner.y, size.x, size.y, style);
  return out + (title.empty() ? std::string("/>\n")
                              : fmt::format("><title>{}</title></rect>\n", as_markup(title)));
}

std::string draw_text(Point at, std::string_view anchor, std::string_view words) {
  if (words.empty()) return "";
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\">{}</text>\n", at.x, at.y,
                     anchor, as_markup(words));
}

std::string drawing(Point size, std::string_view title, std::string_view description,
                    std::string_view inside) {
  return fmt::format(
      "<svg viewBox=\"0 0 {0:.0f} {1:.0f}\" role=\"img\" aria-label=\"{2}. {3}\" "
      "style=\"max-width:{0:.0f}px\">\n<desc>{3}</desc>\n{4}</svg>\n",
      size.x, size.y, as_markup(title), as_markup(description), inside);
}

double round_step(double most, int steps_max) {
  for (double power = 1;; power *= 10)
    for (const double step : {power, 2 * power, 5 * power})
      if (!(most > step * steps_max)) return step;
}

}  // namespace freshet
