// Attempts of a visit that failed: no answer, a refusal, an error of the server, half a body. A URL
// is tried again a few times, each time after a longer wait. Then it is noted as failed, and the
// next run tries it again.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "crawl/visit.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// When this machine had no socket to give, until it is asked again.
constexpr Duration kSocketWait = std::chrono::seconds(1);

// Not worth another visit: it will not be better in a few minutes.
bool is_final(WebFailure failure) {
  return failure == WebFailure::tls || failure == WebFailure::guarded;
}

}  // namespace

// 429 or 503: the same again, later. A page that is refused again and again is put behind the
// others: perhaps it is only this one. When it is refused as often again, it counts as failed.
void Visit::refused(const WebAnswer& answer) {
  std::optional<Duration> wait;
  for (const warc::Field& field : answer.headers)
    if (equals_ignoring_case(field.name, "Retry-After"))
      wait = parse_retry_after(field.value, tools_.clock.now());
  pace_.refused(tools_.events.tick(), wait);
  if (pace_.refusals() >= tools_.plan.pace.refusals_max)
    return give_up_for_now(
        fmt::format("the server answered {} {} times in a row", answer.status, pace_.refusals()),
        false, pace_.next_start() - tools_.events.tick());
  if (job_.kind != JobKind::link) return;
  KnownLink& link = table_.link(job_.number);
  if (++link.refusals % limits_.tries != 0) return;
  const Job job = job_;
  has_job_ = false;
  if (link.refusals < 2 * limits_.tries) {
    (link.use == LinkUse::page ? pages_ : requisites_).push_back(job.number);
  } else {
    give_up(job, outcome_of(AnswerFault::refusal), detail_of(answer), answer.status);
  }
}

void Visit::failed(const WebAnswer& answer) {
  if (answer.failure == WebFailure::no_socket) {
    --report_.requests;
    not_before_ = tools_.events.tick() + kSocketWait;
    return;
  }
  ++report_.failures;
  ++failures_in_a_row_;
  const std::string detail = fmt::format("{}: {}", name_of(answer.failure), answer.detail);
  // A host that answered an earlier visit of this crawl is only silent now.
  const bool never_answered = !has_answered_ && report_.recalled == 0;
  if (never_answered && fall_back_to_http(job_)) return;
  if (job_.kind == JobKind::robots) return robots_failed(job_, detail, is_final(answer.failure));
  const Job job = job_;
  if (job.kind != JobKind::link) {
    retry_probe();
  } else {
    has_job_ = false;
    if (is_final(answer.failure) || !retry(job))
      give_up(job, name_of(answer.failure), answer.detail);
  }
  if (failures_in_a_row_ >= limits_.failures_in_a_row)
    give_up_for_now(
        fmt::format("{} requests in a row failed, the last with {}", failures_in_a_row_, detail),
        false);
}

// An answer to a link that is no content.
void Visit::take_fault(WebAnswer answer, AnswerFault fault) {
  ++report_.failures;
  const Job job = job_;
  has_job_ = false;
  if (fault == AnswerFault::server_error) {
    note_server_error(table_.link(job.number));
  } else {
    pace_.answered();
    has_answered_ = true;
  }
  if (retry(job)) return;
  const std::string detail = detail_of(answer);
  // Half a page is better than none, and worse than any other copy.
  if (fault == AnswerFault::cut && !memory_.has_copy(page_key_of(job.url_text)))
    return keep_cut(job, std::move(answer));
  give_up(job, outcome_of(fault), detail, answer.status);
}

// A server that fails for one URL after the other may be starting: it is left alone for a while.
// When that has not helped, the errors are those of the URLs, and they are no reason to wait.
void Visit::note_server_error(const KnownLink& link) {
  if (link.tries > 0 || ++errors_in_a_row_ < 2) return;
  if (errors_in_a_row_ > tools_.plan.pace.refusals_max) return;
  pace_.hold(tools_.events.tick() +
             retry_wait(errors_in_a_row_ - 1, tools_.plan.pace.backoff, tools_.plan.pace.wait_max));
}

// Returns false if the link has no try left.
bool Visit::retry(const Job& job) {
  KnownLink& link = table_.link(job.number);
  if (++link.tries >= limits_.tries) return false;
  const Duration wait = retry_wait(link.tries, tools_.plan.pace.backoff, tools_.plan.pace.wait_max);
  retries_.emplace(tools_.events.tick() + wait, job.number);
  return true;
}

// The same for what is no link.
bool Visit::retry_probe() {
  has_job_ = ++job_.tries < limits_.tries;
  if (has_job_)
    pace_.hold(tools_.events.tick() +
               retry_wait(job_.tries, tools_.plan.pace.backoff, tools_.plan.pace.wait_max));
  return has_job_;
}

void Visit::give_up(const Job& job, std::string_view outcome, const std::string& detail,
                    int status) {
  note_failure(job, outcome, detail);
  const bool is_check = orders_.contains(job.number);
  note_failed_check(job, status);
  if (!is_check) failed_.push_back(job.number);
}

// Nothing better came: what there is of the page is kept and read, but the page is not done.
void Visit::keep_cut(const Job& job, WebAnswer answer) {
  failed_.push_back(job.number);
  const warc::HttpHead head = head_of(answer);
  ReadAnswer read = reader_.read(to_read(job, head, answer.body));
  FrontierNews news;
  news.notes.push_back(note_of(job, outcome_of(AnswerFault::cut), detail_of(answer)));
  const KnownLink link = table_.link(job.number);
  if (link.is_wanted) news.wanted_done.push_back({.host = task_.host, .url = job.url_text});
  if (read.redirect) {
    take_redirect(job, *read.redirect, news);
  } else if (answer.status >= 200 && answer.status <= 299) {
    take_links(job, read, news);
    if (link.use == LinkUse::sitemap) take_sitemap(job, head, answer.body, news);
  }
  if (hidden_by(read.directives)) return tools_.sink.tell(std::move(news));
  keep(job, std::move(answer), std::move(read.tags), std::move(news));
}

UrlNote Visit::note_of(const Job& job, std::string_view outcome, const std::string& detail) const {
  return {.page = page_key_of(job.url_text),
          .time = tools_.clock.now(),
          .outcome = std::string(outcome),
          .detail = detail,
          .tries = job.kind == JobKind::link ? table_.link(job.number).tries : job.tries};
}

void Visit::note_failure(const Job& job, std::string_view outcome, const std::string& detail) {
  FrontierNews news;
  news.notes.push_back(note_of(job, outcome, detail));
  if (job.kind == JobKind::link && table_.link(job.number).is_wanted)
    news.wanted_done.push_back({.host = task_.host, .url = job.url_text});
  tools_.sink.tell(std::move(news));
}

}  // namespace freshet
