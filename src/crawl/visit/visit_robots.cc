// robots.txt in a visit: asked for before anything else of its origin, kept in the archive like a
// page, and taken from there again for a day.
#include <fmt/format.h>

#include <utility>

#include "base/stored_time.h"
#include "crawl/robots_answer.h"
#include "crawl/visit/visit.h"
#include "robots/robots_access.h"

namespace freshet {

// The errand that waits for robots.txt comes after it.
void Visit::ask_robots(const Url& url) {
  const std::string origin = url.origin();
  agenda_.put_back(*errand_);
  errand_ = robots_errand(origin);
  if (!errand_) gate_.forbid_all({.origins = {origin}}, tools_.clock.now());
}

// Rules hold for a day, wherever they are kept. A copy that cannot be read is fetched again.
bool Visit::is_fresh(const Errand& errand, const Remembered& remembered) const {
  return !errand.robots() || (is_recent(remembered.time, tools_.clock.now(), kRobotsAgeMax) &&
                              read_robots_body(remembered.head, remembered.body).has_value());
}

bool Visit::wants_sitemaps() const {
  if (!tools_.scope.may_hold(task_.host)) return false;
  return task_.checks_known_pages ? task_.wants_sitemaps
                                  : !before_.is_complete && limits_.depth > 0;
}

void Visit::on_robots(const Errand& errand, const warc::HttpHead& head, std::string_view body,
                      Time read) {
  auto outcome = gate_.on_answer(*errand.robots(), errand.url, head, body, read);
  if (const auto* redirect = std::get_if<RobotsGate::Redirect>(&outcome)) {
    errand_ = redirected_robots(errand, redirect->target);
    return;
  }
  if (const auto* unreadable = std::get_if<RobotsGate::Unreadable>(&outcome))
    return on_robots_failure(errand, unreadable->why, false);
  const auto& rules = std::get<RobotsGate::Rules>(outcome);
  if (rules.crawl_delay) pace_.set_crawl_delay(*rules.crawl_delay);
  if (!wants_sitemaps()) return;
  for (const std::string& sitemap : rules.sitemaps) pages_.sitemaps().add(sitemap, errand.url, 0);
}

// Fetches a robots.txt at another host that redirects lead to. This visit has no lease of that
// host, so it uses the pace of its address, and each file is fetched once for all visits. Returns
// false if the visit has to wait.
bool Visit::fetch_foreign_robots() {
  const Time time = tools_.clock.now();
  if (const auto copy = tools_.shared.robots.find(errand_->url_text, time)) {
    const Errand errand = *std::exchange(errand_, std::nullopt);
    on_robots(errand, copy->head, copy->body, copy->read);
    return true;
  }
  if (auto remembered = memory_.recall(errand_->url_text);
      remembered && is_fresh(*errand_, *remembered)) {
    const Errand errand = *std::exchange(errand_, std::nullopt);
    on_robots(errand, remembered->head, remembered->body, remembered->time);
    return true;
  }
  FetchRobots& file = *errand_->robots();
  const auto host = Host::of(errand_->url);
  const auto fail = [&](const std::string& why, bool is_final) {
    on_robots_failure(*std::exchange(errand_, std::nullopt), why, is_final);
    return true;
  };
  if (!host) return fail("it is redirected to no host", false);
  if (file.addresses.empty()) {
    requests_.resolve(*host, [this](std::vector<IpAddress> addresses) {
      errand_->robots()->addresses = std::move(addresses);
      if (errand_->robots()->addresses.empty())
        on_robots_failure(*std::exchange(errand_, std::nullopt), "it is redirected to no host",
                          false);
      pump();
    });
    return false;
  }
  const Tick now = tools_.events.tick();
  AddressPace::Entry entry =
      requests_.enter(file.addresses.front(), {.delay = pace_for(tools_.plan, *host).delay});
  if (!entry.pass) {
    if (!file.waiting_since) file.waiting_since = now;
    if (now - *file.waiting_since > tools_.plan.pace.wait_max)
      return fail("the host that it is redirected to is busy", false);
    wake_at(entry.ask_again);
    return false;
  }
  if (!tools_.shared.robots.take_turn(*host, time))
    return fail("too many hosts redirect theirs to the same site", true);
  send_foreign_robots(*std::move(entry.pass));
  return false;
}

void Visit::send_foreign_robots(AddressPace::Pass pass) {
  ++report_.requests;
  WebRequest request{.url = errand_->url,
                     .addresses = {errand_->robots()->addresses.front()},
                     .headers = {{"User-Agent", tools_.plan.user_agent}},
                     .limits = tools_.plan.fetch};
  request.limits.body_bytes = kRobotsReadMax;
  requests_.send_elsewhere(std::move(request), std::move(pass), [this](WebAnswer answer) {
    tools_.traffic.received(tools_.events.tick(), answer.body.size());
    const Errand errand = *std::exchange(errand_, std::nullopt);
    if (answer.failure != WebFailure::none) {
      on_robots_failure(errand, fmt::format("{}: {}", name_of(answer.failure), answer.detail),
                        false);
    } else if (is_cut_short(answer)) {
      on_robots_failure(errand, "it came only in part", false);
    } else {
      ForeignRobots::Copy copy{
          .read = tools_.clock.now(), .head = {}, .body = std::move(answer.body)};
      copy.head.status = answer.status;
      copy.head.fields = std::move(answer.headers);
      on_robots(errand, copy.head, copy.body, copy.read);
      if (answer.status < 500 && answer.status != 429 && read_robots_body(copy.head, copy.body))
        tools_.shared.robots.put(errand.url_text, std::move(copy));
    }
    pump();
  });
}

// Nothing may be fetched while the rules are unknown.
void Visit::on_robots_failure(Errand errand, const std::string& why, bool is_final) {
  ++errand.tries;
  FetchRobots& file = *errand.robots();
  file.addresses.clear();
  file.waiting_since.reset();
  if (errand.tries < limits_.tries && !is_final) {
    pace_.hold(tools_.events.tick() + tools_.plan.pace.delay * errand.tries);
    errand_ = std::move(errand);
    return;
  }
  pages_.note_failure(errand, "robots-unreachable", why);
  const Time now = tools_.clock.now();
  if (gate_.on_unreachable(file, now)) return;
  // The other scheme of the host may do better.
  if (progress_.has_answered && !is_final) return gate_.close(file, now);
  give_up_for_now({.cause = VisitCause::robots_unavailable, .detail = why}, is_final);
}

}  // namespace freshet
