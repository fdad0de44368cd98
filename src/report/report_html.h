// A report as one HTML page that stands alone: style and drawings are in it, it asks for nothing
// from anywhere and runs no script. Light or dark as the reader's system is. Text from the web is
// shown as text and leads nowhere (docs/design/report.md).
#pragma once

#include <string>
#include <string_view>

#include "report/report.h"

namespace freshet {

// `archive` is the name by which people know it.
std::string report_html(const Report& report, std::string_view archive);

}  // namespace freshet
