#include "select/libxml.h"

#include <libxml/parser.h>

namespace freshet {

void begin_libxml() {
  static const bool has_begun = [] {
    xmlInitParser();
    return true;
  }();
  static_cast<void>(has_begun);
}

}  // namespace freshet
