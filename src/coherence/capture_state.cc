#include "coherence/capture_state.h"

#include <algorithm>

namespace freshet {
namespace {

double share_of(std::size_t part, std::size_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

double CaptureCounts::coherent_share() const { return share_of(coherent, visited); }

double CaptureCounts::coherent_share_of_revisited() const {
  return share_of(coherent, coherent + changed);
}

CaptureState::Page& CaptureState::page_at(std::uint32_t page) {
  if (page >= pages_.size()) pages_.resize(std::size_t{page} + 1);
  return pages_[page];
}

void CaptureState::visited(std::uint32_t page, Time at, std::uint64_t content) {
  Page& seen = page_at(page);
  if (seen.stage != Stage::unseen && seen.stage != Stage::visited) {
    revisited(page, at, content);
    return;
  }
  const bool is_new = seen.stage == Stage::unseen;
  const bool is_late = is_new && first_revisit_ && at > *first_revisit_;
  if (is_new) ++counts_.visited;
  seen = {.stage = is_late ? Stage::late : Stage::visited, .last = at, .content = content};
  if (!is_late) last_visit_ = last_visit_ ? std::max(*last_visit_, at) : at;
}

void CaptureState::revisited(std::uint32_t page, Time at, std::uint64_t content) {
  Page& seen = page_at(page);
  if (seen.stage == Stage::unseen) {
    visited(page, at, content);
    return;
  }
  if (seen.stage == Stage::visited) {
    const bool is_changed = content != seen.content;
    seen.stage = is_changed ? Stage::changed : Stage::coherent;
    ++counts_.revisited;
    ++(is_changed ? counts_.changed : counts_.coherent);
    first_revisit_ = first_revisit_ ? std::min(*first_revisit_, at) : at;
  }
  seen.last = at;
  seen.content = content;
}

void CaptureState::begin_round() {
  last_visit_.reset();
  first_revisit_.reset();
  counts_ = {};
  for (Page& page : pages_) {
    if (page.stage == Stage::unseen) continue;
    page.stage = Stage::visited;
    ++counts_.visited;
    last_visit_ = last_visit_ ? std::max(*last_visit_, page.last) : page.last;
  }
}

std::optional<Interval> CaptureState::instant() const {
  if (!last_visit_) return std::nullopt;
  const Interval between{.from = *last_visit_, .until = first_revisit_.value_or(*last_visit_)};
  if (between.until < between.from) return std::nullopt;
  return between;
}

std::vector<std::uint32_t> CaptureState::changed_pages() const {
  std::vector<std::uint32_t> changed;
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i].stage == Stage::changed) changed.push_back(static_cast<std::uint32_t>(i));
  return changed;
}

std::vector<std::optional<Duration>> CaptureState::ages(Time now) const {
  std::vector<std::optional<Duration>> ages(pages_.size());
  for (std::size_t i = 0; i < pages_.size(); ++i)
    if (pages_[i].stage != Stage::unseen)
      ages[i] = std::max(Duration::zero(), now - pages_[i].last);
  return ages;
}

}  // namespace freshet
