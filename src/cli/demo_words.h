// The output of the demo, for people who have never seen freshet.
#pragma once

#include <string>

#include "base/time.h"
#include "cli/demo_capture.h"
#include "cli/demo_month.h"
#include "cli/output.h"
#include "practice/world.h"
#include "simulation/score.h"
#include "store/archive.h"

namespace freshet {

void print_welcome(const WorldPlan& plan, const std::string& directory, Output& out);

// Prints the score of the crawl, by the ground truth of the world.
void print_score(const Score& score, Duration delay, Output& out);

// Prints commands to copy, with URLs of this world.
Status print_tour(const World& world, Archive& archive, const std::string& directory, Output& out);

// Prints the result of the month and the path of the report.
void print_month(const DemoMonth& month, const std::string& directory, Output& out);

// Prints the result of the capture and the path of its coherence strip.
void print_capture(const DemoCapture& capture, Output& out);

// Quotes `word` for a shell.
std::string shell_word(const std::string& word);

// Returns the command that runs this program: its name if PATH leads to it, else its path.
std::string own_command();

}  // namespace freshet
