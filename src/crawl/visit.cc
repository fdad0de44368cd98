#include "crawl/visit.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "crawl/crawl_memory.h"
#include "crawl/robots_answer.h"
#include "robots/robots_access.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// A host that is known is tried so often at least.
constexpr Duration kRetryMax = std::chrono::days(1);

// A refresh that runs for weeks tries again what failed.
constexpr Duration kFailureHolds = std::chrono::days(1);

// So many answers from the archive before others get their turn.
constexpr int kRecalledAtOnce = 16;

// URLs that may wait for the end because their kind brings nothing new.
constexpr std::size_t kParkedMax = 5'000;

// What differs for the host.
HostOptions own_options(const CrawlPlan& plan, const Host& host) {
  const auto own = plan.hosts.find(host.key());
  return own == plan.hosts.end() ? HostOptions{} : own->second;
}

VisitLimits limits_for(const CrawlPlan& plan, const Host& host) {
  const HostOptions own = own_options(plan, host);
  VisitLimits limits = plan.limits;
  limits.pages = own.pages.value_or(limits.pages);
  limits.depth = own.depth.value_or(limits.depth);
  return limits;
}

}  // namespace

PaceOptions pace_for(const CrawlPlan& plan, const Host& host) {
  const HostOptions own = own_options(plan, host);
  PaceOptions pace = plan.pace;
  pace.delay = own.delay.value_or(pace.delay);
  pace.burst = own.burst.value_or(pace.burst);
  return pace;
}

Visit::Visit(const VisitTools& tools, VisitTask task, std::function<void(VisitEnd)> on_end)
    : tools_(tools),
      task_(std::move(task)),
      on_end_(std::move(on_end)),
      before_(Continuation::parse(task_.continuation)),
      memory_(tools.archive, tools.clock,
              task_.is_refresh ? std::max(tools.run_began, tools.clock.now() - kFailureHolds)
                               : tools.run_began),
      limits_(limits_for(tools.plan, task_.host)),
      pace_(pace_for(tools.plan, task_.host), false),
      reader_(tools.plan, written_),
      judge_(tools.archive, reader_, tools.clock),
      traps_(tools.plan.traps, tools.clock.now()),
      yield_(tools.plan.traps.grant),
      requisite_guard_(tools.plan.limits.requisite_queries) {
  robots_down_ = before_.robots_down;
  // What an earlier crawl left undone is not ours: this one begins at the home page.
  if (before_.crawl == 0 || before_.crawl == tools.crawl_id) return;
  before_ = {};
  task_.continuation.clear();
  is_left_of_earlier_crawl_ = true;
}

Visit::~Visit() = default;

Status Visit::start() {
  if (auto opened = open_memory(); !opened) return opened;
  // Who was here a moment ago gets no second burst.
  const bool is_fresh = memory_.is_empty() && task_.continuation.empty();
  pace_ = Pace(pace_for(tools_.plan, task_.host), is_fresh);
  if (!is_fresh) pace_.started(tools_.events.tick());
  pace_.go_on_after(before_.refusals);
  connection_ = tools_.web.connect();
  began_ = tools_.events.tick();
  report_.pages = before_.pages;
  if (!task_.is_refresh) {
    report_.statuses = before_.statuses;
    report_.dropped = before_.dropped;
    report_.examples = before_.examples;
  }
  has_probed_ = before_.has_probed;
  wants_probe_ = before_.wants_probe;
  if (wants_probe_ && !before_.pending.empty())
    if (const auto url = Url::parse(before_.pending.front().url)) probe_origin_ = url->origin();
  soft_404_ = before_.soft_404;
  if (auto begun = begin_links(); !begun) return begun;
  // They are in the table now.
  task_.continuation = std::string();
  before_.pending = std::vector<Continuation::Pending>();
  if (!task_.wanted.empty()) task_.wanted = std::vector<WantedUrl>(1, task_.wanted.back());
  count_memory();
  wake_at(tools_.events.tick());
  return {};
}

