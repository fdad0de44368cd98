#include "warc/exchange.h"

namespace freshet::warc {

std::string_view name_of(Truncation truncation) {
  switch (truncation) {
    case Truncation::none:
      return "";
    case Truncation::length:
      return "length";
    case Truncation::time:
      return "time";
    case Truncation::disconnect:
      return "disconnect";
    case Truncation::unspecified:
      return "unspecified";
  }
  return "";
}

}  // namespace freshet::warc
