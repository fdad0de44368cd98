#include "crawl/requisite_guard.h"

#include <algorithm>
#include <tuple>

namespace freshet {
namespace {

std::string requisite_path(const Url& url) { return url.origin() + std::string(url.path()); }

}  // namespace

std::optional<DropReason> RequisiteGuard::refusal(const Url& url) const {
  if (!url.query()) return std::nullopt;
  const auto known = paths_.find(requisite_path(url));
  if (known == paths_.end()) return std::nullopt;
  if (known->second.same >= kSameAnswersMax) return DropReason::requisite_repeats;
  if (known->second.queries >= queries_max_) return DropReason::too_many_queries;
  return std::nullopt;
}

void RequisiteGuard::note(const Url& url, std::uint64_t answer) {
  if (!url.query()) return;
  std::string path = requisite_path(url);
  if (paths_.size() >= kRequisitePathsMax && !paths_.contains(path)) return;
  Known& known = paths_[std::move(path)];
  known.same = known.queries > 0 && known.last == answer ? known.same + 1 : 1;
  known.last = answer;
  ++known.queries;
}

std::vector<RequisiteGuard::Path> RequisiteGuard::paths() const {
  std::vector<Path> all;
  for (const auto& [path, known] : paths_)
    if (known.same >= kSameAnswersMax || known.queries >= queries_max_)
      all.push_back(
          {.path = path, .queries = known.queries, .same = known.same, .last = known.last});
  std::ranges::sort(all, [](const Path& a, const Path& b) {
    return std::tie(b.same, b.queries, a.path) < std::tie(a.same, a.queries, b.path);
  });
  if (all.size() > kRequisitePathsKept) all.resize(kRequisitePathsKept);
  return all;
}

void RequisiteGuard::restore(const Path& path) {
  if (paths_.size() < kRequisitePathsMax)
    paths_[path.path] = {.queries = path.queries, .same = path.same, .last = path.last};
}

}  // namespace freshet
