#include "url/percent.h"

#include <cstddef>

#include "base/percent.h"

namespace freshet {

void append_percent_encoded(std::string& out, std::string_view text, EncodeSet set) {
  std::size_t kept = 0;  // start of the run that is copied unchanged
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_in(set, text[i])) continue;
    out.append(text, kept, i - kept);
    append_percent_byte(out, static_cast<unsigned char>(text[i]));
    kept = i + 1;
  }
  out.append(text, kept);
}

}  // namespace freshet
