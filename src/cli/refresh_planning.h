// The planner of the archive that a command works on.
#pragma once

#include <expected>
#include <memory>
#include <optional>
#include <string>

#include "catalog/rows.h"
#include "cli/command.h"
#include "refresh/planner.h"
#include "store/archive.h"

namespace freshet {

// The model of the archive in `directory`, which need not be there yet; it lives as long as the
// program, so one archive is all that it can be asked for.
std::expected<const FirstSight*, Failure> lasting_first_sight(const std::string& directory);

std::expected<std::unique_ptr<Planner>, Failure> load_planner(const Session& session,
                                                              bool only_once,
                                                              std::optional<Time> now = {});

// What is believed of a page now, with its next check; nothing if the page is never checked.
// `archive` is the one that the command works on.
std::expected<std::optional<PageBelief>, Failure> belief_now(const Session& session,
                                                             Archive& archive, const PageKey& page);

// Guesses at first sight for a crawl into `directory`; it lives as long as the program.
std::expected<Beliefs*, Failure> first_beliefs(const Session& session,
                                               const std::string& directory);

}  // namespace freshet