// Loads what the archive holds. A refresh that comes to a host whose crawl was interrupted goes on
// with that first: a check does not read the links of a page that is as it was, and then they would
// never be read.
Status Visit::open_memory() {
  const bool goes_on = before_.is_complete || !before_.pending.empty();
  const auto open = [&] {
    return memory_.open(task_.host, tools_.crawl_began, goes_on ? before_.made : Time::min(),
                        before_.unread);
  };
  if (!task_.is_refresh) return open();
  if (!before_.is_complete) {
    if (auto opened = open(); !opened) return opened;
    // An archive that came from elsewhere was never crawled.
    const bool is_foreign =
        !is_left_of_earlier_crawl_ && task_.continuation.empty() && memory_.has_older_pages();
    if (!is_foreign && (is_left_of_earlier_crawl_ || memory_.has_unread())) {
      for (const CheckOrder& order : std::exchange(task_.orders, {}))
        unchecked_.push_back({.url = order.page.url});
      task_.is_refresh = false;
      return {};
    }
  }
  return memory_.open_for_checks(task_.host, tools_.clock.now() - kRobotsAgeMax);
}

// The order is: what the last visit left, the home page, what others want.
Status Visit::begin_links() {
  for (const RequisiteGuard::Path& path : before_.requisite_paths) requisite_guard_.restore(path);
  for (const YieldGuard::Record& record : before_.yields) yield_.restore(record);
  for (const auto& [pattern, alike] : before_.alike)
    yield_.restore_alike(kind_of_pattern(pattern), alike);
  for (const Continuation::Pending& pending : before_.pending) add_pending(pending);
  if (!before_.level_pages.empty()) level_pages_ = before_.level_pages;
  add_orders();
  const bool goes_on = before_.is_complete || !before_.pending.empty();
  if (goes_on && task_.is_refresh) {
    // What is known is asked of the catalog, link by link.
  } else if (goes_on) {
    const Status read = memory_.each_read([&](const std::string& url) {
      const auto parsed = Url::parse(url);
      if (!parsed) return;
      table_.mark_seen(trap_key(*parsed));
      traps_.count(*parsed);
    });
    if (!read) return read;
  } else if (limits_.depth == 0 && (!task_.wanted.empty() || !memory_.is_empty())) {
    // Only the pages that were asked for.
  } else if (tools_.scope.may_hold(task_.host) &&
             !(task_.is_refresh && memory_.has_pages(task_.host))) {
    add_home();
  }
  for (const WantedUrl& wanted : task_.wanted) add_wanted(wanted, false);
  if (task_.is_refresh || !(memory_.has_unread() || memory_.has_notes())) return {};
  // Where others led us and the visit that went there was interrupted, nobody leads us again.
  return tools_.archive.catalog().each_wanted_done(task_.host, [&](const WantedUrl& wanted) {
    const auto url = Url::parse(wanted.url);
    if (!url) return true;
    const std::string normal(normal_form(*url, tools_.plan.normal_form).href());
    if (memory_.is_unread(normal) || memory_.must_ask_again(normal)) add_wanted(wanted, true);
    return true;
  });
}

// Adds what others want of this host; `is_done`: the archive has it, or it failed.
void Visit::add_wanted(const WantedUrl& wanted, bool is_done) {
  const auto url = Url::parse(wanted.url);
  if (!url) return;
  KnownLink link{
      .use = wanted.is_page ? LinkUse::page : LinkUse::requisite,
      .redirects = static_cast<std::uint8_t>(std::clamp<std::int64_t>(wanted.hops, 0, 255)),
      .is_wanted = true,
      .is_seed = wanted.via.empty()};
  link.via = table_.size();
  const auto refusal =
      wanted.is_page ? tools_.scope.refusal(*url) : tools_.scope.pattern_refusal(*url);
  if (refusal) report_.drop(*refusal, wanted.url);
  const Url normal = normal_form(*url, tools_.plan.normal_form);
  const auto number = refusal ? std::nullopt : table_.add(normal.href(), trap_key(normal), link);
  if (number) {
    (wanted.is_page ? pages_ : requisites_).push_back(*number);
  } else if (!is_done) {
    FrontierNews news;  // it is known already, or not to be had: there is nothing to wait for
    news.wanted_done.push_back({.host = task_.host, .url = wanted.url});
    tools_.sink.tell(std::move(news));
  }
}

