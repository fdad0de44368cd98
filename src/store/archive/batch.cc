#include "store/archive/batch.h"

#include <utility>

#include "store/snapshot_facts.h"

namespace freshet {

void Batch::add(NewSnapshot snapshot) {
  const std::string& url = snapshot.page.url;
  if (has_body(snapshot.snapshot.kind)) {
    with_body_[url] = change_.snapshots.size();
    if (is_content(snapshot.snapshot)) content_[url] = change_.snapshots.size();
  }
  change_.snapshots.push_back(std::move(snapshot));
}

void Batch::add(FrontierNews news) {
  if (!news.is_empty()) change_.news.push_back(std::move(news));
}

void Batch::add(PageNews news) {
  if (!news.is_empty()) change_.history.push_back(std::move(news));
}

std::optional<SnapshotRow> Batch::take_back(const std::string& url) {
  const auto found = with_body_.find(url);
  if (found == with_body_.end()) return std::nullopt;
  // The last snapshot of the batch takes its place.
  const std::size_t at = found->second;
  const std::size_t last = change_.snapshots.size() - 1;
  std::swap(change_.snapshots[at], change_.snapshots[last]);
  for (Newest* newest : {&with_body_, &content_}) {
    newest->erase(url);
    const auto moved = newest->find(change_.snapshots[at].page.url);
    if (moved != newest->end() && moved->second == last) moved->second = at;
  }
  SnapshotRow taken = std::move(change_.snapshots[last].snapshot);
  change_.snapshots.pop_back();
  return taken;
}

const SnapshotRow* Batch::find(const Newest& newest, const std::string& url) const {
  const auto found = newest.find(url);
  return found == newest.end() ? nullptr : &change_.snapshots[found->second].snapshot;
}

const SnapshotRow* Batch::newest_with_body(const std::string& url) const {
  return find(with_body_, url);
}

const SnapshotRow* Batch::newest_content(const std::string& url) const {
  return find(content_, url);
}

bool Batch::has_news() const { return !change_.news.empty() || !change_.history.empty(); }

Batch::Taken Batch::take() {
  with_body_.clear();
  content_.clear();
  return {.change = std::exchange(change_, {}), .lines = std::exchange(lines_, {})};
}

}  // namespace freshet
