#include "store/versions.h"

#include <algorithm>

namespace freshet {

Worth worth_of(const SnapshotRow& row) {
  if (is_content(row)) return Worth::content;
  const bool has_page = row.status == 0 || (row.status >= 200 && row.status < 300);
  if (row.cut) return has_page ? Worth::cut : Worth::failure;
  constexpr int kRequestTimeout = 408;
  constexpr int kTooEarly = 425;
  constexpr int kTooManyRequests = 429;
  const bool is_refusal_of_now =
      row.status == kRequestTimeout || row.status == kTooEarly || row.status == kTooManyRequests;
  if (row.status >= 300 && row.status < 500 && !is_refusal_of_now) return Worth::answer;
  return Worth::failure;
}

bool may_displace(const SnapshotRow& kept, const SnapshotRow& next) {
  return worth_of(next) >= worth_of(kept);
}

std::set<Time> stand_ins_of(const std::vector<PageCheck>& checks) {
  std::set<Time> times;
  for (const PageCheck& check : checks)
    if (check.outcome == CheckOutcome::failed || check.outcome == CheckOutcome::gone)
      times.insert(check.time);
  return times;
}

std::vector<Version> versions_of(const std::vector<SnapshotRow>& rows,
                                 const std::set<Time>& stand_ins) {
  std::vector<Version> versions;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool confirms = rows[i].kind == SnapshotKind::not_modified;
    if (!confirms && (!is_content(rows[i]) || stand_ins.contains(rows[i].time))) continue;
    const bool repeats =
        !versions.empty() && (confirms || rows[versions.back().first].payload == rows[i].payload);
    if (repeats)
      versions.back().last = i;
    else if (!confirms)
      versions.push_back({.first = i, .last = i});
  }
  return versions;
}

Result<std::uint64_t> count_versions(ArchiveIndex& index, PageId page) {
  auto rows = index.snapshots(page);
  if (!rows) return std::unexpected(rows.error());
  return versions_of(*rows).size();
}

std::vector<bool> rows_to_keep(const std::vector<SnapshotRow>& rows,
                               const std::set<Time>& stand_ins, const Retention& retention,
                               Time now) {
  std::vector<bool> kept(rows.size(), false);
  if (!rows.empty()) kept.back() = true;
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (retention.younger_than && now - rows[i].time <= *retention.younger_than) kept[i] = true;
  if (!retention.last_versions) return kept;

  const std::vector<Version> versions = versions_of(rows, stand_ins);
  std::uint64_t left = *retention.last_versions;
  for (auto version = versions.rbegin(); version != versions.rend() && left > 0; ++version, --left)
    kept[version->first] = kept[version->last] = true;
  left = *retention.last_versions;
  for (std::size_t i = rows.size(); i-- > 0 && left > 0;) {
    const bool is_version = is_content(rows[i]) && !stand_ins.contains(rows[i].time);
    if (is_version || rows[i].kind == SnapshotKind::not_modified) continue;
    kept[i] = true;
    --left;
  }
  return kept;
}

}  // namespace freshet
