// Table 1 of Barbosa et al. (2005), for our learners and our pages: how often each is wrong, and
// how long it takes to say so.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "predict/first_sight_task.h"

namespace freshet {

// The score of one learner in one setting, over three folds: it learns from two thirds of the pages
// and is asked about the other third.
struct LearnerScore {
  double error = 0;           // the share of pages put into the wrong group
  double balanced_error = 0;  // the mean over the groups of their shares
  double train_seconds = 0;   // of the processor, for two thirds
  double ask_seconds = 0;     // for one third
};

// The settings: as many pages of every group as of the smallest (as the paper has it), or all as
// they are; folds of pages, or of whole sites that were never seen.
struct LearnerRow {
  std::string name;
  std::string meaning;
  std::optional<double> paper_error = {};  // of 1
  std::optional<double> paper_ask_seconds = {};
  LearnerScore balanced_pages = {}, balanced_sites = {}, natural_pages = {}, natural_sites = {};
};

struct LearnerTable {
  std::size_t balanced_count = 0;  // pages in the balanced settings
  std::vector<LearnerRow> rows;
};

Result<LearnerTable> make_learner_table(const FirstSightTask& task, std::uint64_t seed);

std::string table_words(const FirstSightTask& task, const LearnerTable& table);
void write_table(JsonWriter& json, const FirstSightTask& task, const LearnerTable& table);

}  // namespace freshet
