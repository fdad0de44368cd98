// The style sheet of the report's page.
#pragma once

#include <string_view>

namespace freshet {

extern const std::string_view kReportStyle;

}  // namespace freshet
