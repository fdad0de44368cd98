// All that is summed over a page before the features of its blocks are written: words below each
// element, blocks that are alike, the place of the headings, the page as a whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clean/block_tokens.h"
#include "clean/content_blocks.h"

namespace freshet {

// Words of a group of blocks or elements.
struct BlockTally {
  std::uint32_t count = 0;
  double words = 0;
  double link_words = 0;

  void add(double more_words, double more_link_words) {
    ++count;
    words += more_words;
    link_words += more_link_words;
  }
  double link_share() const { return words > 0 ? link_words / words : 0; }
};

// Words below an element.
struct ElementSum {
  double words = 0;
  double link_words = 0;
  double paragraph_words = 0;
  double long_words = 0;
  std::uint32_t blocks = 0;

  double link_share() const { return words > 0 ? link_words / words : 0; }
  double paragraph_share() const { return words > 0 ? paragraph_words / words : 0; }
};

// Counts by which kinds of pages differ: shops, lists, forums, articles.
struct PageCounts {
  std::uint32_t prices = 0;  // blocks with one
  std::uint32_t short_blocks = 0;
  std::uint32_t images = 0;
  std::uint32_t inputs = 0;
  std::uint32_t headings = 0;
  std::uint32_t middle_headings = 0;  // h2 to h4
  std::uint32_t questions = 0;        // blocks with a question mark
  std::uint32_t items = 0;            // blocks of <li>
  std::uint32_t articles = 0;
  std::uint32_t longest_words = 0;  // of a block
  double main_words = 0;            // inside elements of these kinds
  double article_words = 0;
  double nav_words = 0;
  double footer_words = 0;
  double list_words = 0;
  double table_words = 0;
  bool has_main = false;
};

struct PageSums {
  std::vector<ElementSum> elements;
  std::vector<BlockTally> alike;        // elements of the same look and parent
  std::vector<std::uint32_t> alike_of;  // of each element that is used: its tally
  std::vector<BlockTally> paths;        // blocks whose elements have the same names and classes
  std::vector<std::uint32_t> path_of;   // of each block: its tally
  std::vector<std::uint32_t> copies;    // blocks of the same text
  std::vector<std::uint32_t> copy_of;   // of each block: its count
  std::vector<double> words_before;     // of each block, and all
  std::vector<double> links_before;
  std::vector<std::uint8_t> heading_levels;  // of each block; 0: no heading
  std::vector<bool> has_price;               // of each block
  std::vector<bool> in_best;                 // of each element
  double best_share = 0;
  std::size_t h1 = SIZE_MAX;  // the first block in one
  PageCounts counts;
};

PageSums sum_page(const ContentPage& page, const ElementMarks& marks);

// Returns the share of the block's text that is links.
double link_share(const ContentBlock& block);

}  // namespace freshet
