#include "coherence/invariance.h"

#include <algorithm>

namespace freshet {
namespace {

Time received_of(const Sighting& sighting) { return std::max(sighting.sent, sighting.received); }

// The sightings of one content in a row.
using Stretch = std::span<const Sighting>;

// The sightings of other content around a stretch.
struct Around {
  std::optional<Time> received_before = {};
  std::optional<Time> sent_after = {};
};

// Returns the earliest date in the stretch that contradicts nothing: not earlier than the receipt
// of another content, and not later than its own sighting.
std::optional<Time> earliest_date(Stretch stretch, std::optional<Time> received_before) {
  std::optional<Time> earliest;
  for (const Sighting& sighting : stretch) {
    if (!sighting.modified || *sighting.modified > sighting.sent) continue;
    if (received_before && *sighting.modified < *received_before) continue;
    if (!earliest || *sighting.modified < *earliest) earliest = sighting.modified;
  }
  return earliest;
}

Invariance invariance_of(Stretch stretch, const Around& around) {
  const Sighting& first = stretch.front();
  const Sighting& last = stretch.back();
  const Time received = received_of(first);
  Invariance found{.interval = {.from = received, .until = last.sent},
                   .content = first.content,
                   .left = first.kind,
                   .right = last.kind,
                   .sightings = static_cast<std::uint32_t>(stretch.size())};
  const auto date = earliest_date(stretch, around.received_before);
  if (date && *date < received) {
    found.interval.from = *date;
    found.left = SightKind::dated;
  }
  // One exchange, or several that overlap: the content was seen at some moment of the first.
  // Another exchange that began meanwhile and saw other content is taken to come later.
  if (found.interval.until < found.interval.from) {
    Time middle = first.sent + (received - first.sent) / 2;
    if (around.sent_after) middle = std::min(middle, *around.sent_after);
    found.interval = {.from = middle, .until = middle};
  }
  return found;
}

// Appends the interval of a stretch; nothing if no sighting in it is a proof but proofs are asked.
void append_stretch(Stretch stretch, const Around& around, Evidence evidence,
                    std::vector<Invariance>& found) {
  const auto is_hint = [](const Sighting& s) { return s.kind == SightKind::same_length; };
  const auto size = static_cast<std::uint32_t>(stretch.size());
  if (evidence == Evidence::proofs) {
    while (!stretch.empty() && is_hint(stretch.front())) stretch = stretch.subspan(1);
    while (!stretch.empty() && is_hint(stretch.back())) stretch = stretch.first(stretch.size() - 1);
    if (stretch.empty()) return;
  }
  found.push_back(invariance_of(stretch, around));
  found.back().sightings = size;
}

}  // namespace

std::vector<Invariance> invariance_intervals(std::span<const Sighting> by_time, Evidence evidence) {
  std::vector<Sighting> sorted;
  if (!std::ranges::is_sorted(by_time, {}, &Sighting::sent)) {
    sorted.assign(by_time.begin(), by_time.end());
    std::ranges::stable_sort(sorted, {}, &Sighting::sent);
    by_time = sorted;
  }
  std::vector<Invariance> found;
  Around around;
  for (std::size_t begin = 0; begin < by_time.size();) {
    std::size_t end = begin + 1;
    while (end < by_time.size() && by_time[end].content == by_time[begin].content) ++end;
    around.sent_after.reset();
    if (end < by_time.size()) around.sent_after = by_time[end].sent;
    append_stretch(by_time.subspan(begin, end - begin), around, evidence, found);
    around.received_before = received_of(by_time[end - 1]);
    begin = end;
  }
  return found;
}

}  // namespace freshet
