// robots.txt in a visit: asked for before anything else of its origin, kept in the archive like a
// page, and taken from there again for a day.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/stored_time.h"
#include "crawl/robots_answer.h"
#include "crawl/visit.h"
#include "robots/robots_access.h"
#include "url/normal_form.h"

namespace freshet {
bool Visit::has_robots(const std::string& origin) {
  if (!tools_.plan.obey.robots_txt) {
    robots_[origin].rules = RobotsRules::allow_all();
    return true;
  }
  const auto known = robots_.find(origin);
  return known != robots_.end() && known->second.rules &&
         is_recent(known->second.read, tools_.clock.now(), kRobotsAgeMax);
}

// Puts the job that waits for it back, and asks for robots.txt first.
void Visit::ask_robots(const std::string& origin) {
  if (job_.kind == JobKind::link) first_.push_front(job_.number);
  job_ = {.kind = JobKind::robots, .origins = {origin}};
  auto url = Url::parse(origin + "/robots.txt");
  has_job_ = url.has_value();
  if (!url) return set_robots(job_, RobotsRules::disallow_all(), tools_.clock.now());
  job_.url_text = std::string(url->href());
  job_.url = *std::move(url);
}

void Visit::set_robots(const Job& job, const RobotsRules& rules, Time read) {
  if (const auto delay = rules.crawl_delay()) pace_.set_crawl_delay(*delay);
  for (const std::string& origin : job.origins) {
    robots_[origin] = {.rules = rules, .read = read};
    robots_down_.erase(origin);
  }
}

// Rules hold for a day, wherever they are kept. A copy that cannot be read is fetched again.
bool Visit::is_fresh(const Job& job, const Remembered& remembered) {
  return job.kind != JobKind::robots ||
         (is_recent(remembered.time, tools_.clock.now(), kRobotsAgeMax) &&
          read_robots_body(remembered.head, remembered.body).has_value());
}

void Visit::take_sent_robots(WebAnswer answer) {
  const Job job = job_;
  has_job_ = false;
  if (is_cut_short(answer)) return robots_failed(job, "it came only in part", false);
  warc::HttpHead head;
  head.status = answer.status;
  head.fields = answer.headers;
  const bool is_readable = read_robots_body(head, answer.body).has_value();
  take_robots(job, head, answer.body, tools_.clock.now());
  // A file that is unreachable or cannot be read is asked for again; it is not an answer to keep.
  if (answer.status < 500 && is_readable) keep(job, std::move(answer), std::nullopt, {});
}

void Visit::take_robots(const Job& job, const warc::HttpHead& head, std::string_view body,
                        Time read) {
  const RobotsAccess access =
      robots_access({.status = head.status, .redirects_followed = job.redirects});
  switch (access) {
    case RobotsAccess::read_body: {
      const auto readable = read_robots_body(head, body);
      if (!readable) return robots_failed(job, readable.error().message, false);
      const RobotsTxt text = RobotsTxt::parse(*readable, tools_.plan.robots);
      set_robots(job, text.rules_for(tools_.plan.agent), read);
      if (tools_.scope.may_hold(task_.host) && wants_sitemaps())
        for (const std::string& sitemap : text.sitemaps()) add_sitemap(sitemap, *job.url, 0);
      return;
    }
    case RobotsAccess::follow_redirect: {
      const auto location = head.find("Location");
      const auto target = location ? Url::parse(*location, *job.url)
                                   : Result<Url>(std::unexpected(Error{Errc::invalid, ""}));
      if (target && target->is_http()) return follow_robots(job, *target);
      return set_robots(job, RobotsRules::allow_all(), read);
    }
    case RobotsAccess::allow_all:
      return set_robots(job, RobotsRules::allow_all(), read);
    case RobotsAccess::keep_copy:  // we asked without condition, so there is no copy to keep
    case RobotsAccess::disallow_all:
      return robots_failed(job, fmt::format("status {}", head.status), false);
  }
}

// To whatever host (RFC 9309, 2.3.1.2); its rules then hold for ours.
void Visit::follow_robots(const Job& job, const Url& target) {
  Job next = job;
  ++next.redirects;
  next.url = without_credentials(target);
  next.addresses.clear();
  next.waits_since.reset();
  next.url_text = std::string(next.url->href_without_fragment());
  // What comes at the end of the chain holds for every origin that it went through.
  if (target.path() == "/robots.txt" && !target.query()) next.origins.push_back(target.origin());
  job_ = std::move(next);
  has_job_ = true;
}

// A robots.txt that another host has now. Nobody leased that host to us, so it is asked at the pace
// of its address, and a file once for all visits. Returns false if the visit has to wait.
bool Visit::fetch_foreign_robots() {
  const Time time = tools_.clock.now();
  if (const auto copy = tools_.courtesy.robots.find(job_.url_text, time)) {
    has_job_ = false;
    take_robots(Job(job_), copy->head, copy->body, copy->read);
    return true;
  }
  if (auto remembered = memory_.recall(job_.url_text); remembered && is_fresh(job_, *remembered)) {
    has_job_ = false;
    take_robots(Job(job_), remembered->head, remembered->body, remembered->time);
    return true;
  }
  if (job_.addresses.empty()) {
    resolve_foreign_robots();
    return false;
  }
  const Tick now = tools_.events.tick();
  const auto host = Host::of(*job_.url);
  AddressPace::Entry entry = tools_.courtesy.addresses.enter(
      job_.addresses.front(), now, {.delay = pace_for(tools_.plan, *host).delay});
  if (!entry.pass) {
    if (!job_.waits_since) job_.waits_since = now;
    if (now - *job_.waits_since <= tools_.plan.pace.wait_max) {
      wake_at(entry.ask_again);
      return false;
    }
    robots_failed(Job(job_), "the host that it is redirected to is busy", false);
    return true;
  }
  if (!tools_.courtesy.robots.take_turn(*host, time)) {
    robots_failed(Job(job_), "too many hosts redirect theirs to the same site", true);
    return true;
  }
  send_foreign_robots(*std::move(entry.pass));
  return false;
}

void Visit::resolve_foreign_robots() {
  is_waiting_ = true;
  const auto host = Host::of(*job_.url);
  std::string name(host ? host->name() : "");
  if (name.starts_with('[')) name = name.substr(1, name.size() - 2);
  tools_.resolver.resolve(name, false,
                          [this, alive = std::weak_ptr<bool>(alive_)](Resolved resolved) {
                            if (alive.expired() || is_over_ || is_stopping_) return;
                            is_waiting_ = false;
                            std::erase_if(resolved.addresses, [&](const IpAddress& address) {
                              return tools_.plan.guard.refusal(address).has_value();
                            });
                            job_.addresses = std::move(resolved.addresses);
                            if (job_.addresses.empty())
                              robots_failed(Job(job_), "it is redirected to no host", false);
                            pump();
                          });
}

void Visit::send_foreign_robots(AddressPace::Pass pass) {
  pass_ = std::move(pass);
  is_waiting_ = true;
  ++report_.requests;
  elsewhere_ = tools_.web.connect();
  WebRequest request{.url = *job_.url,
                     .addresses = {job_.addresses.front()},
                     .headers = {{"User-Agent", tools_.plan.user_agent}},
                     .limits = tools_.plan.fetch};
  request.limits.body_bytes = kRobotsReadMax;
  elsewhere_->get(
      std::move(request), [this, alive = std::weak_ptr<bool>(alive_)](WebAnswer answer) {
        if (alive.expired() || is_over_ || is_stopping_) return;
        is_waiting_ = false;
        has_job_ = false;
        elsewhere_.reset();
        pass_->finish(tools_.events.tick());
        pass_.reset();
        tools_.traffic.received(tools_.events.tick(), answer.body.size());
        const Job job = job_;
        ForeignRobots::Copy copy{
            .read = tools_.clock.now(), .head = {}, .body = std::move(answer.body)};
        copy.head.status = answer.status;
        copy.head.fields = std::move(answer.headers);
        if (answer.failure != WebFailure::none) {
          robots_failed(job, fmt::format("{}: {}", name_of(answer.failure), answer.detail), false);
        } else if (is_cut_short(answer)) {
          robots_failed(job, "it came only in part", false);
        } else {
          take_robots(job, copy.head, copy.body, copy.read);
          if (answer.status < 500 && answer.status != 429 && read_robots_body(copy.head, copy.body))
            tools_.courtesy.robots.put(job.url_text, std::move(copy));
        }
        pump();
      });
}

// Nothing may be fetched while the rules cannot be had.
void Visit::robots_failed(const Job& job, const std::string& why, bool is_final) {
  job_ = job;
  ++job_.tries;
  job_.addresses.clear();
  job_.waits_since.reset();
  if (job_.tries < limits_.tries && !is_final) {
    has_job_ = true;
    return pace_.hold(tools_.events.tick() + tools_.plan.pace.delay * job_.tries);
  }
  has_job_ = false;
  note_failure(job_, "robots-unreachable", why);
  const Time now = tools_.clock.now();
  Time& since = robots_down_.try_emplace(job_.origins.front(), now).first->second;
  since = std::min(since, now);
  const auto unreachable_for = std::chrono::duration_cast<std::chrono::seconds>(now - since);
  if (robots_access({.unreachable_for = unreachable_for}) == RobotsAccess::allow_all)
    return set_robots(job_, RobotsRules::allow_all(), now);
  // The other scheme of the host may do better.
  if (has_answered_ && !is_final) {
    for (const std::string& origin : job_.origins)
      robots_[origin] = {.rules = RobotsRules::disallow_all(), .is_reachable = false, .read = now};
    return;
  }
  give_up_for_now(fmt::format("its robots.txt cannot be had ({})", why), is_final);
}

// The home page was guessed to be on https; the host may know http only.
bool Visit::fall_back_to_http(const Job& job) {
  if (!is_home_guessed_ || job.url->scheme() != "https") return false;
  is_home_guessed_ = false;
  const auto home = Url::parse(fmt::format("http://{}/", task_.host.key()));
  if (!home) return false;
  if (job.kind == JobKind::link) guessed_home_ = job.number;
  if (job.kind == JobKind::robots && !first_.empty()) guessed_home_ = first_.front();
  first_.clear();
  has_job_ = false;
  failures_in_a_row_ = 0;
  add_page(*home, {.use = LinkUse::page, .is_seed = tools_.scope.has_seed(task_.host)}, true);
  return true;
}

}  // namespace freshet
