#include "crawl/visit/judge_question.h"

#include <utility>

#include "base/digest.h"
#include "crawl/visit/observations.h"

namespace freshet {

JudgeQuestion judge_question(const Errand& errand, CheckOrder order, const AnswerOfCheck& answer,
                             const HostTrust& trust, Observation observation) {
  const warc::HttpHead& head = answer.head;
  ReadAnswer& read = answer.read;
  observation.check = {.page = observation.page,
                       .time = errand.sent,
                       .status = static_cast<std::uint16_t>(head.status),
                       .bytes = answer.body.size()};
  // HTML is compared by its text, anything else by its bytes.
  const bool has_same_bytes =
      head.status == 200 && !read.is_html && order.payload && sha1(answer.body) == *order.payload;
  std::vector<StageRecord> stages = head_stages(order, head.status, head.fields, trust);
  observation.order = std::move(order);
  return {.observation = std::move(observation),
          .stages = std::move(stages),
          .print = std::move(read.print),
          .links = std::move(read.all_written),
          .has_same_bytes = has_same_bytes,
          .leads_to_itself = read.redirect && read.redirect->href() == errand.url_text};
}

}  // namespace freshet
