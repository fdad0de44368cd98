#include "clean/paper_template.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace freshet {
namespace {

using Ids = std::vector<std::uint64_t>;

std::vector<PageTokens> read_all(const std::vector<std::string>& pages) {
  std::vector<PageTokens> read;
  for (const std::string& page : pages)
    read.push_back(tokenize(page, index_tags(page, Scripting::off), Scripting::off));
  return read;
}

TEST(NeedlemanWunsch, PairsEqualElementsOfTheBestAlignment) {
  const std::vector<Match> expected = {{0, 0}, {1, 2}, {3, 3}};
  EXPECT_EQ(align_needleman_wunsch(Ids{1, 2, 9, 4}, Ids{1, 7, 2, 4}), expected);
  EXPECT_TRUE(align_needleman_wunsch(Ids{1, 2}, Ids{}).empty());
  // A crossing pair would cost more than it brings.
  EXPECT_EQ(align_needleman_wunsch(Ids{1, 2, 3}, Ids{2, 3, 1}).size(), 2u);
}

TEST(PaperTemplate, IsWhatMoreThanHalfOfThePagesHave) {
  const auto pages = read_all({"<p>menu</p><b>one</b>", "<p>menu</p><b>two</b>",
                               "<p>menu</p><b>one</b>", "<p>other</p><b>three</b>"});
  const std::vector<std::uint64_t> paper = paper_template(pages);
  const std::vector<bool> marks = match_paper_template(paper, pages[0]);
  // <p> menu </p> <b> one </b>: three of four pages have the menu, two have "one".
  EXPECT_EQ(marks, (std::vector<bool>{true, true, true, true, false, true}));
}

TEST(PaperTemplate, CountsTheUnionOfTokens) {
  const auto pages = read_all({"<p>a</p>", "<p>b</p>"});
  std::vector<std::uint32_t> counts;
  for (const ConsensusToken& token : distil_consensus(pages)) counts.push_back(token.pages);
  EXPECT_EQ(counts, (std::vector<std::uint32_t>{2, 1, 1, 2}));
}

TEST(NaiveTemplate, IsTheTextsInAtLeastHalfOfThePages) {
  const auto pages = read_all({"<p>a</p><p>b</p>", "<p>a</p><p>a</p>", "<p>c</p>", "<p>d</p>"});
  const auto texts = naive_template(pages);
  EXPECT_TRUE(texts.contains(pages[0].tokens[1].id));
  EXPECT_EQ(texts.size(), 1u);
}

}  // namespace
}  // namespace freshet
