// The elements that are new, changed or missing between two versions of a page, and their weighted
// sum: w1 new + w2 changed + w3 missing, w1 < w2 < w3 (Meegahapola et al., "Change detection
// optimization in frequently changing web pages", 2017, algorithm 1: missing elements weigh most).
//
// An element is a block with text (blocks.h). The two lists are compared as multisets, so that
// reordering is not a change. The place of an unmatched block is the matched block before it;
// unmatched blocks of both versions at the same place are one changed element.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "change/page_print.h"

namespace freshet {

struct ElementWeights {
  double added = 1;    // w1
  double changed = 2;  // w2
  double missing = 3;  // w3
};

struct ElementDiff {
  // A block that only one of the versions has.
  struct Lone {
    std::uint32_t block;  // its number in its version
    std::uint64_t place;  // the text of the matched block before it; 0 at the beginning
  };

  std::vector<Lone> only_old;
  std::vector<Lone> only_new;
  std::size_t added = 0;
  std::size_t changed = 0;
  std::size_t missing = 0;
  bool reordered = false;  // the common blocks are in another order

  double change_value(const ElementWeights& weights = {}) const {
    return weights.added * static_cast<double>(added) +
           weights.changed * static_cast<double>(changed) +
           weights.missing * static_cast<double>(missing);
  }
};

ElementDiff diff_elements(const PagePrint& old_page, const PagePrint& new_page);

}  // namespace freshet
