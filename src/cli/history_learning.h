// Learning from a change history: the request, and the model or table that results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <string>
#include <string_view>

#include "cli/command.h"
#include "learn/learners.h"
#include "predict/change_history.h"
#include "predict/day_lessons.h"
#include "predict/first_sight_task.h"

namespace freshet {

inline constexpr std::size_t kGroupsDefault = 4;  // as the paper has it

// A tree can be read; small boosted trees predict unknown sites best.
inline constexpr std::string_view kLearnerOfTree = "tree";
inline constexpr std::string_view kLearnerOfModel = "boosting-small";

struct ModelRequest {
  std::string directory;
  CountedChanges changes = CountedChanges::any;
  std::size_t classes = kGroupsDefault;
  std::uint64_t seed = 1;
};

// The options of every kind of learning.
struct LearnRequest {
  std::size_t classes = kGroupsDefault;
  std::uint64_t seed = 1;
  NamedLearner learner;
};

std::expected<LearnRequest, Failure> learn_request(const Arguments& arguments,
                                                   std::string_view learner_default);

// Prints the error of each learner, as a table or JSON.
CommandResult print_table(const Session& session, const FirstSightTask& task, std::uint64_t seed);

// Prints the features that lower the error of the learner, one after the other.
CommandResult print_search(const Session& session, const FirstSightTask& task,
                           const NamedLearner& learner, std::uint64_t seed);

// Prints the tree of a stored model.
CommandResult print_stored_tree(const Session& session, const std::string& path);

// Trains on all pages, and stores or prints the model.
CommandResult keep_model(const Session& session, const ChangeHistory& history,
                         const ModelRequest& request, const NamedLearner& learner);

}  // namespace freshet
