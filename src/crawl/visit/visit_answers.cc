// Answers and failed attempts. A failed attempt (no answer, a refusal, a server error, half a body)
// is tried again a few times with back-off. Then the URL is noted as failed, and the next run tries
// it again.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "crawl/robots_answer.h"
#include "crawl/visit/check_protocol.h"
#include "crawl/visit/visit.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// When this machine had no socket left, the time until the next attempt.
constexpr Duration kSocketWait = std::chrono::seconds(1);

// Consecutive URLs that a server fails for before the visit looks elsewhere, and then before it
// waits: some parts of a site may fail while the others are well.
constexpr int kErrorsElsewhere = 2;
constexpr int kErrorsToWait = 4;

// Returns true if a retry within minutes is pointless.
bool is_final(WebFailure failure) {
  return failure == WebFailure::tls || failure == WebFailure::guarded;
}

// Tells at once that the only host of the seeds does not answer: it may be mistyped, and nothing
// else happens while it is tried again.
void tell_first_failure(const VisitTools& tools, const Host& host, const std::string& detail) {
  if (!tools.warn || !tools.scope.has_all_seeds(host)) return;
  tools.warn(fmt::format("{} does not answer: {}; it is tried again", visible(host.key()),
                         visible(detail)));
}

}  // namespace

void Visit::on_answer(WebAnswer answer) {
  pace_.finished(tools_.events.tick());
  tools_.traffic.received(tools_.events.tick(), answer.body.size());
  report_.bytes += answer.body.size();
  if (answer.failure != WebFailure::none) return on_failure(answer);
  progress_.failures_in_a_row = 0;
  // Every page is requested as by a first-time visitor; otherwise pages would show our history, and
  // a check would see that as a change. A cookie wall sets its cookie while it redirects: only
  // those are kept.
  if (is_redirect_status(answer.status))
    for (const warc::Field& field : answer.headers)
      if (equals_ignoring_case(field.name, "Set-Cookie"))
        requests_.cookies().set(errand_->url, field.value);
  const AnswerFault fault = fault_of(answer);
  if (fault == AnswerFault::refusal) return on_refusal(answer);
  if (fault != AnswerFault::none && errand_->link()) return on_fault(std::move(answer), fault);
  if (fault != AnswerFault::none && errand_->is_probe() && retry_probe()) return;
  pace_.answered();
  progress_.has_answered = true;
  progress_.errors_in_a_row = 0;
  if (errand_) on_content(*std::exchange(errand_, std::nullopt), std::move(answer));
}

void Visit::on_content(Errand errand, WebAnswer answer) {
  if (const FetchLink* link = errand.link()) {
    if (link->is_head) return pages_.on_head(errand, answer);
    const auto taken = [this](const Errand& done) {
      if (pages_.links().take_unread()) leave_unread(done);
    };
    const bool is_taken =
        pages_.on_answer(errand, std::move(answer), [this, taken](const Errand& done) {
          taken(done);
          pump();
        });
    if (is_taken) taken(errand);
  } else if (errand.robots()) {
    if (is_cut_short(answer))
      return on_robots_failure(std::move(errand), "it came only in part", false);
    warc::HttpHead head;
    head.status = answer.status;
    head.fields = answer.headers;
    on_robots(errand, head, answer.body, tools_.clock.now());
    // A file that is unreachable or unreadable is requested again; it is not an answer to keep.
    if (answer.status < 500 && read_robots_body(head, answer.body))
      pages_.keep(errand, std::move(answer));
  } else if (std::holds_alternative<ProbeMissing>(errand.task)) {
    pages_.on_missing_probe(errand, answer);
  } else {
    pages_.on_not_modified_probe(answer);
  }
}

// 429 or 503: retry later. A page that is refused repeatedly is put behind the others: perhaps only
// this page is refused. After as many refusals again it counts as failed.
void Visit::on_refusal(const WebAnswer& answer) {
  std::optional<Duration> wait;
  for (const warc::Field& field : answer.headers)
    if (equals_ignoring_case(field.name, "Retry-After"))
      wait = parse_retry_after(field.value, tools_.clock.now());
  pace_.refused(tools_.events.tick(), wait);
  if (pace_.refusals() >= tools_.plan.pace.refusals_max)
    return give_up_for_now({.cause = VisitCause::server_refuses,
                            .count = pace_.refusals(),
                            .detail = std::to_string(answer.status)},
                           false, pace_.next_start() - tools_.events.tick());
  if (!errand_->link()) return;
  const LinkNumber number = errand_->link()->number;
  KnownLink& link = agenda_.link(number);
  if (++link.refusals % limits_.tries != 0) return;
  const Errand errand = *std::exchange(errand_, std::nullopt);
  if (link.refusals < 2 * limits_.tries) {
    agenda_.put_behind(number);
  } else {
    give_up(errand, outcome_of(AnswerFault::refusal), detail_of(answer), answer.status);
  }
}

