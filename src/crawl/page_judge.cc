#include "crawl/page_judge.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "base/stored_time.h"
#include "crawl/stored_page.h"
#include "warc/http_date.h"

namespace freshet {
namespace {

bool is_good_copy(const SnapshotRow& snapshot) {
  return snapshot.status == 200 || snapshot.status == 304;
}

// Returns true for a page with 304s that was never seen to change: its validators are not yet
// proven.
bool is_unproven(const std::optional<PageBelief>& belief) {
  return belief && belief->unmodified > 0 && belief->changes == 0;
}

// Most checks searched for answers that replaced the page.
constexpr std::size_t kChecksSeen = 64;

}  // namespace

// Returns the snapshots of the page itself, without errors in its place; by time, but those with
// future times first: they are older than any that can be dated.
Result<std::vector<SnapshotRow>> PageJudge::good_copies(const PageRow& page) {
  auto snapshots = archive_.catalog().snapshots(page.id);
  if (!snapshots) return std::unexpected(snapshots.error());
  auto checks = archive_.catalog().checks(page.key, kChecksSeen);
  if (!checks) return std::unexpected(checks.error());
  std::erase_if(*snapshots, [&](const SnapshotRow& snapshot) {
    if (!is_good_copy(snapshot)) return true;
    return std::any_of(checks->begin(), checks->end(), [&](const PageCheck& check) {
      return check.time == snapshot.time &&
             (check.outcome == CheckOutcome::failed || check.outcome == CheckOutcome::gone);
    });
  });
  const Time now = clock_.now();
  std::ranges::stable_partition(
      *snapshots, [&](const SnapshotRow& snapshot) { return !is_past(snapshot.time, now); });
  return snapshots;
}

Result<std::optional<CheckOrder>> PageJudge::order_of(const PageKey& page) {
  auto row = archive_.catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  auto newest = archive_.catalog().nearest((*row)->id, clock_.now());
  if (!newest) return std::unexpected(newest.error());
  auto belief = archive_.catalog().find_belief(page);
  if (!belief) return std::unexpected(belief.error());
  std::optional<SnapshotRow> copy = *newest;
  const bool is_newest = copy && is_good_copy(*copy) && !(*belief && (*belief)->misses > 0);
  if (!is_newest) {
    auto copies = good_copies(**row);
    if (!copies) return std::unexpected(copies.error());
    if (copies->empty()) return std::nullopt;
    copy = copies->back();
  }
  CheckOrder order{
      .page = page, .belief = *std::move(belief), .copied = copy->time, .payload = copy->payload};
  // Validators are those of the newest answer; those of an error page are useless.
  if (is_newest) {
    order.etag = (*row)->etag;
    order.last_modified = (*row)->last_modified;
  }
  if (is_newest && is_unproven(order.belief)) {
    auto whole = archive_.catalog().newest_with_body((*row)->id, clock_.now());
    if (!whole) return std::unexpected(whole.error());
    if (*whole && (*whole)->payload == copy->payload) order.length = (*whole)->payload_bytes;
  }
  return order;
}

std::optional<PagePrint> PageJudge::print_of(const PageRow& page, const SnapshotRow& snapshot) {
  auto read = read_stored(archive_, reader_, page, snapshot, {.wants_print = true});
  return read ? std::move(read->print) : std::nullopt;
}

std::vector<Url> PageJudge::dropped_links(const PageKey& page, const LinkHashes& now) {
  std::vector<Url> dropped;
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return dropped;
  const auto copies = good_copies(**row);
  if (!copies || copies->empty()) return dropped;
  auto read =
      read_stored(archive_, reader_, **row, copies->back(), {.wants_links = true, .without = &now});
  if (!read) return dropped;
  for (FoundLink& link : read->links)
    if (link.use == LinkUse::page) dropped.push_back(std::move(link.url));
  return dropped;
}

Change PageJudge::judge(const PageKey& page, const std::optional<PagePrint>& print) {
  const Change unlike{.kind = ChangeClass::major, .meaningful = true, .score = 1};
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return unlike;
  const auto snapshots = good_copies(**row);
  if (!snapshots) return unlike;
  const std::size_t copies_max = print ? kCopiesCompared : 1;
  std::vector<PagePrint> copies;  // the newest first
  std::optional<Sha1Digest> last;
  for (auto at = snapshots->rbegin(); at != snapshots->rend(); ++at) {
    if (copies.size() == copies_max) break;
    if (last == at->payload) continue;
    last = at->payload;
    if (auto copy = print_of(**row, *at)) copies.push_back(*std::move(copy));
  }
  if (copies.empty()) return unlike;
  if (!print) return {.kind = ChangeClass::removed};
  const PagePrint newest = std::move(copies.front());
  copies.erase(copies.begin());
  std::reverse(copies.begin(), copies.end());
  return judge_change(newest, *print, copies);
}

std::optional<ElementCounts> PageJudge::elements_since(const PageKey& page, Time since,
                                                       const std::optional<PagePrint>& print) {
  if (!print) return std::nullopt;
  const auto row = archive_.catalog().find_page(page);
  if (!row || !*row) return std::nullopt;
  auto copies = good_copies(**row);
  if (!copies) return std::nullopt;
  std::erase_if(*copies, [&](const SnapshotRow& snapshot) { return snapshot.time > since; });
  if (copies->empty()) return std::nullopt;
  const auto copy = print_of(**row, copies->back());
  if (!copy) return std::nullopt;
  const ElementDiff diff = diff_elements(*copy, *print);
  return ElementCounts{diff.added, diff.changed, diff.missing};
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
