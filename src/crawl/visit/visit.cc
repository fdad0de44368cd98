#include "crawl/visit/visit.h"

#include <algorithm>
#include <utility>

#include "crawl/crawl_memory.h"
#include "crawl/robots_answer.h"
#include "robots/robots_access.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// A refresh that runs for weeks tries failed URLs again after this time.
constexpr Duration kFailureHolds = std::chrono::days(1);

// Answers taken from the archive before other visits get their turn.
constexpr int kRecalledAtOnce = 16;

}  // namespace

Visit::Visit(const VisitTools& tools, VisitTask task, std::function<void(VisitEnd)> on_end)
    : tools_(tools),
      task_(std::move(task)),
      on_end_(std::move(on_end)),
      limits_(limits_for(tools_.plan, task_.host)),
      before_(Continuation::parse(task_.continuation)),
      memory_(tools_.archive, tools_.clock,
              task_.checks_known_pages
                  ? std::max(tools_.run_began, tools_.clock.now() - kFailureHolds)
                  : tools_.run_began),
      agenda_(task_.host, {.grant = tools_.plan.traps.grant}),
      requests_(tools_),
      gate_(tools_.plan, before_.robots_down),
      pages_({.tools = tools_,
              .task = task_,
              .limits = limits_,
              .agenda = agenda_,
              .memory = memory_,
              .report = report_,
              .cookies = requests_.cookies()}),
      pace_(pace_for(tools_.plan, task_.host), false),
      waker_(tools_.events) {}

Status Visit::start() {
  // URLs that an earlier crawl left are not ours: this one begins at the home page.
  const bool is_of_earlier_crawl = before_.crawl != 0 && before_.crawl != tools_.crawl_id;
  if (is_of_earlier_crawl) {
    before_ = {};
    task_.continuation.clear();
  }
  if (auto loaded = load_archive(is_of_earlier_crawl); !loaded) return loaded;
  agenda_.set_trusts_wanted(!task_.checks_known_pages);
  // A host visited recently gets no second burst.
  const bool is_fresh = memory_.is_empty() && task_.continuation.empty();
  pace_ = Pace(pace_for(tools_.plan, task_.host), is_fresh);
  if (!is_fresh) pace_.started(tools_.events.tick());
  pace_.go_on_after(before_.refusals);
  requests_.open();
  progress_.began = tools_.events.tick();
  report_.pages = before_.pages;
  if (!task_.checks_known_pages) {
    report_.statuses = before_.statuses;
    report_.dropped = before_.dropped;
    report_.examples = before_.examples;
  }
  if (auto filled = fill_agenda(); !filled) return filled;
  // The agenda has them now.
  task_.continuation = std::string();
  before_.pending = std::vector<Continuation::Pending>();
  if (!task_.wanted.empty()) task_.wanted = std::vector<WantedUrl>(1, task_.wanted.back());
  pages_.links().count_memory();
  wake_at(tools_.events.tick());
  return {};
}

// Loads the state from the archive. A refresh that reaches a host whose crawl was interrupted
// continues that crawl first: a check does not read the links of an unchanged page, so they would
// never be read.
Status Visit::load_archive(bool is_of_earlier_crawl) {
  const bool goes_on = before_.is_complete || !before_.pending.empty();
  const auto open = [&] {
    return memory_.open(task_.host, tools_.crawl_began, goes_on ? before_.made : Time::min(),
                        before_.unread);
  };
  if (!task_.checks_known_pages) return open();
  if (!before_.is_complete) {
    if (auto opened = open(); !opened) return opened;
    // An archive that was imported was never crawled.
    const bool is_imported =
        !is_of_earlier_crawl && task_.continuation.empty() && memory_.has_older_pages();
    if (!is_imported && (is_of_earlier_crawl || memory_.has_unread())) {
      for (const CheckOrder& order : std::exchange(task_.orders, {}))
        progress_.unchecked.push_back({.url = order.page.url});
      task_.checks_known_pages = false;
      return {};
    }
  }
  return memory_.open_for_checks(task_.host, tools_.clock.now() - kRobotsAgeMax);
}

