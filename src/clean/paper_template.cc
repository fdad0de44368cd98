#include "clean/paper_template.h"

#include <algorithm>
#include <bit>
#include <unordered_map>

#include "base/check.h"

namespace freshet {
namespace {

enum class Step : std::uint8_t { both, left, up };

std::vector<std::uint64_t> ids_of(const PageTokens& page) {
  std::vector<std::uint64_t> ids;
  for (const PageToken& token : page.tokens) ids.push_back(token.id);
  return ids;
}

ConsensusPage consensus_of(const PageTokens& page) {
  ConsensusPage consensus;
  for (const PageToken& token : page.tokens) consensus.push_back({token.id, 1});
  return consensus;
}

std::vector<std::uint64_t> ids_of(const ConsensusPage& page) {
  std::vector<std::uint64_t> ids;
  for (const ConsensusToken& token : page) ids.push_back(token.id);
  return ids;
}

ConsensusPage join(const ConsensusPage& a, const ConsensusPage& b) {
  ConsensusPage joined;
  std::size_t i = 0, j = 0;
  const auto copy_up_to = [&](std::size_t a_end, std::size_t b_end) {
    while (i < a_end) joined.push_back(a[i++]);
    while (j < b_end) joined.push_back(b[j++]);
  };
  for (const Match& match : align_needleman_wunsch(ids_of(a), ids_of(b))) {
    copy_up_to(match.a, match.b);
    joined.push_back({a[i].id, a[i].pages + b[j].pages});
    ++i;
    ++j;
  }
  copy_up_to(a.size(), b.size());
  return joined;
}

}  // namespace

std::vector<Match> align_needleman_wunsch(std::span<const std::uint64_t> a,
                                          std::span<const std::uint64_t> b) {
  const std::size_t width = b.size() + 1;
  std::vector<Step> steps((a.size() + 1) * width, Step::left);
  std::vector<int> above(width), here(width);
  for (std::size_t j = 0; j < width; ++j) above[j] = kPaperGap * static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    here[0] = kPaperGap * static_cast<int>(i);
    steps[i * width] = Step::up;
    for (std::size_t j = 1; j < width; ++j) {
      const int both = above[j - 1] + (a[i - 1] == b[j - 1] ? kPaperMatch : kPaperMismatch);
      const int up = above[j] + kPaperGap;
      const int left = here[j - 1] + kPaperGap;
      here[j] = std::max({both, up, left});
      steps[i * width + j] = here[j] == both ? Step::both : here[j] == up ? Step::up : Step::left;
    }
    std::swap(above, here);
  }
  std::vector<Match> matches;
  for (std::size_t i = a.size(), j = b.size(); i > 0 || j > 0;) {
    const Step step = steps[i * width + j];
    if (step != Step::left) --i;
    if (step != Step::up) --j;
    if (step == Step::both && a[i] == b[j]) matches.push_back({i, j});
  }
  std::reverse(matches.begin(), matches.end());
  return matches;
}

ConsensusPage distil_consensus(std::span<const PageTokens> pages) {
  require(std::has_single_bit(pages.size()), "t is a power of two");
  std::vector<ConsensusPage> level;
  for (const PageTokens& page : pages) level.push_back(consensus_of(page));
  while (level.size() > 1) {
    std::vector<ConsensusPage> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2)
      next.push_back(join(level[i], level[i + 1]));
    level = std::move(next);
  }
  return level.front();
}

std::vector<std::uint64_t> paper_template(std::span<const PageTokens> pages) {
  std::vector<std::uint64_t> ids;
  for (const ConsensusToken& token : distil_consensus(pages))
    if (2 * token.pages > pages.size()) ids.push_back(token.id);
  return ids;
}

std::vector<bool> match_paper_template(std::span<const std::uint64_t> paper,
                                       const PageTokens& page) {
  std::vector<bool> matched(page.tokens.size(), false);
  for (const Match& match : align_needleman_wunsch(paper, ids_of(page))) matched[match.b] = true;
  return matched;
}

std::unordered_set<std::uint64_t> naive_template(std::span<const PageTokens> pages) {
  std::unordered_map<std::uint64_t, std::size_t> pages_with;
  for (const PageTokens& page : pages) {
    std::unordered_set<std::uint64_t> here;
    for (const PageToken& token : page.tokens)
      if (token.is_text() && here.insert(token.id).second) ++pages_with[token.id];
  }
  std::unordered_set<std::uint64_t> repeated;
  for (const auto& [text, count] : pages_with)
    if (2 * count >= pages.size()) repeated.insert(text);
  return repeated;
}

}  // namespace freshet
