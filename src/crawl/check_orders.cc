#include "crawl/check_orders.h"

#include <algorithm>
#include <utility>

#include "base/stored_time.h"

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

Result<std::vector<SnapshotRow>> good_copies(Archive& archive, const PageRow& page, Time now) {
  auto snapshots = archive.catalog().snapshots(page.id);
  if (!snapshots) return std::unexpected(snapshots.error());
  auto checks = archive.catalog().checks(page.key, kChecksSeen);
  if (!checks) return std::unexpected(checks.error());
  std::erase_if(*snapshots, [&](const SnapshotRow& snapshot) {
    if (!is_good_copy(snapshot)) return true;
    return std::any_of(checks->begin(), checks->end(), [&](const PageCheck& check) {
      return check.time == snapshot.time &&
             (check.outcome == CheckOutcome::failed || check.outcome == CheckOutcome::gone);
    });
  });
  std::ranges::stable_partition(
      *snapshots, [&](const SnapshotRow& snapshot) { return !is_past(snapshot.time, now); });
  return snapshots;
}

Result<std::optional<CheckOrder>> CheckOrders::order_of(const PageKey& page) {
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
    auto copies = good_copies(archive_, **row, clock_.now());
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

}  // namespace freshet
