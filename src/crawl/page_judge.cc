#include "crawl/page_judge.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "crawl/check_orders.h"
#include "crawl/stored_page.h"
#include "crawl/visit/check_protocol.h"
#include "store/reported_change.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"
#include "warc/http_date.h"

namespace freshet {

std::optional<PagePrint> PageJudge::print_of(const PageRow& page, const SnapshotRow& snapshot,
                                             const SiteTemplates* templates) {
  auto read =
      read_stored(archive_, reader_, page, snapshot, {.wants_print = true, .templates = templates});
  return read ? std::move(read->print) : std::nullopt;
}

std::vector<Url> PageJudge::dropped_links(const PageKey& page, const LinkHashes& now) {
  std::vector<Url> dropped;
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return dropped;
  const auto copies = good_copies(archive_, **row, clock_.now());
  if (!copies || copies->empty()) return dropped;
  auto read =
      read_stored(archive_, reader_, **row, copies->back(), {.wants_links = true, .without = &now});
  if (!read) return dropped;
  for (FoundLink& link : read->links)
    if (link.use == LinkUse::page) dropped.push_back(std::move(link.url));
  return dropped;
}

PageJudge::Compared PageJudge::compare(const PageKey& page, const std::optional<PagePrint>& print,
                                       const SiteTemplates* templates) {
  const Compared unlike{{.kind = ChangeClass::major, .meaningful = true, .score = 1}};
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return unlike;
  const auto snapshots = good_copies(archive_, **row, clock_.now());
  if (!snapshots) return unlike;
  const std::size_t copies_max = print ? kCopiesCompared : 1;
  std::vector<PagePrint> copies;  // the newest first
  std::optional<Sha1Digest> last;
  for (auto at = snapshots->rbegin(); at != snapshots->rend(); ++at) {
    if (copies.size() == copies_max) break;
    if (last == at->payload) continue;
    last = at->payload;
    if (auto copy = print_of(**row, *at, templates)) copies.push_back(*std::move(copy));
  }
  if (copies.empty()) return unlike;
  if (!print) return {{.kind = ChangeClass::removed}};
  const PagePrint newest = std::move(copies.front());
  copies.erase(copies.begin());
  std::reverse(copies.begin(), copies.end());
  return {judge_change(newest, *print, copies), newest.design != 0 && print->design == 0};
}

std::optional<ElementCounts> PageJudge::elements_since(const PageKey& page, Time since,
                                                       const std::optional<PagePrint>& print) {
  if (!print) return std::nullopt;
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return std::nullopt;
  auto copies = good_copies(archive_, **row, clock_.now());
  if (!copies) return std::nullopt;
  std::erase_if(*copies, [&](const SnapshotRow& snapshot) { return snapshot.time > since; });
  if (copies->empty()) return std::nullopt;
  const auto copy = print_of(**row, copies->back());
  if (!copy) return std::nullopt;
  const ElementDiff diff = diff_elements(*copy, *print);
  return ElementCounts{diff.added, diff.changed, diff.missing};
}

Observation PageJudge::judge(JudgeQuestion question) {
  Observation observation = std::move(question.observation);
  const CheckOrder& order = *observation.order;
  PageCheck& check = *observation.check;
  std::vector<StageRecord> stages = std::move(question.stages);
  std::optional<ChangeClass> kind;
  bool is_redesign = false;
  if (check.status == 200) {
    Compared compared;
    if (!question.has_same_bytes)
      compared = compare(observation.page, question.print, question.templates.get());
    const Change change = accepted_change(order, std::move(compared.change));
    kind = change.kind;
    is_redesign = change.is_redesign;
    observation.has_left_design = compared.has_left_design && kind != ChangeClass::removed;
    check.change = static_cast<std::uint8_t>(change.kind);
    check.is_meaningful = change.meaningful;
    check.score = change.score;
    stages.insert(stages.end(), change.stages.begin(), change.stages.end());
    const bool is_same = *kind == ChangeClass::none || *kind == ChangeClass::cosmetic;
    observation.has_other_text = is_same && change.text_differs();
  } else if (is_gone_status(check.status) || is_redirect_status(check.status)) {
    check.change = static_cast<std::uint8_t>(ChangeClass::removed);
  }
  check.outcome = outcome_of_check(order, check.status, kind, question.leads_to_itself);
  // The redesign is told once, for the site. The page says what it said.
  if (is_redesign && check.outcome == CheckOutcome::changed) check.outcome = CheckOutcome::same;
  check.stages = stages_json(stages);
  const bool is_changed = check.outcome == CheckOutcome::changed;
  if (is_changed && order.elements_since)
    observation.elements = elements_since(observation.page, *order.elements_since, question.print);
  if (is_changed) check.changed_at = reported_change(observation.last_modified, observation.time);
  // A page that is gone has lost all its links.
  const bool has_links = is_changed || is_redesign;
  if (has_links || (check.outcome == CheckOutcome::gone && !was_gone(order)))
    mark_dropped_links(has_links ? question.links : LinkHashes{}, observation);
  return observation;
}

void PageJudge::mark_dropped_links(const LinkHashes& now, Observation& observation) {
  for (const Url& url : dropped_links(observation.page, now)) {
    if (Host::of(url) != observation.page.host) continue;
    PageKey target = page_key_of(normal_form(url, plan_.normal_form).href_without_fragment());
    if (target == observation.page) continue;
    observation.marks.push_back(
        {.page = std::move(target), .kind = PageMark::Kind::unlinked, .time = observation.time});
  }
}

std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields, bool believes_host) {
  AnswerHead was, now{.status = status};
  if (!order.etag.empty()) was.etag = order.etag;
  was.last_modified = parse_http_date(order.last_modified);
  if (const auto etag = warc::find_field(fields, "ETag")) now.etag = *etag;
  if (const auto date = warc::find_field(fields, "Last-Modified"))
    now.last_modified = parse_http_date(*date);
  const bool has_lied =
      order.denial != Denial::none || (order.belief && order.belief->unmodified < 0);
  const bool is_trusted = believes_host && !has_lied;
  // A date in the future at the time of the answer stays the same while the page changes.
  const bool is_date_sound = !was.last_modified || *was.last_modified <= order.copied;
  return compare_heads(was, now,
                       {.etag = is_trusted, .last_modified = is_trusted && is_date_sound});
}

std::string stages_json(std::span<const StageRecord> records) {
  nlohmann::ordered_json stages = nlohmann::ordered_json::object();
  for (const StageRecord& record : records) {
    auto& stage = stages[std::string(stage_text(record.stage))];
    stage["finding"] = finding_text(record.finding);
    for (const StageNumber& number : record.numbers) stage[std::string(number.name)] = number.value;
  }
  return stages.dump();
}

}  // namespace freshet
