// freshet learn --archive: the first-sight model of an archive, learned anew from what it has seen.
#pragma once

#include <cstddef>
#include <cstdint>

#include "cli/command.h"
#include "learn/learners.h"

namespace freshet {

struct ArchiveLearning {
  NamedLearner learner;
  std::size_t classes = 4;
  std::uint64_t seed = 1;
  bool wants_table = false;  // Table 1 of the paper for the pages of the archive, too
};

// Stores the model if it is better than the one there was, and says so.
CommandResult learn_from_archive(const Session& session, const ArchiveLearning& wish);

// Back to the model that ships.
CommandResult use_shipped_model(const Session& session);

}  // namespace freshet
