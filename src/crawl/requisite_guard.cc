#include "crawl/requisite_guard.h"

#include <algorithm>
#include <tuple>

namespace freshet {
namespace {

std::string requisite_path(const Url& url) { return url.origin() + std::string(url.path()); }

}  // namespace

std::optional<DropReason> RequisiteGuard::refusal(const Known& known) const {
  if (known.same >= kSameAnswersMax || known.same_before + known.same >= kSameAnswersOfVisitsMax)
    return DropReason::requisite_repeats;
  if (known.queries >= queries_max_) return DropReason::too_many_queries;
  return std::nullopt;
}

std::optional<DropReason> RequisiteGuard::refusal(const Url& url) const {
  if (!url.query()) return std::nullopt;
  const auto known = paths_.find(requisite_path(url));
  return known == paths_.end() ? std::nullopt : refusal(known->second);
}

void RequisiteGuard::note(const Url& url, std::uint64_t answer) {
  if (!url.query()) return;
  std::string path = requisite_path(url);
  if (paths_.size() >= kRequisitePathsMax && !paths_.contains(path)) return;
  Known& known = paths_[std::move(path)];
  if (known.last != answer) known.same = known.same_before = 0;
  known.last = answer;
  ++known.same;
  ++known.queries;
}

void RequisiteGuard::note_known(const Url& url) {
  if (!url.query()) return;
  const auto known = paths_.find(requisite_path(url));
  if (known == paths_.end() || refusal(known->second)) return;
  known->second.same_before = 0;
  known->second.is_stable = true;
}

std::vector<RequisiteGuard::Path> RequisiteGuard::paths() const {
  std::vector<Path> all;
  for (const auto& [path, known] : paths_) {
    const bool is_closed = refusal(known).has_value();
    if (!is_closed && (known.is_stable || !counts_over_visits_)) continue;
    all.push_back({.path = path,
                   .queries = is_closed ? known.queries : 0,
                   .same = known.same_before + known.same,
                   .last = known.last});
  }
  const auto rank = [](const Path& p) { return std::tuple(p.queries > 0, p.same, p.queries); };
  std::ranges::sort(all, [&](const Path& a, const Path& b) {
    return rank(a) != rank(b) ? rank(a) > rank(b) : a.path < b.path;
  });
  if (all.size() > kRequisitePathsKept) all.resize(kRequisitePathsKept);
  return all;
}

void RequisiteGuard::restore(const Path& path) {
  const bool is_closed = path.queries > 0;
  if (paths_.size() >= kRequisitePathsMax || (!is_closed && !counts_over_visits_)) return;
  Known& known = paths_[path.path];
  known.queries = path.queries;
  (is_closed ? known.same : known.same_before) = path.same;
  known.last = path.last;
}

}  // namespace freshet
