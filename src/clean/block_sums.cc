#include "clean/block_sums.h"

#include <algorithm>

#include "base/quick_hash.h"
#include "clean/block_text.h"
#include "clean/hash_numbers.h"

namespace freshet {
namespace {

constexpr std::uint32_t kLongWords = 15;  // of a block that may be prose
constexpr std::uint32_t kShortWords = 3;  // of a block that is a label
constexpr double kBestShare = 0.6;        // of the words of long blocks, in the best container
constexpr int kHeadingLevelsUp = 4;       // elements around a block that may be its heading
constexpr std::uint64_t kMixer = 0x9e3779b97f4a7c15u;

bool is_long(const ContentBlock& block) {
  return block.counts.words >= kLongWords &&
         3.0 * block.counts.link_bytes < static_cast<double>(block.text.size());
}

// Returns the level of the heading that the block stands in.
std::uint8_t level_of(const ContentPage& page, const ContentBlock& block) {
  std::size_t e = block.element;
  for (int up = 0; up < kHeadingLevelsUp && e > 0; ++up, e = page.elements[e].parent)
    if (const int level = heading_level(page.elements[e].name); level > 0)
      return static_cast<std::uint8_t>(level);
  return 0;
}

class PageSummer {
 public:
  PageSummer(const ContentPage& page, const ElementMarks& marks) : page_(page), marks_(marks) {}

  PageSums sum() {
    sum_blocks();
    sum_elements();
    find_best();
    return std::move(sums_);
  }

 private:
  // Hashes of the looks of elements from the page down to each.
  std::vector<std::uint64_t> hash_chains() const {
    std::vector<std::uint64_t> chains(page_.elements.size(), 0);
    for (std::size_t e = 1; e < chains.size(); ++e)
      chains[e] = (chains[page_.elements[e].parent] ^ marks_.looks[e]) * kMixer + 1;
    return chains;
  }

  void sum_blocks() {
    const std::size_t count = page_.blocks.size();
    const std::vector<std::uint64_t> chains = hash_chains();
    HashNumbers paths(count), texts(count);
    sums_.elements.resize(page_.elements.size());
    sums_.words_before.push_back(0);
    sums_.links_before.push_back(0);
    for (std::size_t k = 0; k < count; ++k) {
      const ContentBlock& block = page_.blocks[k];
      const double words = block.counts.words, links = block.counts.link_words;
      add_to_element(block);
      const std::uint32_t path =
          paths.number(chains[block.element] ^ block.path * 0xff51afd7ed558ccdu);
      if (path == sums_.paths.size()) sums_.paths.emplace_back();
      sums_.paths[path].add(words, links);
      sums_.path_of.push_back(path);
      const std::uint32_t text = texts.number(quick_hash(block.text));
      if (text == sums_.copies.size()) sums_.copies.push_back(0);
      ++sums_.copies[text];
      sums_.copy_of.push_back(text);
      sums_.words_before.push_back(sums_.words_before.back() + words);
      sums_.links_before.push_back(sums_.links_before.back() + links);
      count_block(k, block);
    }
  }

  void add_to_element(const ContentBlock& block) {
    ElementSum& sum = sums_.elements[block.element];
    const double words = block.counts.words;
    sum.words += words;
    sum.link_words += block.counts.link_words;
    if (page_.elements[block.element].name == TagName::p) sum.paragraph_words += words;
    if (is_long(block)) sum.long_words += words;
    ++sum.blocks;
  }

  void count_block(std::size_t k, const ContentBlock& block) {
    PageCounts& counts = sums_.counts;
    const TagName name = page_.elements[block.element].name;
    const std::uint8_t level = level_of(page_, block);
    sums_.heading_levels.push_back(level);
    sums_.has_price.push_back(mentions_price(block.text));
    if (name == TagName::h1) sums_.h1 = std::min(sums_.h1, k);
    counts.prices += sums_.has_price.back();
    counts.short_blocks += block.counts.words <= kShortWords;
    counts.images += block.counts.images;
    counts.inputs += block.counts.inputs;
    counts.headings += level > 0;
    counts.middle_headings += level >= 2 && level <= 4;
    counts.questions += block.text.find('?') != block.text.npos;
    counts.items += name == TagName::li;
    counts.longest_words = std::max(counts.longest_words, block.counts.words);
    const std::uint32_t flags = marks_.flags[block.element];
    const auto add = [&](ElementFlag flag, double& words) {
      if ((flags & flag) != 0) words += block.counts.words;
    };
    add(kElementMain, counts.main_words);
    add(kElementArticle, counts.article_words);
    add(kElementNav, counts.nav_words);
    add(kElementFooter, counts.footer_words);
    add(kElementList, counts.list_words);
    add(kElementTable, counts.table_words);
  }

  void sum_elements() {
    const std::size_t count = page_.elements.size();
    for (std::size_t e = count; e-- > 1;) {
      const ElementSum& from = sums_.elements[e];
      ElementSum& to = sums_.elements[page_.elements[e].parent];
      to.words += from.words;
      to.link_words += from.link_words;
      to.paragraph_words += from.paragraph_words;
      to.long_words += from.long_words;
      to.blocks += from.blocks;
    }
    HashNumbers numbers(page_.blocks.size());
    sums_.alike_of.assign(count, 0);
    for (std::size_t e = 1; e < count; ++e) {
      if (!marks_.is_used[e]) continue;
      const std::uint32_t parent = page_.elements[e].parent;
      const std::uint32_t alike = numbers.number(marks_.looks[e] ^ (parent + 1) * kMixer);
      if (alike == sums_.alike.size()) sums_.alike.emplace_back();
      sums_.alike[alike].add(sums_.elements[e].words, sums_.elements[e].link_words);
      sums_.alike_of[e] = alike;
      const std::uint32_t own = marks_.flags[e] & ~marks_.flags[parent];
      sums_.counts.articles +=
          page_.elements[e].name == TagName::article || (own & kElementArticle) != 0;
      sums_.counts.has_main = sums_.counts.has_main || (own & kElementMain) != 0;
    }
  }

  // The best container is the deepest element with most of the words of long blocks.
  void find_best() {
    const double all = sums_.elements[0].long_words;
    std::size_t best = 0;
    for (std::size_t e = 0; all > 0 && e < page_.elements.size(); ++e)
      if (sums_.elements[e].long_words >= kBestShare * all &&
          page_.elements[e].depth >= page_.elements[best].depth)
        best = e;
    sums_.best_share = all > 0 ? sums_.elements[best].long_words / all : 0;
    sums_.in_best.assign(page_.elements.size(), false);
    for (std::size_t e = 1; e < page_.elements.size(); ++e)
      sums_.in_best[e] = best > 0 && (e == best || sums_.in_best[page_.elements[e].parent]);
  }

  const ContentPage& page_;
  const ElementMarks& marks_;
  PageSums sums_;
};

}  // namespace

double link_share(const ContentBlock& block) {
  return std::min(1.0, block.counts.link_bytes / static_cast<double>(block.text.size()));
}

PageSums sum_page(const ContentPage& page, const ElementMarks& marks) {
  return PageSummer(page, marks).sum();
}

}  // namespace freshet
