#include "refresh/believe.h"

#include <algorithm>
#include <utility>

#include "predict/rate.h"
#include "schedule/days.h"
#include "store/told_change.h"

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
void count_unmodified(PageBelief& belief, const Sighting& sighting) {
  const CheckOutcome outcome = sighting.check->outcome;
  const bool lies =
      sighting.order && sighting.order->denial != Denial::none && outcome == CheckOutcome::changed;
  if (lies) belief.unmodified = -1;
  if (belief.unmodified < 0 || outcome == CheckOutcome::failed) return;
  belief.unmodified = sighting.is_not_modified || sighting.is_by_length ? belief.unmodified + 1 : 0;
}

}  // namespace

FirstLook look_of(const Sighting& sighting) {
  FirstLook look;
  if (const auto& f = sighting.features) {
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
  look.has_etag = sighting.has_etag ? 1 : 0;
  look.has_last_modified = sighting.last_modified ? 1 : 0;
  if (sighting.last_modified)
    look.last_modified_age_days = std::max(0.0, days_of(sighting.time - *sighting.last_modified));
  if (sighting.sitemap.last_modified)
    look.sitemap_age_days = std::max(0.0, days_of(sighting.time - *sighting.sitemap.last_modified));
  if (sighting.sitemap.changes)
    look.sitemap_changes_per_day =
        changefreq_rate(change_frequency_text(*sighting.sitemap.changes));
  look.depth = sighting.depth;
  return look;
}

BeliefStep after(const Sighting& sighting, const GoneBackoff& backoff) {
  BeliefStep step;
  PageBelief& belief = step.belief;
  if (sighting.order && sighting.order->belief) belief = *sighting.order->belief;
  belief.page = sighting.page;
  if (sighting.is_requisite && belief.first_group == 0) {
    belief.first_group = kRequisiteGroup;
    belief.first_rate = kRequisiteRate;
    belief.weight = kRequisiteWeight;
  }
  if (!sighting.check) {
    belief.depth = sighting.depth;
    belief.first_changed = told_change(sighting.last_modified, sighting.time);
    return step;
  }
  const PageCheck& check = *sighting.check;
  belief.checked = check.time;
  if (check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed)
    count_check(belief, check);
  const LifeStep life = life_of(belief).advance(LifeObservation::of(check), backoff);
  set_life(belief, life.life);
  step.life_event = life.event;
  count_unmodified(belief, sighting);
  return step;
}
std::optional<PageEvent> event_of(const Sighting& sighting, LifeEvent life_event) {
  if (sighting.is_requisite) return std::nullopt;
  PageEvent event{.url = sighting.page.url, .time = sighting.time, .digest = sighting.payload};
  if (!sighting.check) return event;
  event.change = sighting.check->change;
  if (sighting.order) {
    event.before = sighting.order->copied;
    event.digest_before = sighting.order->payload;
  }
  if (life_event == LifeEvent::returned) return event;
  switch (sighting.check->outcome) {
    case CheckOutcome::changed:
      event.kind = EventKind::changed;
      return event;
    case CheckOutcome::same:
      // Followers have the text of the last copy, noise and all: what they are told next differs
      // from that.
      if (!sighting.has_other_text) return std::nullopt;
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

PageNews FirstBeliefs::believe(const Sighting& sighting) {
  PageNews news;
  auto [belief, life_event] = after(sighting, backoff_);
  if (sighting.check) {
    news.checks.push_back(*sighting.check);
  } else if (sighting.is_requisite) {
    belief.group = belief.first_group;
    belief.rate = belief.rate_low = belief.rate_high = belief.first_rate;
  } else {
    const FirstSightPrediction seen = first_sight_.predict(look_of(sighting));
    belief.first_group = belief.group = static_cast<std::int32_t>(seen.group) + 1;
    belief.first_rate = belief.rate = typical_rate(seen.prior);
    belief.rate_low = rate_quantile(seen.prior, 0.1);
    belief.rate_high = rate_quantile(seen.prior, 0.9);
  }
  news.marks = sighting.marks;
  if (auto event = event_of(sighting, life_event)) news.events.push_back(*std::move(event));
  news.beliefs.push_back(std::move(belief));
  return news;
}

}  // namespace freshet