void Visit::add_pending(const Continuation::Pending& pending) {
  const auto url = Url::parse(pending.url);
  if (!url) return;
  KnownLink link = pending.link;
  link.via = table_.size();
  // The scope and the depth may be narrower now than when the URL was found.
  const bool is_page = link.use == LinkUse::page;
  auto refusal = is_page ? tools_.scope.refusal(*url) : tools_.scope.pattern_refusal(*url);
  if (!refusal && is_page && link.depth > limits_.depth) refusal = DropReason::too_deep;
  if (refusal) return report_.drop(*refusal, pending.url);
  if (link.has_failed && memory_.has_failed(pending.url)) {
    if (const auto number = table_.add(pending.url, trap_key(*url), link))
      failed_.push_back(*number);
    return;
  }
  if (std::exchange(link.has_failed, false)) link.tries = 0;
  if (link.use == LinkUse::page) {
    traps_.count(*url);
    add_page(*url, link, link.redirects > 0 || link.depth == 0);
  } else if (const auto number = table_.add(pending.url, trap_key(*url), link)) {
    (link.use == LinkUse::sitemap ? sitemaps_ : requisites_).push_back(*number);
  }
}

// By the scheme of a seed, or as it was in an earlier crawl. Where nobody says, https is tried
// first; what other pages want here says nothing, since it would depend on who comes first.
void Visit::add_home() {
  std::string_view scheme = memory_.known_scheme().value_or("https");
  is_home_guessed_ = scheme == "https";
  for (const WantedUrl& wanted : task_.wanted) {
    const auto url = Url::parse(wanted.url);
    if (!url || !url->is_http() || !wanted.via.empty()) continue;
    scheme = url->scheme() == "https" ? "https" : "http";
    is_home_guessed_ = false;
    break;
  }
  const auto home = Url::parse(fmt::format("{}://{}/", scheme, task_.host.key()));
  if (home && !tools_.scope.refusal(*home))
    add_page(*home, {.use = LinkUse::page, .is_seed = tools_.scope.has_seed(task_.host)}, true);
}

void Visit::wake_at(Tick when) {
  const std::uint64_t wake = ++wakes_;
  tools_.events.at(when, [this, wake, alive = std::weak_ptr<bool>(alive_)] {
    if (!alive.expired() && wake == wakes_) pump();
  });
}

void Visit::stop() {
  if (is_over_) return;
  is_stopping_ = true;
  connection_.reset();  // what is under way is never answered
  elsewhere_.reset();
  pass_.reset();
  is_waiting_ = false;
  wake_at(tools_.events.tick());
}

// The next thing to ask for, in job_; false if there is none.
bool Visit::take_next_job() {
  if (has_job_) return true;
  if (wants_probe_) {
    wants_probe_ = false;
    has_probed_ = true;
    const auto url = Url::parse(fmt::format("{}/{:016x}-is-not-here.html", probe_origin_,
                                            task_.host.hash() ^ 0x9e3779b97f4a7c15));
    if (url) {
      job_ = {.kind = JobKind::probe, .url_text = std::string(url->href()), .url = *url};
      return has_job_ = true;
    }
  }
  if (wants_condition_probe_) {
    wants_condition_probe_ = false;
    has_asked_conditions_ = true;
    const auto url = Url::parse(fmt::format("{}/{:016x}-is-not-here.html", job_.url->origin(),
                                            task_.host.hash() ^ 0x9e3779b97f4a7c15));
    if (url) {
      job_ = {.kind = JobKind::condition_probe, .url_text = std::string(url->href()), .url = *url};
      return has_job_ = true;
    }
  }
  return take_next_link();
}

