#include "clean/tag_distance.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

#include "base/random.h"

namespace freshet {
namespace {

TagSequence word(std::string_view letters) {
  return TagSequence(std::vector<std::uint32_t>(letters.begin(), letters.end()));
}

// All words of up to `length` letters.
std::vector<TagSequence> words(std::string_view letters, std::size_t length) {
  std::vector<std::string> all = {""};
  for (std::size_t from = 0, n = 0; n < length; ++n) {
    const std::size_t to = all.size();
    for (; from < to; ++from)
      for (const char letter : letters) all.push_back(all[from] + letter);
  }
  std::vector<TagSequence> sequences;
  for (const std::string& one : all) sequences.push_back(word(one));
  return sequences;
}

std::size_t naive_lcs(const TagSequence& a, const TagSequence& b) {
  std::vector<std::size_t> row(b.size() + 1, 0);
  for (const std::uint32_t tag : a.tags()) {
    std::size_t diagonal = 0;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = tag == b.tags()[j - 1] ? diagonal + 1 : std::max(above, row[j - 1]);
      diagonal = above;
    }
  }
  return row.back();
}

TagSequence random_word(Random& random, std::size_t length_max, std::uint64_t letters) {
  std::vector<std::uint32_t> tags(random.below(length_max + 1));
  for (std::uint32_t& tag : tags) tag = static_cast<std::uint32_t>(random.below(letters));
  return TagSequence(std::move(tags));
}

// Fractions are compared by doubles; a sum of two is rounded once more.
constexpr double kRounding = 1e-12;

// A metric: zero only for equal words, symmetric, and no detour is shorter.
template <class Distance>
void expect_metric(const std::vector<TagSequence>& all, Distance distance) {
  const std::size_t n = all.size();
  std::vector<double> table(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) table[i * n + j] = distance(all[i], all[j]);
  std::size_t broken = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      broken += table[i * n + j] != table[j * n + i];
      for (std::size_t k = 0; k < n; ++k)
        broken += table[i * n + k] > table[i * n + j] + table[j * n + k] + kRounding;
    }
  EXPECT_EQ(broken, 0U);
}

TEST(TagDistanceTest, IsAMetricOnAllShortWords) {
  expect_metric(words("ab", 6), tag_distance);
  expect_metric(words("abc", 4), tag_distance);
  for (const TagSequence& a : words("ab", 5))
    for (const TagSequence& b : words("ab", 5)) EXPECT_EQ(tag_distance(a, b) == 0, a == b);
}

TEST(TagDistanceTest, HasABoundThatIsAMetricAndNeverAboveIt) {
  expect_metric(words("ab", 6), tag_distance_bound);
  expect_metric(words("abc", 4), tag_distance_bound);
  for (const auto& all : {words("ab", 6), words("abc", 4)})
    for (const TagSequence& a : all)
      for (const TagSequence& b : all) EXPECT_LE(tag_distance_bound(a, b), tag_distance(a, b));
}

// The form that looks simpler would break the proofs: it must not be put in place of d.
TEST(TagDistanceTest, WouldBeNoMetricInDicesForm) {
  const auto dice = [](std::string_view a, std::string_view b) {
    const auto n = static_cast<double>(a.size() + b.size());
    return 1 - 2 * static_cast<double>(naive_lcs(word(a), word(b))) / n;
  };
  EXPECT_GT(dice("a", "b"), dice("a", "ab") + dice("ab", "b"));
  EXPECT_LE(tag_distance(word("a"), word("b")),
            tag_distance(word("a"), word("ab")) + tag_distance(word("ab"), word("b")));
}

TEST(TagDistanceTest, IsAMetricOnLongRelatedWords) {
  Random random(1);
  for (int family = 0; family < 20; ++family) {
    const TagSequence base = random_word(random, 200, 9);
    std::vector<TagSequence> all;
    for (int i = 0; i < 9; ++i) {
      std::vector<std::uint32_t> tags = base.tags();
      for (std::uint64_t edits = random.below(40); edits > 0 && !tags.empty(); --edits) {
        const auto at = tags.begin() + static_cast<std::ptrdiff_t>(random.below(tags.size()));
        if (random.with_probability(0.5))
          tags.erase(at);
        else
          tags.insert(at, static_cast<std::uint32_t>(random.below(9)));
      }
      all.emplace_back(std::move(tags));
    }
    expect_metric(all, tag_distance);
    expect_metric(all, tag_distance_bound);
  }
}

TEST(TagDistanceTest, FindsTheLengthThatTheDynamicProgramFinds) {
  Random random(2);
  for (int i = 0; i < 1000; ++i) {
    const std::uint64_t letters = 1 + random.below(12);
    const TagSequence a = random_word(random, 300, letters);
    const TagSequence b = random_word(random, 300, letters);
    ASSERT_EQ(TagPattern(a).lcs_length(b), naive_lcs(a, b)) << i;
  }
}

TEST(TagDistanceTest, ComparesTheFirstTagsOfEndlessPages) {
  std::vector<std::uint32_t> tags(kTagSequenceMax + 500, 7);
  tags.back() = 8;
  const TagSequence longest(std::vector<std::uint32_t>(kTagSequenceMax, 7));
  EXPECT_EQ(TagSequence(tags).size(), kTagSequenceMax);
  EXPECT_EQ(tag_distance(TagSequence(tags), longest), 0);
  EXPECT_EQ(tag_distance(TagSequence(tags), TagSequence()), 1);
  EXPECT_EQ(tag_distance(TagSequence(), TagSequence()), 0);
}

TEST(TagDistanceTest, ReadsStartTagsOfAPage) {
  const std::string_view page = "<HTML><p>a</p><p>b</p><my-tag></my-tag><script><b></script>";
  const TagSequence tags = tag_sequence(page, index_tags(page, Scripting::off));
  const std::string_view other = "<html><p>c<p><MY-TAG><script></script>";
  EXPECT_EQ(tags.size(), 5U);
  EXPECT_EQ(tags, tag_sequence(other, index_tags(other, Scripting::off)));
}

}  // namespace
}  // namespace freshet
