#include "clean/content_training.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "clean/content_labels.h"

namespace freshet {
namespace {

// How much text was below elements with a token, and how much of it was marked; a page's words sum
// to 1.
struct TokenEvidence {
  double marked = 0;
  double all = 0;
  std::uint32_t sites = 0;
  std::uint64_t last_site = 0;  // that was counted

  void add(double more_marked, double more_all, std::uint64_t site) {
    marked += more_marked;
    all += more_all;
    if (site == last_site) return;
    last_site = site;
    ++sites;
  }
};

// The evidence of one fold. Pages must come site by site.
class FoldEvidence {
 public:
  void add(const ContentLesson& lesson) {
    const std::size_t count = lesson.page.elements.size();
    std::vector<double> marked(count), all(count);
    const std::uint64_t site = hash64(lesson.site) | 1;
    double words = 0;
    for (const ContentBlock& block : lesson.page.blocks) words += block.counts.words;
    for (std::size_t k = 0; k < lesson.page.blocks.size(); ++k) {
      const ContentBlock& block = lesson.page.blocks[k];
      const double weight = block.counts.words / words;
      const double share = static_cast<double>(lesson.shares[k]);
      all[block.element] += weight;
      marked[block.element] += weight * share;
      const std::string tag = tag_token(lesson.page.elements[block.element].name);
      tokens_[token_hash(tag)].add(weight * share, weight, site);
    }
    for (std::size_t e = count; e-- > 1;) {
      all[lesson.page.elements[e].parent] += all[e];
      marked[lesson.page.elements[e].parent] += marked[e];
      add_element(lesson.marks, e, marked[e], all[e], site);
    }
    if (count == 0) return;
    marked_ += marked[0];
    all_ += all[0];
  }

  const std::unordered_map<std::uint64_t, TokenEvidence>& tokens() const { return tokens_; }
  double marked() const { return marked_; }
  double all() const { return all_; }

 private:
  void add_element(const ElementMarks& marks, std::size_t e, double marked, double all,
                   std::uint64_t site) {
    for (std::uint32_t v = marks.first_value[e]; v < marks.first_value[e + 1]; ++v) {
      const TokenRun run = marks.runs[marks.values[v]];
      for (std::uint32_t i = run.first; i < run.first + run.count; ++i)
        tokens_[marks.tokens[i]].add(marked, all, site);
    }
  }