// The order is: known pages to check, URLs that the last visit left, the home page, URLs that
// others want.
Status Visit::fill_agenda() {
  LinkIntake& links = pages_.links();
  if (task_.page_order != nullptr)
    agenda_.set_order(*task_.page_order,
                      [this](std::string_view url) { return pages_.sitemaps().word_of(url); });
  agenda_.restore(before_);
  pages_.restore(before_);
  // A page that failed may be pending and be ordered to be checked: the order counts.
  for (UncheckedPage& page : pages_.known().add_orders(std::exchange(task_.orders, {})))
    progress_.unchecked.push_back(std::move(page));
  for (const Continuation::Pending& pending : before_.pending) links.add_pending(pending);
  if (!before_.level_pages.empty()) agenda_.set_level_pages(before_.level_pages);
  const bool goes_on = before_.is_complete || !before_.pending.empty();
  const bool has_only_wanted = limits_.depth == 0 && (!task_.wanted.empty() || !memory_.is_empty());
  // A visit that checks pages looks up each link as it is found.
  if (goes_on && !task_.checks_known_pages) {
    const Status read = memory_.each_read([&](const std::string& url) { links.mark_read(url); });
    if (!read) return read;
  } else if (!goes_on && !has_only_wanted && tools_.scope.may_hold(task_.host) &&
             !(task_.checks_known_pages && memory_.has_pages(task_.host))) {
    links.add_home();
  }
  for (const WantedUrl& wanted : task_.wanted) links.add_wanted(wanted, false);
  if (task_.checks_known_pages || !(memory_.has_unread() || memory_.has_notes())) return {};
  // Pages wanted by others whose visit was interrupted: no link will lead to them again.
  return memory_.each_wanted_done([&](const WantedUrl& wanted) {
    const auto url = Url::parse(wanted.url);
    if (!url) return true;
    const std::string normal(normal_form(*url, tools_.plan.normal_form).href());
    if (memory_.is_unread(normal) || memory_.must_ask_again(normal)) links.add_wanted(wanted, true);
    return true;
  });
}

void Visit::wake_at(Tick when) {
  waker_.set(when, [this] { pump(); });
}

void Visit::stop() {
  if (progress_.state == State::over) return;
  progress_.state = State::stopping;
  requests_.close();
  if (auto errand = pages_.withdraw()) errand_ = std::move(errand);
  wake_at(tools_.events.tick());
}

// Returns false if nothing is left to ask for.
bool Visit::take_next_errand(Tick now) {
  if (errand_) return true;
  Agenda::Next next = agenda_.next(now);
  for (const LinkNumber number : next.dropped) {
    report_.drop(DropReason::pages_alike, agenda_.url(number));
    if (!agenda_.link(number).is_wanted) continue;
    FrontierNews news;
    news.wanted_done.push_back({.host = task_.host, .url = agenda_.url(number)});
    tools_.sink->tell(std::move(news));
  }
  if (next.not_before) pace_.hold(*next.not_before);
  errand_ = std::move(next.errand);
  if (errand_) progress_.url = errand_->url_text;
  return errand_.has_value();
}

bool Visit::is_over_limit(const Errand& errand) {
  const LinkNumber number = errand.link()->number;
  // A known page was counted when it was first seen.
  if (agenda_.order(number) != nullptr) return false;
  const LinkUse use = agenda_.link(number).use;
  if (use == LinkUse::page && report_.pages >= limits_.pages) {
    report_.drop(DropReason::page_limit, errand.url_text);
    return true;
  }
  if (use == LinkUse::requisite && report_.requisites >= limits_.requisites) {
    report_.drop(DropReason::requisite_limit, errand.url_text);
    return true;
  }
  if (use == LinkUse::page && !tools_.shared.domains.has_room(task_.host)) {
    report_.drop(DropReason::domain_pages);
    return true;
  }
  if (use != LinkUse::requisite) return false;
  const auto refusal = pages_.links().requisite_refusal(errand.url);
  if (refusal) report_.drop(*refusal);
  return refusal.has_value();
}

// Returns true if the errand may be asked for now. Otherwise it is done without a request, or
// another comes first.
bool Visit::may_ask() {
  if (errand_->robots()) return true;
  const FetchLink* link = errand_->link();
  if (link != nullptr && is_over_limit(*errand_)) {
    errand_.reset();
    return false;
  }
  switch (gate_.access(errand_->url, tools_.clock.now())) {
    case RobotsGate::Access::allowed:
      break;
    case RobotsGate::Access::ask:
      ask_robots(errand_->url);
      return false;
    case RobotsGate::Access::unreachable:
      if (link != nullptr) agenda_.postpone(link->number);
      errand_.reset();
      return false;
    case RobotsGate::Access::forbidden:
      if (link != nullptr) {
        report_.drop(DropReason::robots, errand_->url_text);
        pages_.on_failed_check(*errand_, 0);
        if (agenda_.link(link->number).is_wanted)
          pages_.note_failure(*errand_, "robots", std::string(sentence_of(DropReason::robots)));
      }
      errand_.reset();
      return false;
  }
  const bool is_new = link != nullptr && agenda_.order(link->number) == nullptr;
  if (is_new && memory_.has_failed(errand_->url_text)) {
    agenda_.fail(link->number);
    errand_.reset();
    return false;
  }
  return true;
}

