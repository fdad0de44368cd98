// Text on its way to a terminal.
#pragma once

#include <string>
#include <string_view>

#include "cli/output.h"

namespace freshet {

// Writes lines with characters that a terminal would act on made visible. Not thread-safe.
class VisibleLines {
 public:
  explicit VisibleLines(Output& out) : out_(out) {}

  void write(std::string_view bytes);
  void finish();  // writes a last line that has no line feed

 private:
  Output& out_;
  std::string held_;
};

}  // namespace freshet
