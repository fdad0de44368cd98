#include "change/element_diff.h"

#include <algorithm>
#include <unordered_map>

namespace freshet {
namespace {

using Counts = std::unordered_map<std::uint64_t, std::size_t>;

Counts count_texts(const PagePrint& page) {
  Counts counts;
  counts.reserve(page.blocks.size());
  for (const BlockPrint& block : page.blocks)
    if (block.text != 0) ++counts[block.text];
  return counts;
}

struct Unmatched {
  std::vector<ElementDiff::Lone> lone;
  std::vector<std::uint64_t> matched;  // texts of the matched blocks, in order
};

Unmatched find_unmatched(const PagePrint& page, Counts others) {
  Unmatched found;
  std::uint64_t place = 0;
  for (std::uint32_t i = 0; i < page.blocks.size(); ++i) {
    const std::uint64_t text = page.blocks[i].text;
    if (text == 0) continue;
    const auto other = others.find(text);
    if (other == others.end() || other->second == 0) {
      found.lone.push_back({i, place});
      continue;
    }
    --other->second;
    place = text;
    found.matched.push_back(text);
  }
  return found;
}

}  // namespace

ElementDiff diff_elements(const PagePrint& old_page, const PagePrint& new_page) {
  ElementDiff diff;
  Unmatched of_old = find_unmatched(old_page, count_texts(new_page));
  Unmatched of_new = find_unmatched(new_page, count_texts(old_page));
  diff.only_old = std::move(of_old.lone);
  diff.only_new = std::move(of_new.lone);
  diff.reordered = of_old.matched != of_new.matched;

  Counts gone;
  for (const ElementDiff::Lone& lone : diff.only_old) ++gone[lone.place];
  for (const ElementDiff::Lone& lone : diff.only_new) {
    std::size_t& left = gone[lone.place];
    if (left == 0) {
      ++diff.added;
    } else {
      --left;
      ++diff.changed;
    }
  }
  diff.missing = diff.only_old.size() - diff.changed;
  return diff;
}

}  // namespace freshet
