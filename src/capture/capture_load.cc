#include "capture/capture_load.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace freshet {
namespace {

struct StoredSighting {
  CapturePage page = 0;
  Time time{};
  std::optional<PageCheck> check = {};    // none: the first sight
  std::optional<PageKey> requisite = {};  // in place of a page
};

// Reads the sightings of a page: all since `began`, and some checks before.
Status read_sightings(Catalog& catalog, const PageKey& key, Time began, CapturePage page,
                      std::vector<StoredSighting>& sightings) {
  const auto row = catalog.find_page(key);
  if (!row) return std::unexpected(row.error());
  if (*row && (*row)->first_seen >= began)
    sightings.push_back({.page = page, .time = (*row)->first_seen});
  // A capture makes a few checks of a page; a long history is read only if all are of it.
  for (std::size_t count = 16;; count *= 16) {
    auto checks = catalog.checks(key, count);
    if (!checks) return std::unexpected(checks.error());
    if (checks->size() == count && checks->front().time >= began) continue;
    for (PageCheck& check : *checks) {
      const Time time = check.time;
      sightings.push_back({.page = page, .time = time, .check = std::move(check)});
    }
    return {};
  }
}

// The sightings of a requisite are those of a page that is not numbered.
Status read_requisite(Catalog& catalog, const PageKey& key, const CaptureRow& capture,
                      CaptureBook& book, std::vector<StoredSighting>& sightings) {
  book.requisites().add(key);
  if (capture.id == 0) return {};
  std::vector<StoredSighting> found;
  if (auto read = read_sightings(catalog, key, capture.began, 0, found); !read) return read;
  for (StoredSighting& each : found) {
    if (each.check && each.check->outcome == CheckOutcome::failed) continue;
    sightings.push_back({.time = each.time, .requisite = key});
  }
  return {};
}

void replay(std::vector<StoredSighting> sightings, const CaptureRow& capture, CaptureBook& book) {
  std::ranges::stable_sort(sightings, {}, &StoredSighting::time);
  bool has_begun_round = capture.round <= 1;
  const auto advance = [&](Time time) {
    if (!has_begun_round && time >= capture.round_began) {
      book.begin_round();
      has_begun_round = true;
    }
    if (has_begun_round && capture.round_instant && !book.instant() &&
        time > *capture.round_instant)
      book.begin_revisits(*capture.round_instant);
  };
  for (const StoredSighting& sighting : sightings) {
    if (sighting.check) book.observe_validators(sighting.page, *sighting.check);
    if (sighting.time < capture.began) continue;
    advance(sighting.time);
    if (sighting.requisite)
      book.requisites().observe(*sighting.requisite, sighting.time);
    else if (sighting.check)
      book.observe_check(sighting.page, sighting.time, sighting.check->outcome,
                         sighting.check->status);
    else
      book.observe_first(sighting.page, sighting.time);
  }
  advance(Time::max());
}

}  // namespace

Result<CaptureBook> load_capture(Catalog& catalog, const CaptureRow& capture,
                                 const DescribeBelief& describe) {
  CaptureBook book;
  std::vector<StoredSighting> sightings;
  for (const Host& host : capture.hosts) {
    std::vector<PageBelief> beliefs;
    const Status read = catalog.each_belief(host, [&](const PageBelief& belief) {
      beliefs.push_back(belief);
      return true;
    });
    if (!read) return std::unexpected(read.error());
    for (PageBelief& belief : beliefs) {
      if (belief.is_requisite()) {
        if (belief.state != PageState::scheduled) continue;
        auto done = read_requisite(catalog, belief.page, capture, book, sightings);
        if (!done) return std::unexpected(done.error());
        continue;
      }
      const std::size_t before = sightings.size();
      const auto number = static_cast<CapturePage>(book.size());
      if (auto done = read_sightings(catalog, belief.page, capture.began, number, sightings); !done)
        return std::unexpected(done.error());
      const bool is_scheduled = belief.state == PageState::scheduled;
      const bool is_seen = sightings.size() > before && sightings.back().time >= capture.began;
      if (!is_scheduled && !is_seen) {
        sightings.resize(before);
        continue;
      }
      if (describe) describe(belief);
      BookedPage& page = book[book.add(belief.page)];
      page.changes_per_day = belief.rate;
      page.depth = belief.depth;
    }
  }
  replay(std::move(sightings), capture, book);
  return book;
}

}  // namespace freshet