void Visit::set_job(std::uint32_t number) {
  job_ = {.kind = JobKind::link, .number = number, .url_text = table_.url(number)};
  auto url = Url::parse(job_.url_text);
  require(url.has_value(), "the table holds URLs");
  job_.url = *std::move(url);
  has_job_ = true;
}

// Retries whose time has come go before links that were not asked for yet; where only retries are
// left, the visit waits for them. Links of kinds that bring nothing new come last.
bool Visit::take_next_link() {
  for (auto* queue : {&first_, &checks_})
    if (take_from(*queue, false)) return true;
  const bool is_due = !retries_.empty() && retries_.begin()->first <= tools_.events.tick();
  if (!is_due)
    for (auto* queue : {&requisites_, &sitemaps_, &pages_, &doubtful_})
      if (take_from(*queue, false)) return true;
  if (retries_.empty()) return take_from(parked_, true);
  const auto next = retries_.extract(retries_.begin());
  pace_.hold(next.key());
  set_job(next.mapped());
  return true;
}

// Pages that somebody vouches for are asked for whatever others of their kind brought.
bool Visit::is_trusted(std::uint32_t number) const {
  const KnownLink& link = table_.link(number);
  if (link.use != LinkUse::page || link.is_seed || orders_.contains(number)) return true;
  if (link.is_wanted && !task_.is_refresh) return true;
  return link.via < table_.size() && table_.link(link.via).use == LinkUse::sitemap;
}

// Takes the next link of the queue that is worth a request. Those whose kind brings nothing new are
// parked; at the end a few of them are tried, and the rest is dropped.
bool Visit::take_from(std::deque<std::uint32_t>& queue, bool is_last_turn) {
  while (!queue.empty()) {
    const std::uint32_t number = queue.front();
    queue.pop_front();
    if (!is_trusted(number) && &queue != &first_) {
      const auto url = Url::parse(table_.url(number));
      require(url.has_value(), "the table holds URLs");
      const UrlKinds kinds = kinds_of(*url);
      const YieldGuard::Verdict verdict = yield_.verdict(kinds);
      if (verdict == YieldGuard::Verdict::wait && !is_last_turn && parked_.size() < kParkedMax) {
        parked_.push_back(number);
        continue;
      }
      if (verdict != YieldGuard::Verdict::go && !(is_last_turn && yield_.take_trial(kinds))) {
        report_.drop(DropReason::pages_alike, table_.url(number));
        if (table_.link(number).is_wanted) {
          FrontierNews news;
          news.wanted_done.push_back({.host = task_.host, .url = table_.url(number)});
          tools_.sink.tell(std::move(news));
        }
        continue;
      }
    }
    set_job(number);
    return true;
  }
  return false;
}

bool Visit::is_over_limit(const Job& job) {
  if (job.kind != JobKind::link) return false;
  // A page that is known was counted when it was first seen.
  if (orders_.contains(job.number)) return false;
  const KnownLink& link = table_.link(job.number);
  if (link.use == LinkUse::page && report_.pages >= limits_.pages) {
    report_.drop(DropReason::page_limit, job.url_text);
    return true;
  }
  if (link.use == LinkUse::requisite && report_.requisites >= limits_.requisites) {
    report_.drop(DropReason::requisite_limit, job.url_text);
    return true;
  }
  if (link.use == LinkUse::page && !tools_.courtesy.domains.has_room(task_.host)) {
    report_.drop(DropReason::domain_pages);
    return true;
  }
  if (link.use != LinkUse::requisite) return false;
  if (const auto refusal = requisite_guard_.refusal(*job.url)) {
    report_.drop(*refusal);
    return true;
  }
  return false;
}

