// Pages in a visit that were known before: asked for on condition, compared with their copies.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/digest.h"
#include "base/hash.h"
#include "crawl/recall.h"
#include "crawl/traps.h"
#include "crawl/visit.h"
#include "store/snapshot_facts.h"
#include "store/told_change.h"
#include "url/normal_form.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

// After so many "not modified" in a row the page is asked for as if we had no copy: a server may
// have stopped to look.
constexpr std::int64_t kNotModifiedMax = 40;

// Pages of errors and gatekeepers that come with a 200, and redirects for now: so many in a row are
// believed to stay.
constexpr std::int64_t kStandInsBelieved = 3;

bool is_redirect(int status) { return status >= 300 && status <= 399 && status != 304; }

bool was_gone(const CheckOrder& order) {
  return order.belief && order.belief->state != PageState::watched;
}

// Something else answers in the page's place, which may be for now, or to stay.
CheckOutcome outcome_of_stand_in(const CheckOrder& order) {
  const bool stays =
      was_gone(order) || (order.belief && order.belief->misses + 1 >= kStandInsBelieved);
  return stays ? CheckOutcome::gone : CheckOutcome::failed;
}

}  // namespace

void Visit::add_orders() {
  if (task_.orders.empty()) return;
  const auto moment = judge_.hold_moment();  // without it they are only slower
  for (CheckOrder& order : task_.orders) {
    std::string url = order.page.url;
    if (!add_order(std::move(order))) unchecked_.push_back({.url = std::move(url)});
  }
}

// Whether it will be carried out, or is done with.
bool Visit::add_order(CheckOrder order) {
  const auto url = Url::parse(order.page.url);
  if (!url) return false;
  auto known = judge_.order_of(order.page);
  if (!known) return false;
  if (!*known) {
    // There is no good copy of it any more: it waits for longer each time, as if it had failed.
    auto belief = tools_.archive.catalog().find_belief(order.page);
    if (!belief) return false;
    order.belief = *std::move(belief);
    note_failed(std::move(order));
    return true;
  }
  (*known)->word = order.word;
  (*known)->elements_since = order.elements_since;
  (*known)->is_requisite = order.is_requisite;
  order = **std::move(known);
  const std::uint16_t depth = order.belief ? order.belief->depth : 0;
  const LinkUse use = order.is_requisite ? LinkUse::requisite : LinkUse::page;
  const auto number =
      table_.add(order.page.url, order.is_requisite ? order.page.url : trap_key(*url),
                 {.use = use, .depth = depth});
  if (!number) return false;
  table_.link(*number).via = *number;
  checks_.push_back(*number);
  orders_.emplace(*number, std::move(order));
  return true;
}

// A date that lies in the future, seen from when we got it, says "not modified" for ever.
void Visit::add_condition(const Job& job, WebRequest& request) {
  if (job.kind == JobKind::condition_probe) {
    request.headers.push_back({"If-None-Match", "\"freshet\""});
    request.headers.push_back({"If-Modified-Since", http_date(tools_.clock.now())});
    return;
  }
  if (job.kind != JobKind::link) return;
  const auto known = orders_.find(job.number);
  if (known == orders_.end()) return;
  const CheckOrder& order = known->second;
  if (order.is_whole) return;
  if (before_.conditions == ConditionTrust::says_it_of_everything) return;
  if (order.belief && (order.belief->unmodified < 0 || order.belief->unmodified >= kNotModifiedMax))
    return;
  if (!order.etag.empty()) request.headers.push_back({"If-None-Match", order.etag});
  const auto date = parse_http_date(order.last_modified);
  if (date && *date <= order.copied)
    request.headers.push_back({"If-Modified-Since", order.last_modified});
}

// Of a page that is asked for; nothing if it is new.
std::optional<CheckOrder> Visit::order_for(const Job& job) {
  if (!tools_.wants_sightings) return std::nullopt;
  if (const auto known = orders_.find(job.number); known != orders_.end()) {
    CheckOrder order = std::move(known->second);
    orders_.erase(known);
    return order;
  }
  // A visit that checks did not read which pages are known.
  if (!task_.is_refresh && !memory_.was_known(job.url_text)) return std::nullopt;
  auto order = judge_.order_of(page_key_of(job.url_text));
  if (!order || !*order) return std::nullopt;
  // Half a page that was kept for want of a better one is nothing to compare with.
  if (!(*order)->belief && memory_.has_any_note(job.url_text)) return std::nullopt;
  return *std::move(order);
}

// Without condition, next.
void Visit::ask_whole(const Job& job, CheckOrder order) {
  order.word = PageWord::none;
  order.length = 0;
  order.is_whole = true;
  orders_.emplace(job.number, std::move(order));
  checks_.push_front(job.number);
}

// A "not modified" that contradicts what somebody else says is asked again without condition.
bool Visit::asks_again(const Job& job, const CheckOrder& order, int status) {
  if (status != 304 || order.word != PageWord::changed) return false;
  CheckOrder again = order;
  again.denial = Denial::others;
  ask_whole(job, std::move(again));
  return true;
}

