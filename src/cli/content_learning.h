// freshet learn --content: trains the model of main text on pages with marked text.
#pragma once

#include <string>

#include "cli/command.h"

namespace freshet {

// Reads DIRECTORY/html/NAME.html and DIRECTORY/truth/NAME.json (site, main_content), trains, and
// writes the model to the file of --model.
CommandResult learn_content(const Session& session, const std::string& directory);

}  // namespace freshet