// Whether the job is to be asked for now. Else it is done without, or another comes first.
bool Visit::prepare(Job& job) {
  if (is_over_limit(job)) {
    has_job_ = false;
    return false;
  }
  if (job.kind != JobKind::robots) {
    const std::string origin = job.url->origin();
    if (!has_robots(origin)) {
      ask_robots(origin);
      return false;
    }
    const Robots& robots = robots_[origin];
    if (!robots.is_reachable) {
      if (job.kind == JobKind::link) postponed_.push_back(job.number);
      has_job_ = false;
      return false;
    }
    if (!robots.rules->allows(path_to_match(job.url->href()))) {
      if (job.kind == JobKind::link) {
        report_.drop(DropReason::robots, job.url_text);
        note_failed_check(job);
        if (table_.link(job.number).is_wanted)
          note_failure(job, "robots", std::string(sentence_of(DropReason::robots)));
      }
      has_job_ = false;
      return false;
    }
  }
  const bool is_new = job.kind == JobKind::link && !orders_.contains(job.number);
  if (is_new && memory_.has_failed(job.url_text)) {
    failed_.push_back(job.number);
    has_job_ = false;
    return false;
  }
  return true;
}

void Visit::pump() {
  int recalled = 0;
  while (!is_over_ && !is_waiting_) {
    const Tick now = tools_.events.tick();
    if (is_stopping_) return put_back(Duration{0}, "the crawl was stopped");
    if (!take_next_job()) return finish_when_nothing_is_left();
    if (!prepare(job_)) continue;
    const bool may_recall = job_.kind == JobKind::robots ||
                            (job_.kind == JobKind::link && !orders_.contains(job_.number));
    if (may_recall && memory_.has(job_.url_text)) {
      if (auto remembered = memory_.recall(job_.url_text);
          remembered && is_fresh(job_, *remembered) &&
          fault_of({.status = remembered->head.status}) == AnswerFault::none) {
        const Job job = job_;
        has_job_ = false;
        recall(job, *std::move(remembered));
        if (++recalled >= kRecalledAtOnce && !is_over_) return wake_at(now);
        continue;
      }
    }
    if (now - began_ >= limits_.slice && report_.requests > 0) {
      has_used_slice_ = true;
      return put_back(Duration{0}, "its slice of time is over");
    }
    if (gives_way(now)) return put_back(kMemoryWait, "others need its memory");
    const Duration wait = pace_.next_start() - now;
    if (wait > pace_.delay() && wait > tools_.plan.pace.wait_max)
      return give_up_for_now("the server asks us to wait", false, wait);
    const Tick start = std::max({pace_.next_start(), tools_.traffic.next_start(now), not_before_});
    if (start > now) return wake_at(start);
    if (Host::of(*job_.url) != task_.host) {
      if (!fetch_foreign_robots()) return;
      continue;
    }
    AddressPace::Entry entry = tools_.courtesy.addresses.enter(
        task_.addresses.front(), now, {.delay = pace_.delay(), .burst = pace_.burst()});
    if (!entry.pass) return wake_at(entry.ask_again);
    pass_ = std::move(entry.pass);
    send();
  }
}

void Visit::send() {
  WebRequest request{
      .url = *job_.url, .addresses = task_.addresses, .headers = {}, .limits = tools_.plan.fetch};
  if (job_.kind == JobKind::robots) request.limits.body_bytes = kRobotsReadMax;
  request.headers.push_back({"User-Agent", tools_.plan.user_agent});
  request.headers.push_back({"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"});
  if (!tools_.plan.accept_language.empty())
    request.headers.push_back({"Accept-Language", tools_.plan.accept_language});
  // Not zstd, which we read: what shows archived pages in a browser cannot unpack it.
  request.headers.push_back({"Accept-Encoding", "gzip, br"});
  job_.cookie = cookies_.header(*job_.url);
  if (!job_.cookie.empty()) request.headers.push_back({"Cookie", job_.cookie});
  request.is_head = job_.is_head = wants_head(job_);
  if (!job_.is_head) add_condition(job_, request);
  if (const auto order = orders_.find(job_.number);
      job_.kind == JobKind::link && order != orders_.end())
    ++order->second.asked;
  pace_.started(tools_.events.tick());
  ++report_.requests;
  is_waiting_ = true;
  job_.sent = tools_.clock.now();
  connection_->get(std::move(request),
                   [this, alive = std::weak_ptr<bool>(alive_)](WebAnswer answer) {
                     if (alive.expired() || is_over_ || is_stopping_) return;
                     if (tools_.traffic.is_stopped()) return stop();
                     is_waiting_ = false;
                     pass_->finish(tools_.events.tick());
                     pass_.reset();
                     answered(std::move(answer));
                     pump();
                   });
}