void Visit::on_failure(const WebAnswer& answer) {
  if (answer.failure == WebFailure::no_socket) {
    --report_.requests;
    progress_.not_before = tools_.events.tick() + kSocketWait;
    return;
  }
  ++report_.failures;
  ++progress_.failures_in_a_row;
  const std::string detail = fmt::format("{}: {}", name_of(answer.failure), answer.detail);
  // A host that answered an earlier visit of this crawl is only silent now.
  const bool never_answered = !progress_.has_answered && report_.recalled == 0;
  if (never_answered && pages_.links().fall_back_to_http(*errand_)) {
    errand_.reset();
    progress_.failures_in_a_row = 0;
    return;
  }
  const bool is_first = progress_.failures_in_a_row == 1 && before_.failed_visits == 0;
  if (never_answered && is_first && !task_.checks_known_pages)
    tell_first_failure(tools_, task_.host, detail);
  if (errand_->robots())
    return on_robots_failure(*std::exchange(errand_, std::nullopt), detail,
                             is_final(answer.failure));
  if (errand_->is_probe()) {
    retry_probe();
  } else {
    const Errand errand = *std::exchange(errand_, std::nullopt);
    if (is_final(answer.failure) || !retry(errand.link()->number))
      give_up(errand, name_of(answer.failure), answer.detail);
  }
  if (progress_.failures_in_a_row >= limits_.failures_in_a_row)
    give_up_for_now({.cause = VisitCause::requests_failed,
                     .count = progress_.failures_in_a_row,
                     .detail = detail},
                    false);
}

// Handles an answer to a link that is not content.
void Visit::on_fault(WebAnswer answer, AnswerFault fault) {
  ++report_.failures;
  const Errand errand = *std::exchange(errand_, std::nullopt);
  const LinkNumber number = errand.link()->number;
  if (fault == AnswerFault::server_error) {
    on_server_error(number);
  } else {
    pace_.answered();
    progress_.has_answered = true;
  }
  if (retry(number)) return;
  // A truncated page is better than none, and worse than any other copy.
  if (fault == AnswerFault::cut && !memory_.has_copy(page_key_of(errand.url_text))) {
    agenda_.fail(number);
    pages_.on_cut(errand, std::move(answer));
    pages_.links().take_unread();  // the page is read again when it is whole
    return;
  }
  give_up(errand, outcome_of(fault), detail_of(answer), answer.status);
}

// A server that fails for consecutive URLs may be starting: the visit backs off. It first tries
// URLs from other places of the site, so that a part that fails does not hold up the others. If
// waiting has not helped, the errors are those of the URLs, and no reason to wait.
void Visit::on_server_error(LinkNumber number) {
  if (agenda_.link(number).tries > 0) return;
  const int errors = ++progress_.errors_in_a_row;
  const PaceOptions& pace = tools_.plan.pace;
  const int waits = errors - kErrorsToWait + 1;
  if (errors < kErrorsElsewhere || waits >= pace.refusals_max) return;
  // A host that never answered has no part that is well.
  const bool is_elsewhere =
      (progress_.has_answered || report_.recalled > 0) && agenda_.put_other_first();
  if (waits < 1 && is_elsewhere) return;
  pace_.hold(tools_.events.tick() + retry_wait(std::max(waits, 1), pace.backoff, pace.wait_max));
}

// Returns false if the link has no try left.
bool Visit::retry(LinkNumber number) {
  KnownLink& link = agenda_.link(number);
  if (++link.tries >= limits_.tries) return false;
  const PaceOptions& pace = tools_.plan.pace;
  agenda_.retry(number, tools_.events.tick() + retry_wait(link.tries, pace.backoff, pace.wait_max));
  return true;
}

// The same for a probe: it stays the next errand.
bool Visit::retry_probe() {
  if (++errand_->tries >= limits_.tries) {
    errand_.reset();
    return false;
  }
  const PaceOptions& pace = tools_.plan.pace;
  pace_.hold(tools_.events.tick() + retry_wait(errand_->tries, pace.backoff, pace.wait_max));
  return true;
}

void Visit::give_up(const Errand& errand, std::string_view outcome, const std::string& detail,
                    int status) {
  pages_.note_failure(errand, outcome, detail);
  const bool is_check = agenda_.order(errand.link()->number) != nullptr;
  pages_.on_failed_check(errand, status);
  if (!is_check) agenda_.fail(errand.link()->number);
}

}  // namespace freshet
