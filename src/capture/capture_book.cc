#include "capture/capture_book.h"

#include <algorithm>
#include <array>

namespace freshet {
namespace {

constexpr std::array<std::string_view, kCaptureGaps> kGapNames = {
    "found_late", "not_visited", "not_revisited", "no_answer", "forbidden"};

// Parts of PageCheck::stages (docs/formats/catalog.md). A request with an ETag is answered by it
// alone.
constexpr std::string_view kEtagStage = "\"etag\":";
constexpr std::string_view kEtagDiffers = "\"etag\":{\"finding\":\"differs\"";
constexpr std::string_view kDateDiffers = "\"last_modified\":{\"finding\":\"differs\"";

bool is_forbidden(int status) { return status == 401 || status == 403 || status == 451; }

}  // namespace

std::string_view name_of(CaptureGap gap) { return kGapNames[static_cast<std::size_t>(gap)]; }

CapturePage CaptureBook::add(const PageKey& key) {
  const auto [place, is_added] = by_url_.emplace(key.url, static_cast<CapturePage>(pages_.size()));
  if (is_added) pages_.push_back({.key = key});
  return place->second;
}

std::optional<CapturePage> CaptureBook::find(std::string_view url) const {
  const auto place = by_url_.find(std::string(url));
  if (place == by_url_.end()) return std::nullopt;
  return place->second;
}

void CaptureBook::see(CapturePage page, Time time, std::uint64_t content) {
  BookedPage& booked = pages_[page];
  booked.content = content;
  booked.seen = time;
  booked.failed_status.reset();
  ++sightings_;
  last_ = last_ ? std::max(*last_, time) : time;
  const bool is_after = instant_ && time > *instant_;
  if (is_after && !booked.revisited) booked.revisited = time;
  if (!is_after) booked.visited = time;
  if (!is_after)
    state_.visited(page, time, content);
  else if (booked.visited)
    state_.revisited(page, time, content);
}

void CaptureBook::observe_first(CapturePage page, Time time) {
  BookedPage& booked = pages_[page];
  if (!booked.seen) booked.is_new = true;
  // There was nothing to compare it with, so its content counts as another.
  see(page, time, booked.seen ? ++booked.versions : booked.content);
}

void CaptureBook::observe_check(CapturePage page, Time time, CheckOutcome outcome, int status) {
  BookedPage& booked = pages_[page];
  switch (outcome) {
    case CheckOutcome::same:
      return see(page, time, booked.content);
    case CheckOutcome::changed:
    case CheckOutcome::back:
      return see(page, time, ++booked.versions);
    case CheckOutcome::gone:
      return see(page, time, kAbsent);
    case CheckOutcome::failed:
      booked.failed_status = status;
      last_ = last_ ? std::max(*last_, time) : time;
      return;
  }
}

void CaptureBook::observe_validators(CapturePage page, const PageCheck& check) {
  if (check.outcome != CheckOutcome::changed) return;
  const bool has_etag = check.stages.find(kEtagStage) != std::string::npos;
  pages_[page].has_proven_validators =
      check.stages.find(has_etag ? kEtagDiffers : kDateDiffers) != std::string::npos;
}

void CaptureBook::begin_revisits(Time instant) {
  instant_ = instant;
  requisites_.begin_revisits(instant);
}

void CaptureBook::begin_round() {
  // Pages that were found too late for the last round.
  for (CapturePage page = 0; page < pages_.size(); ++page)
    if (pages_[page].seen && !pages_[page].visited)
      state_.visited(page, *pages_[page].seen, pages_[page].content);
  state_.begin_round();
  requisites_.begin_round();
  instant_.reset();
  for (BookedPage& page : pages_) {
    page.visited = page.seen;
    page.revisited.reset();
  }
}

CaptureTally CaptureBook::tally() const {
  const CaptureCounts& counts = state_.counts();
  CaptureTally tally{.visited = static_cast<std::int64_t>(counts.visited),
                     .revisited = static_cast<std::int64_t>(counts.revisited),
                     .coherent = static_cast<std::int64_t>(counts.coherent),
                     .changed = static_cast<std::int64_t>(counts.changed)};
  tally.unknown = static_cast<std::int64_t>(pages_.size()) - tally.coherent - tally.changed;
  return tally;
}

std::map<CaptureGap, std::int64_t> CaptureBook::gaps() const {
  std::map<CaptureGap, std::int64_t> gaps;
  for (const BookedPage& page : pages_) {
    if (page.visited && page.revisited) continue;
    if (page.failed_status)
      ++gaps[is_forbidden(*page.failed_status) ? CaptureGap::forbidden : CaptureGap::no_answer];
    else if (page.visited)
      ++gaps[CaptureGap::not_revisited];
    else
      ++gaps[page.revisited ? CaptureGap::found_late : CaptureGap::not_visited];
  }
  return gaps;
}

std::optional<Interval> CaptureBook::proven() const {
  if (!instant_) return std::nullopt;
  // The answers of visits arrived before the instant; their times are those of the requests.
  Interval proven{.from = *instant_, .until = *instant_};
  std::optional<Time> first;
  for (const BookedPage& page : pages_)
    if (page.visited && page.revisited)
      first = std::min(first.value_or(*page.revisited), *page.revisited);
  if (first) proven.until = std::max(proven.until, *first);
  return proven;
}

}  // namespace freshet