Continuation Visit::continuation(bool is_complete) const {
  Continuation made{.is_complete = is_complete,
                    .crawl = tools_.crawl_id,
                    .made = tools_.clock.now(),
                    .pages = report_.pages,
                    .conditions = before_.conditions,
                    .are_lengths_wrong = before_.are_lengths_wrong,
                    .refusals = pace_.refusals(),
                    .has_probed = has_probed_,
                    .wants_probe = wants_probe_ || (has_job_ && job_.kind == JobKind::probe),
                    .soft_404 = soft_404_,
                    .level_pages = level_pages_,
                    .statuses = report_.statuses,
                    .dropped = report_.dropped,
                    .examples = report_.examples,
                    .robots_down = robots_down_};
  if (!is_complete) made.wanted_after = before_.wanted_after;
  if (is_complete && task_.is_more_wanted) made.wanted_after = task_.wanted.back().url;
  made.requisite_paths = requisite_guard_.paths();
  made.yields = yield_.records();
  if (!is_complete) made.unread = memory_.unread();
  return made;
}

// Appends the URLs that are left to the text of a continuation, and returns how many of them wait;
// those that failed wait for the next run.
std::int64_t Visit::append_pending(std::string& text, bool is_complete) {
  std::int64_t count = 0;
  const auto add = [&](std::uint32_t number) {
    if (orders_.contains(number)) return;  // whoever gave the order hears of it
    Continuation::append({.url = table_.url(number), .link = table_.link(number)}, text);
    ++count;
  };
  for (const std::uint32_t number : failed_) {
    table_.link(number).has_failed = true;
    add(number);
  }
  if (is_complete) return 0;
  count = 0;
  if (has_job_ && job_.kind == JobKind::link) add(job_.number);
  for (const auto* queue :
       {&first_, &requisites_, &sitemaps_, &pages_, &doubtful_, &parked_, &postponed_})
    for (const std::uint32_t number : *queue) add(number);
  for (const auto& [when, number] : retries_) add(number);
  return count;
}

void Visit::finish_when_nothing_is_left() {
  if (!postponed_.empty() && before_.failed_visits + 1 < limits_.visits) {
    std::swap(first_, postponed_);
    return finish("partial", "a robots.txt cannot be had", tools_.clock.now() + limits_.retry_after,
                  before_.failed_visits + 1);
  }
  // The next run tries again: robots.txt that is unreachable for long counts as not there.
  if (!postponed_.empty() && report_.pages == 0 && !task_.is_refresh) {
    std::swap(first_, postponed_);
    return finish("failed", "its robots.txt cannot be fetched", std::nullopt,
                  before_.failed_visits + 1);
  }
  if (task_.is_more_wanted)
    return finish("complete", "more of it is wanted", tools_.clock.now(), 0, true);
  failed_.insert(failed_.end(), postponed_.begin(), postponed_.end());
  count_nofollowed();
  const std::string failed_urls = fmt::format("{} URLs failed", failed_.size());
  const bool has_nothing = !failed_.empty() && report_.pages == 0 && report_.requisites == 0;
  if (has_nothing && !task_.is_refresh) return finish("failed", failed_urls, std::nullopt, 0);
  // Nothing is left to ask for. The host is complete only if no limit and no trap cut it off.
  auto cut = most_frequent(report_.dropped, DropKind::limit);
  if (report_.dropped.contains(DropReason::page_limit)) cut = DropReason::page_limit;
  std::string why = failed_.empty() ? std::string(kNothingIsLeft) : failed_urls;
  if (cut) why = sentence_of(*cut);
  finish(cut ? "partial" : "complete", std::move(why), std::nullopt, 0, true);
}

