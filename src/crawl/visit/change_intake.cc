#include "crawl/visit/change_intake.h"

#include <utility>
#include <vector>

#include "crawl/visit/observations.h"
#include "store/reported_change.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"

namespace freshet {

void ChangeIntake::observe(const Errand& errand, CheckOrder order, const AnswerOfCheck& answer,
                           const HostTrust& trust, Observation& observation) {
  const warc::HttpHead& head = answer.head;
  const std::string_view body = answer.body;
  const ReadAnswer& read = answer.read;
  PageCheck check{.page = observation.page,
                  .time = errand.sent,
                  .status = static_cast<std::uint16_t>(head.status),
                  .bytes = body.size()};
  std::vector<StageRecord> stages = head_stages(order, head.status, head.fields, trust);
  std::optional<ChangeClass> kind;
  if (head.status == 200) {
    // HTML is compared by its text, anything else by its bytes.
    const bool has_same_bytes = !read.is_html && order.payload && sha1(body) == *order.payload;
    const Change change = accepted_change(
        order, has_same_bytes ? Change{} : judge_.judge(observation.page, read.print));
    kind = change.kind;
    check.change = static_cast<std::uint8_t>(change.kind);
    check.is_meaningful = change.meaningful;
    check.score = change.score;
    stages.insert(stages.end(), change.stages.begin(), change.stages.end());
    const bool is_same = *kind == ChangeClass::none || *kind == ChangeClass::cosmetic;
    observation.has_other_text = is_same && change.text_differs();
  } else if (is_gone_status(head.status) || is_redirect_status(head.status)) {
    check.change = static_cast<std::uint8_t>(ChangeClass::removed);
  }
  const bool is_itself = read.redirect && read.redirect->href() == errand.url_text;
  check.outcome = outcome_of_check(order, head.status, kind, is_itself);
  if (check.outcome == CheckOutcome::changed && order.elements_since)
    observation.elements =
        judge_.elements_since(observation.page, *order.elements_since, read.print);
  if (check.outcome == CheckOutcome::changed)
    check.changed_at = reported_change(observation.last_modified, observation.time);
  check.stages = stages_json(stages);
  observation.check = std::move(check);
  observation.order = std::move(order);
  mark_links(read, observation);
}

// Marks the pages of this host that the page linked to and does not any more; of one that is gone,
// all.
void ChangeIntake::mark_links(const ReadAnswer& read, Observation& observation) {
  observation.marks = known_.take_marks();
  const bool is_changed = observation.check->outcome == CheckOutcome::changed;
  const bool is_gone =
      observation.check->outcome == CheckOutcome::gone && !was_gone(*observation.order);
  if (!is_changed && !is_gone) return;
  for (const Url& url :
       judge_.dropped_links(observation.page, is_changed ? read.all_written : LinkHashes{})) {
    if (Host::of(url) != visit_.task.host) continue;
    PageKey target =
        page_key_of(normal_form(url, visit_.tools.plan.normal_form).href_without_fragment());
    if (target == observation.page) continue;
    observation.marks.push_back(
        {.page = std::move(target), .kind = PageMark::Kind::unlinked, .time = observation.time});
  }
}

}  // namespace freshet
