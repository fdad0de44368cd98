// The part of PageIntake that checks known pages.
#include <utility>

#include "crawl/visit/judge_question.h"
#include "crawl/visit/observations.h"
#include "crawl/visit/page_intake.h"

namespace freshet {

void PageIntake::judge(Reading reading, bool is_ordered, Taken taken) {
  std::optional<CheckOrder> order = std::move(reading.order);
  reading.order = is_ordered ? order : std::nullopt;
  JudgeQuestion question =
      judge_question(reading.errand, *std::move(order),
                     {.head = reading.head, .body = reading.answer.body, .read = reading.read},
                     trust_, observe(reading));
  question.templates = templates_.stored();
  judged_ = std::make_shared<Reading>(std::move(reading));
  visit_.tools.judges.judge(std::move(question),
                            [this, taken = std::move(taken),
                             waiting = std::weak_ptr<Reading>(judged_)](Observation observation) {
                              const auto judged = waiting.lock();
                              if (!judged) return;  // it was given up, or the visit is over
                              judged_.reset();
                              judged->observation = std::move(observation);
                              const Errand errand = judged->errand;
                              take(std::move(*judged));
                              taken(errand);
                            });
}

std::optional<Errand> PageIntake::withdraw() {
  const auto judged = std::exchange(judged_, nullptr);
  if (!judged) return std::nullopt;
  if (judged->order) visit_.agenda.check_next(number_of(judged->errand), *std::move(judged->order));
  return std::move(judged->errand);
}

// Returns true if the page need not be read: it is as it was, so its links are known, or it is
// asked for once more.
bool PageIntake::takes_unchanged(const Errand& errand, CheckOrder& order, WebAnswer& answer) {
  if (!visit_.task.checks_known_pages) return false;
  switch (judge_check(order, answer.status, answer.body)) {
    case CheckAnswer::read:
      return false;
    case CheckAnswer::ask_whole:
      visit_.agenda.check_next(number_of(errand), asked_whole(std::move(order), Denial::others));
      return true;
    case CheckAnswer::unchanged:
      break;
  }
  if (order.denial == Denial::length) trust_.are_lengths_wrong = true;
  if (answer.status == 304 && trust_.conditions == ConditionTrust::unknown)
    visit_.agenda.want_not_modified_probe(errand.url.origin());
  const CheckPlace place{errand.sent, visit_.agenda.link(number_of(errand)).depth};
  Observation observation = same_check(std::move(order), place, answer.status, answer.body.size(),
                                       answer.headers, trust_);
  ++visit_.report.checks;
  visit_.memory.mark_read(errand.url_text);
  keep(errand, std::move(answer), {.observation = std::move(observation)});
  return true;
}

void PageIntake::on_head(const Errand& errand, const WebAnswer& answer) {
  auto order = visit_.agenda.take_order(number_of(errand));
  if (!order) return;
  const HeadVerdict verdict = judge_head(*order, answer.status, answer.headers);
  if (verdict != HeadVerdict::same) {
    const Denial denial = verdict == HeadVerdict::denied ? Denial::length : Denial::none;
    return visit_.agenda.check_next(number_of(errand), asked_whole(*std::move(order), denial));
  }
  const CheckPlace place{errand.sent, visit_.agenda.link(number_of(errand)).depth};
  ++visit_.report.checks;
  visit_.tools.sink->note(same_by_head(*std::move(order), place, answer.headers, trust_));
}

void PageIntake::on_not_modified_probe(const WebAnswer& answer) {
  trust_.conditions = trust_after_probe(answer.status);
}

void PageIntake::on_failed_check(const Errand& errand, int status) {
  if (!errand.link()) return;
  if (auto order = visit_.agenda.take_order(number_of(errand)))
    visit_.tools.sink->note(failed_check(*std::move(order), visit_.tools.clock.now(), status));
}

}  // namespace freshet
