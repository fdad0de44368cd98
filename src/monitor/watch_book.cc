#include "monitor/watch_book.h"

#include <set>
#include <utility>

namespace freshet {

Result<std::vector<WatchId>> WatchBook::refresh() {
  const auto marks = tools_.registry.watches().marks();
  if (!marks) return std::unexpected(marks.error());
  std::set<WatchId> there;
  std::vector<WatchId> changed;
  for (const WatchMark& mark : *marks) {
    there.insert(mark.id);
    const auto known = watches_.find(mark.id);
    if (known != watches_.end() && known->second.row.edited == mark.edited) continue;
    auto row = tools_.registry.watches().find(mark.id);
    if (!row) return std::unexpected(row.error());
    if (!*row) continue;
    auto active = activate(tools_, **std::move(row));
    if (!active) return std::unexpected(active.error());
    watches_.insert_or_assign(mark.id, *std::move(active));
    changed.push_back(mark.id);
  }
  const std::size_t gone =
      std::erase_if(watches_, [&](const auto& entry) { return !there.contains(entry.first); });
  if (auto read = read_tags_again(changed); !read) return std::unexpected(read.error());
  if (!changed.empty() || gone > 0) index();
  return changed;
}

Status WatchBook::read_tags_again(std::vector<WatchId>& changed) {
  for (auto& [id, watch] : watches_) {
    if (watch.row.spec.tags.empty()) continue;
    const auto tags = read_tags(tools_.registry, watch.row);
    if (!tags) return std::unexpected(tags.error());
    if (*tags == watch.tags) continue;
    auto active = activate(tools_, watch.row);
    if (!active) return std::unexpected(active.error());
    active->ordered = watch.ordered;
    watch = *std::move(active);
    changed.push_back(id);
  }
  return {};
}

void WatchBook::index() {
  pages_.clear();
  sites_.clear();
  auto urls = std::make_shared<UrlSet>();
  for (const auto& [id, watch] : watches_) {
    if (!watch.reader || watch.spec.is_paused) continue;
    if (!watch.is_of_page()) {
      sites_.push_back(id);
    } else if (!watch.has_own_request()) {
      pages_.emplace(watch.page.url, id);
      urls->insert(watch.page.url);
    }
  }
  urls_ = std::move(urls);
}

ActiveWatch* WatchBook::find(WatchId id) {
  const auto found = watches_.find(id);
  return found == watches_.end() ? nullptr : &found->second;
}

std::vector<ActiveWatch*> WatchBook::of_page(const std::string& url) {
  std::vector<ActiveWatch*> found;
  const auto [begin, end] = pages_.equal_range(url);
  for (auto at = begin; at != end; ++at)
    if (ActiveWatch* const watch = find(at->second)) found.push_back(watch);
  return found;
}

std::vector<ActiveWatch*> WatchBook::of_sites() {
  std::vector<ActiveWatch*> found;
  for (const WatchId id : sites_)
    if (ActiveWatch* const watch = find(id)) found.push_back(watch);
  return found;
}

}  // namespace freshet
