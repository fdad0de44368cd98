// robots.txt in a visit: asked for before anything else of its origin, kept in the archive like a
// page, and taken from there again for a day.
#include <fmt/format.h>

#include <utility>

#include "crawl/visit.h"
#include "robots/robots_access.h"

namespace freshet {
namespace {

constexpr std::size_t kRobotsReadMax = kRobotsBytesMax + 1;

// A rule may stand in the part that did not come. What is longer than our limit is another matter:
// RFC 9309, 2.5 lets us read so much and no more.
bool is_half(const WebAnswer& answer) {
  return answer.truncated != warc::Truncation::none && answer.truncated != warc::Truncation::length;
}

}  // namespace

bool Visit::has_robots(const std::string& origin) {
  if (!tools_.plan.obey.robots_txt) {
    robots_[origin].rules = RobotsRules::allow_all();
    return true;
  }
  const auto known = robots_.find(origin);
  return known != robots_.end() && known->second.rules &&
         tools_.clock.now() - known->second.read < kRobotsAgeMax;
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
  for (const std::string& origin : job.origins) robots_[origin] = {.rules = rules, .read = read};
}

// Rules hold for a day, wherever they are kept.
bool Visit::is_fresh(const Job& job, const Remembered& remembered) {
  return job.kind != JobKind::robots || tools_.clock.now() - remembered.time < kRobotsAgeMax;
}

void Visit::take_sent_robots(WebAnswer answer) {
  const Job job = job_;
  has_job_ = false;
  if (is_half(answer)) return robots_failed(job, "it came only in part", false);
  warc::HttpHead head;
  head.status = answer.status;
  head.fields = answer.headers;
  take_robots(job, head, answer.body, tools_.clock.now());
  // What cannot be had is asked for again; it is not an answer to keep.
  if (answer.status < 500) keep(job, std::move(answer), std::nullopt, {});
}

void Visit::take_robots(const Job& job, const warc::HttpHead& head, std::string_view body,
                        Time read) {
  const RobotsAccess access =
      robots_access({.status = head.status, .redirects_followed = job.redirects});
  switch (access) {
    case RobotsAccess::read_body: {
      const RobotsTxt text =
          RobotsTxt::parse(unpacked_body(head, body, kRobotsReadMax), tools_.plan.robots);
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
  next.url = target;
  next.url_text = std::string(target.href_without_fragment());
  // What comes at the end of the chain holds for every origin that it went through.
  if (target.path() == "/robots.txt" && !target.query()) next.origins.push_back(target.origin());
  job_ = std::move(next);
  has_job_ = true;
}

// A robots.txt that is at another host now.
void Visit::go_elsewhere() {
  has_job_ = false;
  if (auto remembered = memory_.recall(job_.url_text); remembered && is_fresh(job_, *remembered)) {
    const Job at = job_;
    return take_robots(at, remembered->head, remembered->body, remembered->time);
  }
  is_waiting_ = true;
  const auto host = Host::of(*job_.url);
  tools_.resolver.resolve(std::string(host ? host->name() : ""), false,
                          [this, alive = std::weak_ptr<bool>(alive_)](Resolved resolved) {
                            if (alive.expired() || is_over_ || is_stopping_) return;
                            std::erase_if(resolved.addresses, [&](const IpAddress& address) {
                              return tools_.plan.guard.refusal(address).has_value();
                            });
                            if (resolved.addresses.empty()) {
                              is_waiting_ = false;
                              robots_failed(Job(job_), "it is sent on to no host", false);
                              return pump();
                            }
                            ask_elsewhere(std::move(resolved.addresses));
                          });
}

// As if it were the next request to our own host, since the other one may be at the same server.
void Visit::ask_elsewhere(std::vector<IpAddress> addresses) {
  tools_.events.after(pace_.delay(), [this, alive = std::weak_ptr<bool>(alive_), addresses] {
    if (alive.expired() || is_over_ || is_stopping_) return;
    elsewhere_ = tools_.web.connect();
    pace_.started(tools_.events.tick());
    elsewhere_at_ = tools_.events.tick();
    ++report_.requests;
    elsewhere_->get({.url = *job_.url,
                     .addresses = addresses,
                     .headers = {{"User-Agent", tools_.plan.user_agent}},
                     .limits = tools_.plan.fetch},
                    [this, alive](WebAnswer answer) {
                      if (alive.expired() || is_over_ || is_stopping_) return;
                      elsewhere_.reset();
                      pace_.finished(tools_.events.tick());
                      elsewhere_at_ = tools_.events.tick();
                      const Job at = job_;
                      warc::HttpHead head;
                      head.status = answer.status;
                      head.fields = answer.headers;
                      is_waiting_ = false;
                      if (is_half(answer))
                        robots_failed(at, "it came only in part", false);
                      else
                        take_robots(at, head, answer.body, tools_.clock.now());
                      if (!is_waiting_ && !is_over_) pump();
                    });
  });
}

// Nothing may be fetched while the rules cannot be had.
void Visit::robots_failed(const Job& job, const std::string& why, bool is_final) {
  job_ = job;
  ++job_.tries;
  if (job_.tries < limits_.tries && !is_final) {
    has_job_ = true;
    return pace_.hold(tools_.events.tick() + tools_.plan.pace.delay * job_.tries);
  }
  has_job_ = false;
  note_failure(job_, "robots-unreachable", why);
  // The other scheme of the host may do better.
  if (has_answered_ && !is_final) {
    set_robots(job_, RobotsRules::disallow_all(), tools_.clock.now());
    for (const std::string& origin : job_.origins) robots_[origin].is_reachable = false;
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
