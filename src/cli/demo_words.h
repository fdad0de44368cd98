// What the demo says to somebody who has never seen freshet.
#pragma once

#include <string>

#include "base/time.h"
#include "cli/demo_month.h"
#include "cli/output.h"
#include "practice/world.h"
#include "simulation/score.h"
#include "store/archive.h"

namespace freshet {

void print_welcome(const WorldPlan& plan, const std::string& directory, Output& out);

// How good the crawl was, by what is true of the world.
void print_score(const Score& score, Duration delay, Output& out);

// Commands to copy, with URLs of this world.
Status print_tour(const World& world, Archive& archive, const std::string& directory, Output& out);

// How the month went, and where the report is.
void print_month(const DemoMonth& month, const std::string& directory, Output& out);

// `word` as a shell takes it for one argument.
std::string shell_word(const std::string& word);

// What to type to run this program: its name if the PATH leads to it, else where it is.
std::string own_command();

}  // namespace freshet
