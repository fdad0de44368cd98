#include "predict/site_clock.h"

#include <algorithm>
#include <cmath>

namespace freshet {
namespace {

// Lower bound of a burst: nothing could be learned from a clock that stands still.
constexpr float kBurstMin = 1e-3F;
constexpr float kBurstMax = 1e9F;
constexpr float kSpanMin = 1e-3F;
constexpr float kSmall = 1e-3F;

// Returns the expected changes per unit of the clock for a page of `rate` that changed at least
// once within `span`.
float changes_per_unit(float rate, float span) {
  const float x = rate * span;
  if (x < kSmall) return 1 / std::max(span, kSpanMin);
  return rate / -std::expm1(-x);
}

}  // namespace

std::size_t SiteClock::stretch_at(double day) const {
  const auto found =
      std::ranges::lower_bound(stretches_, day, {}, [](const Stretch& s) { return s.end; });
  return static_cast<std::size_t>(found - stretches_.begin());
}

double SiteClock::moved_at(double day) const {
  if (!(day > 0)) return day;
  if (stretches_.empty()) return day;
  const Stretch& last = stretches_.back();
  if (day >= last.end) return last.moved + (day - last.end) * pace_;
  const std::size_t i = stretch_at(day);
  const double start = start_of(i);
  const double moved = i == 0 ? 0 : stretches_[i - 1].moved;
  return moved + (stretches_[i].moved - moved) * (day - start) / (stretches_[i].end - start);
}

float SiteClock::span(double from, double to) const {
  if (!(to > from)) return 0;
  return static_cast<float>(std::max(moved_at(to) - moved_at(from), 0.0));
}

void SiteClock::observe(const SiteCheck& check) {
  if (!(check.at > check.after) || !(check.after >= 0)) return;
  if (!checks_.empty() && check.at < checks_.back().at) return;
  if (checks_.size() >= kClockChecksMax)
    checks_.erase(checks_.begin(), checks_.begin() + kClockChecksMax / 8);
  checks_.push_back(check);
}

void SiteClock::forget_before(double day) {
  const auto kept = std::ranges::find_if(checks_, [&](const SiteCheck& c) { return c.at > day; });
  checks_.erase(checks_.begin(), kept);
}

// Ends a stretch at `at`, unless it would be shorter than the resolution.
void SiteClock::extend(double at) {
  if (at < settled_until() + options_.stretch_days_min) return;
  thin_out();
  stretches_.push_back({.end = at});
  move(stretches_.size() - 1);
}

// Returns how much of a change's evidence for itself is removed, from 0 to 1.
double SiteClock::doubt_of(std::size_t stretch) const {
  const double days = stretches_[stretch].end - start_of(stretch);
  const double doubted = options_.sure_days - options_.stretch_days_min;
  return doubted > 0 ? std::clamp((options_.sure_days - days) / doubted, 0.0, 1.0) : 0;
}

// Computes from the burst of a stretch how far the clock moves in it.
void SiteClock::move(std::size_t stretch) {
  Stretch& moving = stretches_[stretch];
  const double h = options_.own + (1 - options_.own) * static_cast<double>(moving.burst);
  moving.moved =
      (stretch == 0 ? 0 : stretches_[stretch - 1].moved) + (moving.end - start_of(stretch)) * h;
}

// Merges every two stretches in the older half into one.
void SiteClock::thin_out() {
  if (stretches_.size() < kStretchesMax) return;
  std::size_t kept = 0;
  for (std::size_t i = 0; i < stretches_.size(); ++i) {
    if (i >= kStretchesMax / 2) {
      stretches_[kept++] = stretches_[i];
      continue;
    }
    if (i % 2 == 0) continue;
    Stretch both = stretches_[i];
    const double start = i < 2 ? 0 : start_of(kept);
    const double first = stretches_[i - 1].end - start;
    const double second = both.end - stretches_[i - 1].end;
    both.burst = static_cast<float>((first * static_cast<double>(stretches_[i - 1].burst) +
                                     second * static_cast<double>(both.burst)) /
                                    (first + second));
    stretches_[kept++] = both;
  }
  stretches_.resize(kept);
}

std::vector<SiteClock::Cover> SiteClock::cover_checks(std::size_t from) const {
  std::vector<Cover> covers;
  covers.reserve(checks_.size());
  const double begin = start_of(from);
  for (const SiteCheck& check : checks_) {
    const double after = std::max(check.after, begin);
    Cover cover;
    if (after >= stretches_.back().end) {
      // It lies after all stretches, so it carries no information about them yet.
      cover.is_empty = true;
      covers.push_back(cover);
      continue;
    }
    // A check that begins at the end of a stretch covers nothing of it.
    std::size_t first = stretch_at(after);
    if (stretches_[first].end <= after) ++first;
    const std::size_t last = stretch_at(std::min(check.at, stretches_.back().end));
    const auto part_of = [&](std::size_t i, double days) {
      return static_cast<float>(days / (stretches_[i].end - start_of(i)));
    };
    cover.first = static_cast<std::uint32_t>(first - from);
    cover.last = static_cast<std::uint32_t>(last - from);
    cover.left_out_first = part_of(first, after - start_of(first));
    cover.left_out_last = part_of(last, std::max(stretches_[last].end - check.at, 0.0));
    covers.push_back(cover);
  }
  return covers;
}

void SiteClock::collect(std::size_t from, const std::vector<Cover>& covers,
                        std::vector<Sums>& sums) const {
  sums.assign(stretches_.size() - from + 1, {});
  for (std::size_t i = 0; i < checks_.size(); ++i) {
    const SiteCheck& check = checks_[i];
    const Cover& cover = covers[i];
    if (cover.is_empty) continue;
    sums[cover.first].exposure += check.rate;
    sums[cover.last + 1].exposure -= check.rate;
    sums[cover.first].exposure_part += check.rate * cover.left_out_first;
    sums[cover.last].exposure_part += check.rate * cover.left_out_last;
    if (!check.has_changed) continue;
    const float changes = changes_per_unit(check.rate, span(check.after, check.at));
    sums[cover.first].changes += changes;
    sums[cover.last + 1].changes -= changes;
    sums[cover.first].changes_part += changes * cover.left_out_first;
    sums[cover.last].changes_part += changes * cover.left_out_last;
    const double square = static_cast<double>(changes) * static_cast<double>(changes);
    const auto left_out = [square](float part) {
      return square * (1 - (1 - static_cast<double>(part)) * (1 - static_cast<double>(part)));
    };
    sums[cover.first].squares += square;
    sums[cover.last + 1].squares -= square;
    sums[cover.first].squares_part += left_out(cover.left_out_first);
    sums[cover.last].squares_part += left_out(cover.left_out_last);
  }
}

void SiteClock::settle(double now) {
  if (now < settled_until() || !(now > 0)) return;
  // Nothing can be told apart between the times of checks, so stretches end at such times.
  const double settled = settled_until();
  const auto unsettled = std::ranges::upper_bound(checks_, settled, {},
                                                  [](const SiteCheck& check) { return check.at; });
  for (auto check = unsettled; check != checks_.end() && check->at <= now; ++check)
    extend(check->at);
  if (stretches_.empty()) return;
  const double begin = now - options_.window_days;
  // A stretch that began before the window is not re-estimated.
  std::size_t from = begin <= 0 ? 0 : stretch_at(begin) + 1;
  from = std::min(from, stretches_.size() - 1);
  forget_before(start_of(from));
  const std::vector<Cover> covers = cover_checks(from);
  std::vector<Sums> sums;
  const auto shape = static_cast<float>(options_.shape);
  const auto own = static_cast<float>(options_.own);
  for (int round = 0; round < options_.rounds; ++round) {
    collect(from, covers, sums);
    float exposure = 0;
    float changes = 0;
    double squares = 0;
    for (std::size_t i = from; i < stretches_.size(); ++i) {
      const Sums& sum = sums[i - from];
      exposure = std::max(exposure + sum.exposure, 0.0F);
      changes = std::max(changes + sum.changes, 0.0F);
      const float exposed = std::max(exposure - sum.exposure_part, 0.0F);
      squares = std::max(squares + sum.squares, 0.0);
      float changed = std::max(changes - sum.changes_part, 0.0F);
      const double doubt = doubt_of(i);
      if (doubt > 0 && changed > 0) {
        const double own_share =
            std::max(squares - sum.squares_part, 0.0) / static_cast<double>(changed);
        changed = std::max(changed - static_cast<float>(doubt * own_share), 0.0F);
      }
      Stretch& stretch = stretches_[i];
      stretch.burst =
          std::clamp((shape + (1 - own) * stretch.burst * changed) / (shape + (1 - own) * exposed),
                     kBurstMin, kBurstMax);
      move(i);
    }
  }
  const Stretch& last = stretches_.back();
  pace_ = (options_.pace_days + last.moved) / (options_.pace_days + last.end);
}

std::size_t SiteClock::bytes_of_memory() const {
  return sizeof(*this) + stretches_.capacity() * sizeof(Stretch) +
         checks_.capacity() * sizeof(SiteCheck);
}

}  // namespace freshet