  std::unordered_map<std::uint64_t, TokenEvidence> tokens_;
  double marked_ = 0, all_ = 0;
};

double log_odds(double share) { return std::log(share / (1 - share)); }

// Scores the tokens by all folds but one; `left_out` beyond the last: by all.
TokenTable score_tokens(const std::vector<FoldEvidence>& folds, std::size_t left_out,
                        const TokenNames& names, const ContentTrainingOptions& options) {
  std::unordered_map<std::uint64_t, TokenEvidence> sums;
  double marked = 0, all = 0;
  for (std::size_t f = 0; f < folds.size(); ++f) {
    if (f == left_out) continue;
    marked += folds[f].marked();
    all += folds[f].all();
    for (const auto& [hash, evidence] : folds[f].tokens()) {
      TokenEvidence& sum = sums[hash];
      sum.marked += evidence.marked;
      sum.all += evidence.all;
      sum.sites += evidence.sites;
    }
  }
  const double prior = std::clamp(marked / std::max(all, 1e-9), 0.01, 0.99);
  const double weight = options.token_prior_pages;
  std::vector<ScoredToken> scored;
  for (const auto& [hash, sum] : sums) {
    if (sum.sites < options.token_sites) continue;
    const double share = (sum.marked + weight * prior) / (sum.all + weight);
    const double score = log_odds(std::clamp(share, 1e-4, 1 - 1e-4)) - log_odds(prior);
    const auto name = names.find(hash);
    if (name == names.end()) continue;
    scored.push_back({name->second, static_cast<float>(std::round(score * 100) / 100)});
  }
  std::ranges::sort(scored, {}, &ScoredToken::name);
  return TokenTable(std::move(scored));
}

Schema content_schema() {
  Schema schema;
  for (const std::string_view name : block_feature_names())
    schema.features.push_back({std::string(name)});
  schema.label = {"text", {"frame", "main"}};
  return schema;
}

// Long pages count more than short ones, but not in proportion.
void append_lesson(const ContentLesson& lesson, const TokenTable& table,
                   const ContentTrainingOptions& options, ShareRows& out) {
  FeatureRows rows = lesson.rows;
  fill_token_features(lesson.page, lesson.marks, table, rows);
  out.values.insert(out.values.end(), rows.begin(), rows.end());
  double words = 0;
  for (const ContentBlock& block : lesson.page.blocks) words += block.counts.words;
  const double scale = std::sqrt(std::max(options.page_words_min, words));
  for (std::size_t k = 0; k < lesson.page.blocks.size(); ++k) {
    out.shares.push_back(lesson.shares[k]);
    out.weights.push_back(static_cast<float>(lesson.page.blocks[k].counts.words / scale));
  }
}

}  // namespace

ContentLesson make_content_lesson(std::string_view html, std::string site, std::string_view marked,
                                  TokenNames& names) {
  const TagIndex index = index_tags(html, Scripting::off);
  ContentLesson lesson{.site = std::move(site),
                       .page = read_content_blocks(html, index, Scripting::off),
                       .marks = {},
                       .rows = {},
                       .shares = {}};
  lesson.marks = read_element_marks(html, index, lesson.page, &names);
  for (const PageElement& element : lesson.page.elements) {
    const std::string tag = tag_token(element.name);
    names.try_emplace(token_hash(tag), tag);
  }
  fill_plain_features(lesson.page, lesson.marks, html.size(), lesson.rows);
  lesson.shares = label_blocks(lesson.page, marked);
  return lesson;
}

std::vector<std::string> content_notes(std::span<const ContentLesson* const> lessons,
                                       const ContentTrainingOptions& options) {
  std::unordered_set<std::string_view> sites;
  std::size_t blocks = 0;
  for (const ContentLesson* lesson : lessons) {
    sites.insert(lesson->site);
    blocks += lesson->page.blocks.size();
  }
  return {fmt::format("trained on {} blocks of {} pages of {} sites", blocks, lessons.size(),
                      sites.size()),
          fmt::format("{} trees of at most {} leaves, shrinkage {}, seed {}; tokens of at least {} "
                      "sites",
                      options.trees.rounds, options.trees.leaves_max, options.trees.shrinkage,
                      options.trees.seed, options.token_sites)};
}

Result<ContentModel> train_content(std::span<const ContentLesson* const> lessons,
                                   const TokenNames& names, std::vector<std::string> notes,
                                   const ContentTrainingOptions& options) {
  std::vector<const ContentLesson*> by_site(lessons.begin(), lessons.end());
  std::ranges::stable_sort(by_site, {}, [](const ContentLesson* lesson) { return lesson->site; });
  const auto fold_of = [&](const ContentLesson& lesson) {
    return static_cast<std::size_t>(hash64(lesson.site) % options.folds);
  };
  std::vector<FoldEvidence> folds(options.folds);
  for (const ContentLesson* lesson : by_site) folds[fold_of(*lesson)].add(*lesson);
  std::vector<TokenTable> tables;
  for (std::size_t f = 0; f < options.folds; ++f)
    tables.push_back(score_tokens(folds, f, names, options));
  ShareRows rows;
  for (const ContentLesson* lesson : by_site)
    append_lesson(*lesson, tables[fold_of(*lesson)], options, rows);
  auto trees = Boosting::train_shares(content_schema(), rows, options.trees);
  if (!trees) return std::unexpected(trees.error());
  const TokenTable all = score_tokens(folds, options.folds, names, options);
  return ContentModel::make(std::move(notes), all.tokens(), std::move(*trees));
}

}  // namespace freshet