// Takes the answer from the archive, if it was kept since the crawl began.
bool Visit::recall() {
  const FetchLink* link = errand_->link();
  const bool may_recall =
      errand_->robots() || (link != nullptr && agenda_.order(link->number) == nullptr);
  if (!may_recall || !memory_.has(errand_->url_text)) return false;
  auto remembered = memory_.recall(errand_->url_text);
  if (!remembered || !is_fresh(*errand_, *remembered) ||
      fault_of({.status = remembered->head.status}) != AnswerFault::none)
    return false;
  const Errand errand = *std::exchange(errand_, std::nullopt);
  ++report_.recalled;
  memory_.mark_read(errand.url_text);
  if (errand.robots()) {
    on_robots(errand, remembered->head, remembered->body, remembered->time);
  } else {
    pages_.on_recalled(errand, *std::move(remembered));
    if (pages_.links().take_unread()) leave_unread(errand);
  }
  return true;
}

void Visit::pump() {
  int recalled = 0;
  while (progress_.state != State::over && !requests_.is_busy() && !pages_.is_judging()) {
    const Tick now = tools_.events.tick();
    if (progress_.state == State::stopping) return put_back(Duration{0}, VisitCause::stopped);
    if (!take_next_errand(now)) return finish_when_nothing_is_left();
    if (!may_ask()) continue;
    if (recall()) {
      if (++recalled >= kRecalledAtOnce && progress_.state != State::over) return wake_at(now);
      continue;
    }
    if (now - progress_.began >= limits_.slice && report_.requests > 0) {
      progress_.has_used_slice = true;
      return put_back(Duration{0}, VisitCause::slice_over);
    }
    pages_.links().count_memory();
    if (report_.requests > 0 && pages_.links().budget().must_give_way(now - progress_.began))
      return put_back(kMemoryWait, VisitCause::memory_lent);
    const Duration wait = pace_.next_start() - now;
    if (wait > pace_.delay() && wait > tools_.plan.pace.wait_max)
      return give_up_for_now({.cause = VisitCause::asked_to_wait}, false, wait);
    const Tick start =
        std::max({pace_.next_start(), tools_.traffic.next_start(now), progress_.not_before});
    if (start > now) return wake_at(start);
    if (Host::of(errand_->url) != task_.host) {
      if (!fetch_foreign_robots()) return;
      continue;
    }
    AddressPace::Entry entry =
        requests_.enter(task_.addresses.front(), {.delay = pace_.delay(), .burst = pace_.burst()});
    if (!entry.pass) return wake_at(entry.ask_again);
    send(*std::move(entry.pass));
  }
}

void Visit::send(AddressPace::Pass pass) {
  WebRequest request{.url = errand_->url,
                     .addresses = task_.addresses,
                     .headers = {},
                     .limits = tools_.plan.fetch};
  if (errand_->robots()) request.limits.body_bytes = kRobotsReadMax;
  request.headers.push_back({"User-Agent", tools_.plan.user_agent});
  request.headers.push_back({"Accept", "text/html,application/xhtml+xml,*/*;q=0.8"});
  if (!tools_.plan.accept_language.empty())
    request.headers.push_back({"Accept-Language", tools_.plan.accept_language});
  // Not zstd, although we read it: browsers that replay archived pages cannot unpack it.
  request.headers.push_back({"Accept-Encoding", "gzip, br"});
  errand_->cookie = requests_.cookies().header(errand_->url);
  if (!errand_->cookie.empty()) request.headers.push_back({"Cookie", errand_->cookie});
  std::vector<warc::Field> conditions;
  if (auto* link = std::get_if<FetchLink>(&errand_->task)) {
    if (CheckOrder* order = agenda_.order(link->number)) {
      CheckRequest check = check_request(*order, pages_.trust());
      request.is_head = link->is_head = check.is_head;
      conditions = std::move(check.conditions);
      ++order->asked;
    }
  } else if (std::holds_alternative<ProbeNotModified>(errand_->task)) {
    conditions = probe_conditions(tools_.clock.now());
  }
  request.headers.insert(request.headers.end(), conditions.begin(), conditions.end());
  pace_.started(tools_.events.tick());
  ++report_.requests;
  errand_->sent = tools_.clock.now();
  requests_.send(std::move(request), std::move(pass), [this](WebAnswer answer) {
    if (tools_.traffic.is_stopped()) return stop();
    on_answer(std::move(answer));
    pump();
  });
}

// The page was kept, but not all of its links: it comes first in the next visit.
void Visit::leave_unread(const Errand& errand) {
  const LinkNumber number = errand.link()->number;
  if (agenda_.link(number).use == LinkUse::page && report_.pages > 0) --report_.pages;
  agenda_.put_first(number);
  put_back(kMemoryWait, VisitCause::waits_for_memory);
}

}  // namespace freshet