std::vector<StageRecord> Visit::heads_of(const CheckOrder& order, int status,
                                         const std::vector<warc::Field>& fields) const {
  return head_stages(order, status, fields,
                     before_.conditions != ConditionTrust::says_it_of_everything);
}

// A HEAD costs what a 304 costs, and tells the length besides.
bool Visit::wants_head(const Job& job) const {
  if (job.kind != JobKind::link || before_.are_lengths_wrong ||
      before_.conditions == ConditionTrust::says_it_of_everything)
    return false;
  const auto known = orders_.find(job.number);
  return known != orders_.end() && known->second.length > 0 && known->second.word == PageWord::none;
}

// Validators that are what they were while the length is not are those of a server that does not
// look. What cannot be told from a head is asked for.
void Visit::take_head(const WebAnswer& answer) {
  const Job job = job_;
  has_job_ = false;
  auto known = orders_.extract(job.number);
  if (known.empty()) return;
  CheckOrder order = std::move(known.mapped());
  const auto field = [&](std::string_view name) {
    return warc::find_field(answer.headers, name).value_or("");
  };
  const std::string_view told = field("Content-Length");
  const bool is_validated =
      etags_match(field("ETag"), order.etag) && field("Last-Modified") == order.last_modified;
  const bool is_other_length = !told.empty() && told != std::to_string(order.length);
  if (is_validated && is_other_length) order.denial = Denial::length;
  if (answer.status != 200 || !is_validated || is_other_length)
    return ask_whole(job, std::move(order));
  Sighting sighting{.page = order.page,
                    .time = job.sent,
                    .depth = table_.link(job.number).depth,
                    .is_requisite = order.is_requisite,
                    .is_by_length = true};
  std::vector<StageRecord> stages = heads_of(order, 200, answer.headers);
  stages.push_back({Stage::bytes,
                    Finding::unknown,
                    {{"length", static_cast<double>(order.length)}}});  // which is the same
  sighting.check = {.page = order.page,
                    .time = job.sent,
                    .outcome = CheckOutcome::same,
                    .status = 200,
                    .stages = stages_json(stages)};
  sighting.order = std::move(order);
  ++report_.checks;
  tools_.sink.note(std::move(sighting));
}

// A page that is as it was is not read again: its links are known.
bool Visit::keep_unchanged(const Job& job, CheckOrder& order, WebAnswer& answer) {
  const bool is_304 = answer.status == 304;
  if (!task_.is_refresh || was_gone(order)) return false;
  if (!is_304 && (answer.status != 200 || !order.payload || sha1(answer.body) != *order.payload))
    return false;
  if (order.denial == Denial::length) before_.are_lengths_wrong = true;
  if (is_304 && before_.conditions == ConditionTrust::unknown && !has_asked_conditions_)
    wants_condition_probe_ = true;
  Sighting sighting{.page = order.page,
                    .time = job.sent,
                    .depth = table_.link(job.number).depth,
                    .is_requisite = order.is_requisite,
                    .is_not_modified = is_304};
  std::vector<StageRecord> stages = heads_of(order, answer.status, answer.headers);
  if (!is_304) stages.push_back({Stage::bytes, Finding::same});
  sighting.check = {.page = order.page,
                    .time = job.sent,
                    .outcome = CheckOutcome::same,
                    .status = static_cast<std::uint16_t>(answer.status),
                    .bytes = answer.body.size(),
                    .stages = stages_json(stages)};
  sighting.order = std::move(order);
  ++report_.checks;
  keep(job, std::move(answer), std::nullopt, {}, std::move(sighting));
  return true;
}

