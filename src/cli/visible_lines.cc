#include "cli/visible_lines.h"

#include "base/escape.h"

namespace freshet {

void VisibleLines::write(std::string_view bytes) {
  held_ += bytes;
  const std::size_t end = held_.rfind('\n');
  if (end == std::string::npos) return;
  out_.write(visible_lines(std::string_view(held_).substr(0, end + 1)));
  held_.erase(0, end + 1);
}

void VisibleLines::finish() {
  out_.write(visible_lines(held_));
  held_.clear();
}

}  // namespace freshet
