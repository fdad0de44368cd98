#include "refresh/record.h"

#include <algorithm>
#include <utility>

#include "predict/rate.h"
#include "refresh/evidence.h"
#include "schedule/days.h"
#include "store/reported_change.h"

namespace freshet {
namespace {

// Counts a check that found the page there.
void count_check(PageBelief& belief, const PageCheck& check) {
  ++belief.checks;
  if (check.outcome != CheckOutcome::changed) return;
  ++belief.changes;
  belief.changed = check.time;
}

// Counts the answers in a row that sent no body; below 0 if the server's 304s are wrong.
void count_unmodified(PageBelief& belief, const Observation& observation) {
  const CheckOutcome outcome = observation.check->outcome;
  const bool lies = observation.order && observation.order->denial != Denial::none &&
                    outcome == CheckOutcome::changed;
  if (lies) belief.unmodified = -1;
  if (belief.unmodified < 0 || outcome == CheckOutcome::failed) return;
  belief.unmodified =
      observation.is_not_modified || observation.is_by_length ? belief.unmodified + 1 : 0;
}

}  // namespace

FirstLook look_of(const Observation& observation) {
  FirstLook look;
  if (const auto& f = observation.features) {
    look.links = static_cast<double>(f->links);
    look.emails = static_cast<double>(f->emails);
    look.images = static_cast<double>(f->images);
    look.headings = static_cast<double>(f->headings);
    look.scripts = static_cast<double>(f->scripts);
    look.forms = static_cast<double>(f->forms);
    look.elements = static_cast<double>(f->elements);
    look.text_bytes = static_cast<double>(f->text_bytes);
    look.raw_bytes = static_cast<double>(f->raw_bytes);
    look.url_dir_level = static_cast<double>(f->url_dir_level);
  }
  look.has_etag = observation.has_etag ? 1 : 0;
  look.has_last_modified = observation.last_modified ? 1 : 0;
  if (observation.last_modified)
    look.last_modified_age_days =
        std::max(0.0, days_of(observation.time - *observation.last_modified));
  if (observation.sitemap.last_modified)
    look.sitemap_age_days =
        std::max(0.0, days_of(observation.time - *observation.sitemap.last_modified));
  if (observation.sitemap.changes)
    look.sitemap_changes_per_day =
        changefreq_rate(change_frequency_text(*observation.sitemap.changes));
  look.depth = observation.depth;
  return look;
}

double rate_of(const FirstSight& first_sight, const WaitingPage& page, Time now) {
  FirstLook look{.depth = static_cast<double>(page.depth)};
  const auto changed = reported_change(page.sitemap.last_modified, now);
  if (changed) look.sitemap_age_days = std::max(0.0, days_of(now - *changed));
  if (page.sitemap.changes)
    look.sitemap_changes_per_day = changefreq_rate(change_frequency_text(*page.sitemap.changes));
  RateWeights believed = first_sight.predict(look).prior;
  if (changed && *changed < now) believed = with_age(believed, now - *changed);
  return typical_rate(believed);
}

BeliefUpdate updated_belief(const Observation& observation, const GoneBackoff& backoff) {
  BeliefUpdate step;
  PageBelief& belief = step.belief;
  if (observation.order && observation.order->belief) belief = *observation.order->belief;
  belief.page = observation.page;
  if (observation.is_requisite && belief.first_group == 0) {
    belief.first_group = kRequisiteGroup;
    belief.first_rate = kRequisiteRate;
    belief.weight = kRequisiteWeight;
  }
  if (!observation.check) {
    belief.depth = observation.depth;
    belief.first_changed = reported_change(observation.last_modified, observation.time);
    return step;
  }
  const PageCheck& check = *observation.check;
  belief.checked = check.time;
  if (check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed)
    count_check(belief, check);
  const LifeStep life = life_of(belief).advance(LifeObservation::of(check), backoff);
  set_life(belief, life.life);
  step.life_event = life.event;
  count_unmodified(belief, observation);
  return step;
}
std::optional<PageEvent> event_of(const Observation& observation, LifeEvent life_event) {
  if (observation.is_requisite) return std::nullopt;
  PageEvent event{
      .url = observation.page.url, .time = observation.time, .digest = observation.payload};
  if (!observation.check) return event;
  event.change = observation.check->change;
  if (observation.order) {
    event.before = observation.order->copied;
    event.digest_before = observation.order->payload;
  }
  if (life_event == LifeEvent::returned) return event;
  switch (observation.check->outcome) {
    case CheckOutcome::changed:
      event.kind = EventKind::changed;
      return event;
    case CheckOutcome::same:
      // Followers have the text of the last copy, noise and all: what they are told next differs
      // from that.
      if (!observation.has_other_text) return std::nullopt;
      event.kind = EventKind::changed;
      return event;
    case CheckOutcome::gone:
      if (life_event != LifeEvent::vanished) return std::nullopt;
      event.kind = EventKind::removed;
      event.digest.reset();
      return event;
    case CheckOutcome::back:
    case CheckOutcome::failed:
      return std::nullopt;
  }
  return std::nullopt;
}

PageNews FirstSightRecorder::record(const Observation& observation) {
  PageNews news;
  auto [belief, life_event] = updated_belief(observation, backoff_);
  if (observation.check) {
    news.checks.push_back(*observation.check);
  } else if (observation.is_requisite) {
    belief.group = belief.first_group;
    belief.rate = belief.rate_low = belief.rate_high = belief.first_rate;
  } else {
    const FirstSightPrediction seen = first_sight_.predict(look_of(observation));
    belief.first_group = belief.group = static_cast<std::int32_t>(seen.group) + 1;
    belief.first_rate = typical_rate(seen.prior);
    RateWeights believed = seen.prior;
    if (belief.first_changed && *belief.first_changed < observation.time)
      believed = with_age(believed, observation.time - *belief.first_changed);
    belief.rate = typical_rate(believed);
    belief.rate_low = rate_quantile(believed, 0.1);
    belief.rate_high = rate_quantile(believed, 0.9);
  }
  news.marks = observation.marks;
  if (auto event = event_of(observation, life_event)) news.events.push_back(*std::move(event));
  news.beliefs.push_back(std::move(belief));
  return news;
}

}  // namespace freshet