Sighting Visit::sight(const Job& job, std::optional<CheckOrder> order, const warc::HttpHead& head,
                      std::string_view body, const ReadAnswer& read) {
  Sighting sighting = first_sighting(page_key_of(job.url_text), job.sent,
                                     table_.link(job.number).depth, head, read);
  if (const auto said = sitemap_words_.extract(hash64(job.url_text)); !said.empty())
    sighting.sitemap = said.mapped();
  sighting.is_requisite = table_.link(job.number).use == LinkUse::requisite;
  if (!order) return sighting;
  PageCheck check{.page = sighting.page,
                  .time = job.sent,
                  .status = static_cast<std::uint16_t>(head.status),
                  .bytes = body.size()};
  std::vector<StageRecord> stages = heads_of(*order, head.status, head.fields);
  if (head.status == 200) {
    // HTML is compared by what it says, anything else by its bytes.
    const bool has_same_bytes = !read.is_html && order->payload && sha1(body) == *order->payload;
    const Change change = has_same_bytes ? Change{} : judge_.judge(sighting.page, read.print);
    check.change = static_cast<std::uint8_t>(change.kind);
    check.is_meaningful = change.meaningful;
    check.score = change.score;
    stages.insert(stages.end(), change.stages.begin(), change.stages.end());
    check.outcome = change.kind == ChangeClass::none || change.kind == ChangeClass::cosmetic
                        ? CheckOutcome::same
                        : CheckOutcome::changed;
    sighting.has_other_text = check.outcome == CheckOutcome::same && change.text_differs();
    if (change.kind == ChangeClass::removed) {
      check.outcome = outcome_of_stand_in(*order);
    } else if (was_gone(*order)) {
      check.outcome = CheckOutcome::back;
    }
  } else if (is_gone_status(head.status) || is_redirect(head.status)) {
    const bool is_itself = read.redirect && read.redirect->href() == job.url_text;
    check.outcome = is_gone_status(head.status) && !is_itself ? CheckOutcome::gone
                                                              : outcome_of_stand_in(*order);
    check.change = static_cast<std::uint8_t>(ChangeClass::removed);
  } else {
    check.outcome = CheckOutcome::failed;
  }
  if (check.outcome == CheckOutcome::changed && order->elements_since)
    sighting.elements = judge_.elements_since(sighting.page, *order->elements_since, read.print);
  if (check.outcome == CheckOutcome::changed)
    check.changed_at = told_change(sighting.last_modified, sighting.time);
  check.stages = stages_json(stages);
  sighting.check = std::move(check);
  sighting.order = std::move(order);
  mark_links(read, sighting);
  return sighting;
}

// The pages of this host that the page linked to and does not any more; of one that is gone, all.
void Visit::mark_links(const ReadAnswer& read, Sighting& sighting) {
  sighting.marks = std::exchange(marks_, {});
  const bool is_changed = sighting.check->outcome == CheckOutcome::changed;
  const bool is_gone = sighting.check->outcome == CheckOutcome::gone && !was_gone(*sighting.order);
  if (!is_changed && !is_gone) return;
  for (const Url& url :
       judge_.dropped_links(sighting.page, is_changed ? read.all_written : LinkHashes{})) {
    if (Host::of(url) != task_.host) continue;
    PageKey target = page_key_of(normal_form(url, tools_.plan.normal_form).href_without_fragment());
    if (target == sighting.page) continue;
    sighting.marks.push_back(
        {.page = std::move(target), .kind = PageMark::Kind::unlinked, .time = sighting.time});
  }
}

// No answer, or none that we may ask for.
void Visit::note_failed_check(const Job& job, int status) {
  const auto known = orders_.find(job.number);
  if (job.kind != JobKind::link || known == orders_.end()) return;
  CheckOrder order = std::move(known->second);
  orders_.erase(known);
  note_failed(std::move(order), status);
}

void Visit::note_failed(CheckOrder order, int status) {
  Sighting sighting{
      .page = order.page, .time = tools_.clock.now(), .is_requisite = order.is_requisite};
  sighting.check = {.page = sighting.page,
                    .time = sighting.time,
                    .outcome = CheckOutcome::failed,
                    .status = static_cast<std::uint16_t>(status)};
  sighting.order = std::move(order);
  tools_.sink.note(std::move(sighting));
}

// The page asks not to be kept any more: for those who follow the archive it is gone.
void Visit::note_hidden(const Job& job, CheckOrder order, int status) {
  Sighting sighting{.page = order.page,
                    .time = job.sent,
                    .depth = table_.link(job.number).depth,
                    .is_requisite = order.is_requisite};
  sighting.check = {.page = order.page,
                    .time = job.sent,
                    .outcome = CheckOutcome::gone,
                    .change = static_cast<std::uint8_t>(ChangeClass::removed),
                    .status = static_cast<std::uint16_t>(status)};
  sighting.order = std::move(order);
  tools_.sink.note(std::move(sighting));
}

// A link on a page that was checked. One that is new is also wanted, so that it is not forgotten
// should we not come to it; one that was gone is worth another look.
bool Visit::may_add_new(const Url& url, const Job& job, unsigned hops, FrontierNews& news) {
  if (!task_.is_refresh) return true;
  const PageKey page = page_key_of(url.href());
  const auto belief = tools_.archive.catalog().find_belief(page);
  if (belief && *belief) {
    if ((*belief)->unlinked) marks_.push_back({.page = page, .kind = PageMark::Kind::linked});
    if ((*belief)->state == PageState::watched) return false;
    add_order({.page = page});
    return false;
  }
  if (memory_.knows(page)) return false;
  want_elsewhere(url, true, job, hops, news);
  if (new_pages_ >= limits_.new_pages) {
    report_.drop(DropReason::new_page_limit, url.href());
    return false;
  }
  ++new_pages_;
  return true;
}

// What is not there cannot be unmodified.
void Visit::take_condition_probe(const WebAnswer& answer) {
  has_job_ = false;
  before_.conditions =
      answer.status == 304 ? ConditionTrust::says_it_of_everything : ConditionTrust::means_it;
}

}  // namespace freshet
