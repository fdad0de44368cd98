#include "change/noise.h"

#include "change/element_diff.h"
#include "similar/mix.h"

namespace freshet {
namespace {

// Returns true if it differed in at least half of the steps, and at least twice.
bool is_usual(std::size_t differed, std::size_t steps) {
  return differed >= 2 && 2 * differed >= steps;
}

}  // namespace

AspectStates aspect_states(const PagePrint& page, PageNoise::Aspect aspect) {
  AspectStates states;
  states.reserve(page.blocks.size());
  for (const BlockPrint& block : page.blocks) {
    const std::uint64_t state = aspect == PageNoise::Aspect::links ? block.links : block.markup;
    if (block.identity() == 0) continue;
    AspectState& all = states[block.identity()];
    ++all.blocks;
    all.sum += mix64(state + 1);
  }
  return states;
}

PageNoise::PageNoise(std::span<const PagePrint* const> versions) {
  if (versions.size() > kEarlierMax) versions = versions.last(kEarlierMax);
  count_ = versions.size();
  for (std::size_t i = 0; i < versions.size(); ++i) {
    const PagePrint& page = *versions[i];
    for (const BlockPrint& block : page.blocks)
      pasts_[block.identity()].versions |= std::uint64_t{1} << i;
    for (const auto& [text, state] : aspect_states(page, Aspect::links))
      pasts_[text].links.push_back(state);
    if (i + 1 == versions.size()) break;
    images_.insert(page.images.begin(), page.images.end());
    const ElementDiff diff = diff_elements(page, *versions[i + 1]);
    std::unordered_set<std::uint64_t> places;
    for (const auto* side : {&diff.only_old, &diff.only_new})
      for (const ElementDiff::Lone& lone : *side) places.insert(lone.place);
    for (const std::uint64_t place : places) ++varied_behind_[place];
  }
}

bool PageNoise::returns(std::uint64_t text) const {
  const auto past = pasts_.find(text);
  if (past == pasts_.end()) return false;
  const std::uint64_t last = std::uint64_t{1} << (count_ - 1);
  return (past->second.versions & last) == 0;
}

bool PageNoise::varies_behind(std::uint64_t place) const {
  const auto varied = varied_behind_.find(place);
  return varied != varied_behind_.end() && is_usual(varied->second, steps());
}

bool PageNoise::has_varying_links(std::uint64_t identity) const {
  const auto past = pasts_.find(identity);
  if (past == pasts_.end()) return false;
  const std::vector<AspectState>& states = past->second.links;
  std::size_t differed = 0;
  for (std::size_t i = 1; i < states.size(); ++i) differed += states[i].differs_from(states[i - 1]);
  return !states.empty() && is_usual(differed, states.size() - 1);
}

}  // namespace freshet
