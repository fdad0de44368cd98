// Captures on a terminal.
#pragma once

#include <vector>

#include "app/capture_plan.h"
#include "catalog/capture_rows.h"
#include "cli/output.h"

namespace freshet {

void print_capture_plan(const CapturePlanView& plan, Output& out);
void print_captures(const std::vector<CaptureRow>& captures, Output& out);

}  // namespace freshet
