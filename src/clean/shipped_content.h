// The model of main text that ships with freshet. For its training data and limits see
// docs/models/shipped-content.md.
#pragma once

#include <string_view>

#include "clean/content_model.h"

namespace freshet {

// Returns the model, parsed on first use. Thread-safe.
const ContentModel& shipped_content_model();

// Returns its text: shipped_content.model.
std::string_view shipped_content_text();

}  // namespace freshet
