// Trains the model of main text on pages whose main text people marked.
//
// Scores of tokens are learned from the same pages as the trees. So that the trees do not trust
// them too much, each page gets scores learned from the pages of other sites (folds by site).
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "clean/block_features.h"
#include "clean/block_tokens.h"
#include "clean/content_model.h"
#include "learn/boosting.h"

namespace freshet {

// A page with its marked text, prepared for training.
struct ContentLesson {
  std::string site;  // registrable domain
  ContentPage page;
  ElementMarks marks;
  FeatureRows rows;           // without the features of tokens
  std::vector<float> shares;  // of the words of each block that are marked
};

// Reads a page as UTF-8 text, without scripting; adds its tokens to `names`.
ContentLesson make_content_lesson(std::string_view html, std::string site, std::string_view marked,
                                  TokenNames& names);

struct ContentTrainingOptions {
  ShareBoostingOptions trees = {.rounds = 240, .shrinkage = 0.05, .row_share = 0.35};
  std::size_t folds = 5;         // for the scores of tokens
  std::size_t token_sites = 20;  // sites that a token must be seen on
  double token_prior_pages = 1;  // weight of the prior in a score, in pages
  double page_words_min = 50;    // a page with fewer words has the weight of one with this many
};

// Returns the notes of a model: on what and how it was trained.
std::vector<std::string> content_notes(std::span<const ContentLesson* const> lessons,
                                       const ContentTrainingOptions& options);

// Returns a model; the error is one of the library that grows trees.
Result<ContentModel> train_content(std::span<const ContentLesson* const> lessons,
                                   const TokenNames& names, std::vector<std::string> notes,
                                   const ContentTrainingOptions& options);

}  // namespace freshet
