#include "crawl/visit/check_protocol.h"

#include <string>
#include <utility>

#include "base/digest.h"
#include "life/page_life.h"
#include "robots/robots_access.h"
#include "store/snapshot_facts.h"
#include "warc/http_date.h"
#include "warc/http_head.h"

namespace freshet {
namespace {

// After this many consecutive 304 a page is requested without a condition: the server may have
// stopped looking.
constexpr std::int64_t kNotModifiedMax = 40;

bool wants_head(const CheckOrder& order, const HostTrust& trust) {
  return !trust.are_lengths_wrong && trust.conditions != ConditionTrust::always_304 &&
         order.length > 0 && order.word == PageWord::none && !order.needs_proof;
}

}  // namespace

bool is_redirect_status(int status) { return status >= 300 && status <= 399 && status != 304; }

bool was_gone(const CheckOrder& order) { return life_of(order.belief).is_missing(); }

CheckRequest check_request(const CheckOrder& order, const HostTrust& trust) {
  if (wants_head(order, trust)) return {.is_head = true};
  if (order.is_whole) return {};
  if (trust.conditions == ConditionTrust::always_304) return {};
  if (order.belief && (order.belief->unmodified < 0 || order.belief->unmodified >= kNotModifiedMax))
    return {};
  CheckRequest request;
  if (!order.etag.empty()) request.conditions.push_back({"If-None-Match", order.etag});
  // A date in the future at the time of the answer would give 304 for ever.
  const auto date = parse_http_date(order.last_modified);
  if (date && *date <= order.copied)
    request.conditions.push_back({"If-Modified-Since", order.last_modified});
  return request;
}

std::vector<warc::Field> probe_conditions(Time now) {
  return {{"If-None-Match", "\"freshet\""}, {"If-Modified-Since", http_date(now)}};
}

ConditionTrust trust_after_probe(int status) {
  return status == 304 ? ConditionTrust::always_304 : ConditionTrust::honest;
}

HeadVerdict judge_head(const CheckOrder& order, int status,
                       const std::vector<warc::Field>& fields) {
  const auto field = [&](std::string_view name) {
    return warc::find_field(fields, name).value_or("");
  };
  const std::string_view told = field("Content-Length");
  const bool is_validated =
      etags_match(field("ETag"), order.etag) && field("Last-Modified") == order.last_modified;
  const bool is_other_length = !told.empty() && told != std::to_string(order.length);
  if (is_validated && is_other_length) return HeadVerdict::denied;
  return status == 200 && is_validated ? HeadVerdict::same : HeadVerdict::unclear;
}

CheckOrder asked_whole(CheckOrder order, Denial denial) {
  if (denial != Denial::none) order.denial = denial;
  order.word = PageWord::none;
  order.length = 0;
  order.is_whole = true;
  return order;
}

CheckAnswer judge_check(const CheckOrder& order, int status, std::string_view body) {
  if (status == 304 && order.word == PageWord::changed) return CheckAnswer::ask_whole;
  if (was_gone(order)) return CheckAnswer::read;
  const bool is_same =
      status == 304 || (status == 200 && order.payload && sha1(body) == *order.payload);
  return is_same ? CheckAnswer::unchanged : CheckAnswer::read;
}

Change accepted_change(const CheckOrder& order, Change change) {
  const bool is_settled = life_of(order.belief).outcome_of_stand_in() == CheckOutcome::gone;
  if (change.kind != ChangeClass::removed || !change.is_other_page || !is_settled) return change;
  change.kind = ChangeClass::major;
  change.meaningful = true;
  change.score = 1;
  return change;
}

CheckOutcome outcome_of_check(const CheckOrder& order, int status,
                              const std::optional<ChangeClass>& change, bool is_itself) {
  if (change) {
    if (*change == ChangeClass::removed) return life_of(order.belief).outcome_of_stand_in();
    if (was_gone(order)) return CheckOutcome::back;
    return *change == ChangeClass::none || *change == ChangeClass::cosmetic ? CheckOutcome::same
                                                                            : CheckOutcome::changed;
  }
  if (!is_gone_status(status) && !is_redirect_status(status)) return CheckOutcome::failed;
  return is_gone_status(status) && !is_itself ? CheckOutcome::gone
                                              : life_of(order.belief).outcome_of_stand_in();
}

}  // namespace freshet
