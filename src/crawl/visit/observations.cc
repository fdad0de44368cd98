#include "crawl/visit/observations.h"

#include <utility>

#include "change/judge.h"
#include "crawl/page_judge.h"

namespace freshet {

std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields,
                                     const HostTrust& trust) {
  return head_stages(order, status, fields, trust.conditions != ConditionTrust::always_304);
}

Observation failed_check(CheckOrder order, Time now, int status) {
  Observation observation{.page = order.page, .time = now, .is_requisite = order.is_requisite};
  observation.check = {.page = observation.page,
                       .time = now,
                       .outcome = CheckOutcome::failed,
                       .status = static_cast<std::uint16_t>(status)};
  observation.order = std::move(order);
  return observation;
}

Observation hidden_check(CheckOrder order, const CheckPlace& place, int status) {
  Observation observation{.page = order.page,
                          .time = place.sent,
                          .depth = place.depth,
                          .is_requisite = order.is_requisite};
  observation.check = {.page = order.page,
                       .time = place.sent,
                       .outcome = CheckOutcome::gone,
                       .change = static_cast<std::uint8_t>(ChangeClass::removed),
                       .status = static_cast<std::uint16_t>(status)};
  observation.order = std::move(order);
  return observation;
}

Observation same_by_head(CheckOrder order, const CheckPlace& place,
                         const std::vector<warc::Field>& fields, const HostTrust& trust) {
  Observation observation{.page = order.page,
                          .time = place.sent,
                          .depth = place.depth,
                          .is_requisite = order.is_requisite,
                          .is_by_length = true};
  std::vector<StageRecord> stages = head_stages(order, 200, fields, trust);
  stages.push_back(
      {Stage::bytes, Finding::unknown, {{"length", static_cast<double>(order.length)}}});
  observation.check = {.page = order.page,
                       .time = place.sent,
                       .outcome = CheckOutcome::same,
                       .status = 200,
                       .stages = stages_json(stages)};
  observation.order = std::move(order);
  return observation;
}

Observation same_check(CheckOrder order, const CheckPlace& place, int status,
                       std::uint64_t body_bytes, const std::vector<warc::Field>& fields,
                       const HostTrust& trust) {
  const bool is_304 = status == 304;
  Observation observation{.page = order.page,
                          .time = place.sent,
                          .depth = place.depth,
                          .is_requisite = order.is_requisite,
                          .is_not_modified = is_304};
  std::vector<StageRecord> stages = head_stages(order, status, fields, trust);
  if (!is_304) stages.push_back({Stage::bytes, Finding::same});
  observation.check = {.page = order.page,
                       .time = place.sent,
                       .outcome = CheckOutcome::same,
                       .status = static_cast<std::uint16_t>(status),
                       .bytes = body_bytes,
                       .stages = stages_json(stages)};
  observation.order = std::move(order);
  return observation;
}

}  // namespace freshet