std::size_t Visit::waiting() const {
  return first_.size() + checks_.size() + requisites_.size() + sitemaps_.size() + pages_.size() +
         retries_.size();
}

void Visit::put_back(Duration wait, std::string why) {
  const int failed = has_answered_ ? 0 : before_.failed_visits;
  if (pace_.refusals() > 0) wait = std::max(wait, pace_.next_start() - tools_.events.tick());
  finish("partial", std::move(why), tools_.clock.now() + wait, failed);
}

// The host does not do well enough to go on now. After a few such visits in a row that gave nothing
// it is given up.
void Visit::give_up_for_now(std::string why, bool is_final, std::optional<Duration> wait) {
  const int failed = (has_answered_ ? 0 : before_.failed_visits) + 1;
  if (!task_.is_refresh && (is_final || failed >= limits_.visits)) {
    return finish("failed", std::move(why), std::nullopt, failed);
  }
  const Duration by_failures =
      std::min<Duration>(limits_.retry_after * (1 << std::min(failed - 1, 10)), kRetryMax);
  finish("partial", std::move(why), tools_.clock.now() + wait.value_or(by_failures), failed);
}

// Those of this visit: an earlier one may have had others.
void Visit::note_failed_urls() {
  report_.failed_urls = failed_.size();
  report_.dropped.erase(DropReason::failed);
  report_.dropped.erase(DropReason::robots_unreachable);
  const std::size_t unreachable = std::min(postponed_.size(), failed_.size());
  if (unreachable > 0) report_.dropped[DropReason::robots_unreachable] = unreachable;
  const std::size_t failed = failed_.size() - unreachable;
  if (failed > 0) report_.dropped[DropReason::failed] = failed;
  // Those whose robots.txt is unreachable stand at the end.
  for (std::size_t i = 0; i < failed_.size(); ++i)
    add_example(report_.examples, i < failed ? DropReason::failed : DropReason::robots_unreachable,
                table_.url(failed_[i]));
}

void Visit::finish(std::string_view state, std::string why, std::optional<Time> due,
                   int failed_visits, bool is_complete) {
  is_over_ = true;
  ++wakes_;
  connection_.reset();
  elsewhere_.reset();
  pass_.reset();
  report_.state = state;
  report_.why = std::move(why);
  note_failed_urls();
  if (task_.is_refresh) {
    // A check meets the same links again, so what the crawl counted is not added to.
    for (const auto& [reason, count] : before_.dropped)
      report_.dropped[reason] = std::max(report_.dropped[reason], count);
    for (const auto& [reason, urls] : before_.examples)
      for (const std::string& url : urls) add_example(report_.examples, reason, url);
  }
  Continuation left = continuation(is_complete);
  // Checks that could not be made leave the crawl of the host as complete as it was.
  if (task_.is_refresh && before_.is_complete) left.is_complete = true;
  left.failed_visits = failed_visits;
  std::string left_text = left.text();
  const std::int64_t waiting = append_pending(left_text, is_complete);
  table_ = {};  // its links may be many, and are in the text now
  raw_seen_ = {};
  if (task_.memory) task_.memory->set(left_text.capacity());
  VisitEnd end{.due = due,
               .waiting = waiting,
               .has_used_slice = has_used_slice_,
               .pages = report_.pages - before_.pages,
               .continuation = std::move(left_text),
               .report = report_,
               .adopted = adopted_,
               .hints = std::move(hints_)};
  end.unchecked = std::move(unchecked_);
  for (const auto& [number, order] : orders_)
    end.unchecked.push_back({.url = order.page.url, .asked = order.asked});
  std::ranges::sort(end.unchecked, {}, &UncheckedPage::url);
  tools_.events.at(tools_.events.tick(),
                   [on_end = on_end_, end = std::move(end)]() mutable { on_end(std::move(end)); });
}

}  // namespace freshet
