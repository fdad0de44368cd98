#include "monitor/page_looks.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace freshet {
namespace {

constexpr int kNotModified = 304;

// All that happened at one time.
struct Moment {
  Time at = {};
  const SnapshotRow* row = nullptr;
  const PageCheck* check = nullptr;
};

// Of several snapshots of one time the last counts.
std::vector<Moment> moments_of(std::span<const SnapshotRow> rows,
                               std::span<const PageCheck> checks) {
  std::vector<Moment> moments;
  auto check = checks.begin();
  for (const SnapshotRow& row : rows) {
    for (; check != checks.end() && check->time < row.time; ++check)
      moments.push_back({.at = check->time, .check = &*check});
    if (moments.empty() || moments.back().at != row.time) moments.push_back({.at = row.time});
    moments.back().row = &row;
    if (check != checks.end() && check->time == row.time) moments.back().check = &*check++;
  }
  for (; check != checks.end(); ++check) moments.push_back({.at = check->time, .check = &*check});
  return moments;
}

std::string trouble_of(const SnapshotRow& row) {
  if (row.cut) return "the answer was cut off";
  if (row.status >= 300 && row.status < 400)
    return fmt::format("the page redirects to another one ({}); watch that", row.status);
  return {};
}

// Turns moments into looks, and remembers the content on the way.
class LookReader {
 public:
  std::optional<CheckLook> read(const Moment& moment) {
    CheckLook look{.at = moment.at};
    if (moment.check != nullptr) look.check = *moment.check;
    if (moment.row != nullptr && moment.row->kind != SnapshotKind::not_modified)
      look.answer = *moment.row;
    if (moment.row != nullptr && is_content(*moment.row))
      see_content(*moment.row, look);
    else if (confirms(moment))
      see_confirmation(look);
    else if (moment.row != nullptr)
      see_failure(*moment.row, look);
    else
      see_no_answer(*moment.check, look);
    if (look.status == 0 && look.problem.empty()) return std::nullopt;
    return look;
  }

 private:
  static bool confirms(const Moment& moment) {
    if (moment.row != nullptr) return moment.row->kind == SnapshotKind::not_modified;
    return moment.check->outcome == CheckOutcome::same;
  }

  void see_content(const SnapshotRow& row, CheckLook& look) {
    look.status = row.status == 0 ? 200 : row.status;
    look.is_unchanged = content_ && content_->payload == row.payload;
    content_ = row;
    look.content = row;
  }

  void see_confirmation(CheckLook& look) const {
    if (!content_) return;
    look.status = kNotModified;
    look.is_unchanged = true;
    look.content = content_;
  }

  static void see_failure(const SnapshotRow& row, CheckLook& look) {
    look.status = row.status;
    look.problem = trouble_of(row);
  }

  // A page that never had content is not asked for when it is checked: that is no answer.
  void see_no_answer(const PageCheck& check, CheckLook& look) const {
    look.status = check.status;
    if (check.status == 0 && content_) look.problem = "the server did not answer";
    if (check.status >= 200 && check.status < 400)
      look.problem = fmt::format("the answer was of no use ({})", check.status);
  }

  std::optional<SnapshotRow> content_;
};

}  // namespace

std::vector<CheckLook> looks_after(std::span<const SnapshotRow> rows,
                                   std::span<const PageCheck> checks, std::optional<Time> after) {
  std::vector<CheckLook> looks;
  LookReader reader;
  for (const Moment& moment : moments_of(rows, checks)) {
    auto look = reader.read(moment);
    if (!look) continue;
    if (!after) looks.clear();
    if (!after || moment.at > *after) looks.push_back(*std::move(look));
  }
  return looks;
}

std::vector<SnapshotRow> earlier_contents(std::span<const SnapshotRow> rows,
                                          std::span<const PageCheck> checks, Time time,
                                          std::span<const Sha1Digest> others, std::size_t count) {
  std::set<Time> stand_ins;
  for (const PageCheck& check : checks)
    if (check.outcome == CheckOutcome::failed || check.outcome == CheckOutcome::gone)
      stand_ins.insert(check.time);
  std::set<Sha1Digest> seen(others.begin(), others.end());
  std::vector<SnapshotRow> contents;
  for (std::size_t i = rows.size(); i-- > 0 && contents.size() < count;) {
    const SnapshotRow& row = rows[i];
    if (row.time >= time || !is_content(row) || stand_ins.contains(row.time)) continue;
    if (seen.insert(row.payload).second) contents.push_back(row);
  }
  std::ranges::reverse(contents);
  return contents;
}

}  // namespace freshet
