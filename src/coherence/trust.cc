#include "coherence/trust.h"

#include <algorithm>

namespace freshet {
namespace {

constexpr Duration kClockTolerance = std::chrono::seconds(2);
constexpr double kMostAnswers = 0.9;  // share of the answers within the uncertainty

Time receipt_of(const Sighting& sighting) { return std::max(sighting.sent, sighting.received); }

Duration quantile(std::vector<Duration>& values, double share) {
  const auto place = static_cast<std::ptrdiff_t>(static_cast<double>(values.size() - 1) * share);
  std::nth_element(values.begin(), values.begin() + place, values.end());
  return values[static_cast<std::size_t>(place)];
}

// Returns the latest moment of our clock that the date may mean; nothing if it cannot be true.
std::optional<Time> believable_date(const AnsweredSighting& seen, const ServerClock& clock) {
  if (!seen.last_modified || *seen.last_modified < kEarliestDate) return std::nullopt;
  const Time earliest = *seen.last_modified - clock.ahead - clock.uncertainty;
  if (earliest > receipt_of(seen.sighting)) return std::nullopt;
  return *seen.last_modified + kDateStep - clock.ahead + clock.uncertainty;
}

bool is_whole_page(const Sighting& sighting) {
  return sighting.kind == SightKind::fetched && sighting.content != kAbsent;
}

// Returns true if the page was seen to change, and its validator with it each time.
bool changes_its_validator(const AnsweredPage& page) {
  const AnsweredSighting* earlier = nullptr;
  bool has_changed = false;
  for (const AnsweredSighting& each : page) {
    if (!is_whole_page(each.sighting)) continue;
    if (earlier != nullptr && earlier->sighting.content != each.sighting.content) {
      if (each.validator == 0 || earlier->validator == each.validator) return false;
      has_changed = true;
    }
    earlier = &each;
  }
  return has_changed;
}

// Compares two whole contents with none between them.
void compare_pair(const AnsweredSighting& earlier, const AnsweredSighting& later,
                  HostDates& dates) {
  if (earlier.sighting.content == later.sighting.content) return;
  if (earlier.validator != 0 && earlier.validator == later.validator) ++dates.stuck;
  const auto modified = believable_date(later, dates.clock);
  if (!modified) return;
  ++(*modified < earlier.sighting.sent ? dates.contradicted : dates.confirmed);
}

}  // namespace

bool ServerClock::is_wrong() const {
  return std::chrono::abs(ahead) > uncertainty + kClockTolerance;
}

ServerClock estimate_clock(std::span<const AnsweredSighting> answers) {
  std::vector<Duration> centres;
  std::vector<Duration> halves;
  for (const AnsweredSighting& each : answers) {
    if (!each.served || *each.served < kEarliestDate) continue;
    const Duration lowest = *each.served - receipt_of(each.sighting);
    const Duration highest = *each.served + kDateStep - each.sighting.sent;
    centres.push_back(lowest + (highest - lowest) / 2);
    halves.push_back((highest - lowest) / 2);
  }
  if (centres.empty()) return {};
  ServerClock clock{.answers = centres.size()};
  clock.ahead = quantile(centres, 0.5);
  for (Duration& each : centres) each = std::chrono::abs(each - clock.ahead);
  clock.uncertainty = std::max(quantile(centres, kMostAnswers), quantile(halves, 0.5));
  return clock;
}

HostDates learn_dates(std::span<const AnsweredPage> pages) {
  std::vector<AnsweredSighting> answers;
  for (const AnsweredPage& page : pages)
    for (const AnsweredSighting& each : page)
      if (each.served) answers.push_back(each);
  HostDates dates{.clock = estimate_clock(answers)};
  for (const AnsweredPage& page : pages) {
    const AnsweredSighting* earlier = nullptr;
    for (const AnsweredSighting& each : page) {
      if (each.last_modified) ++(believable_date(each, dates.clock) ? dates.dated : dates.ignored);
      if (!is_whole_page(each.sighting)) continue;
      if (earlier != nullptr) compare_pair(*earlier, each, dates);
      earlier = &each;
    }
  }
  return dates;
}

std::vector<Sighting> trusted_sightings(const AnsweredPage& page, const HostDates& dates) {
  std::vector<Sighting> sightings;
  sightings.reserve(page.size());
  const bool is_304_proof = dates.are_validators_trusted() || changes_its_validator(page);
  for (const AnsweredSighting& each : page) {
    Sighting sighting = each.sighting;
    if (dates.are_dates_trusted() && sighting.content != kAbsent)
      sighting.modified = believable_date(each, dates.clock);
    if (sighting.kind == SightKind::not_modified && !is_304_proof)
      sighting.kind = SightKind::same_length;
    sightings.push_back(sighting);
  }
  return sightings;
}

}  // namespace freshet
