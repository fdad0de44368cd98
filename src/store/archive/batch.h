// The snapshots, index lines and news that were appended and are not committed yet.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "catalog/catalog.h"
#include "catalog/rows.h"
#include "store/cdxj/cdxj_line.h"

namespace freshet {

// Not thread-safe.
class Batch {
 public:
  void add(NewSnapshot snapshot);
  void add(CdxjLine line) { lines_.push_back(std::move(line)); }
  void add(FrontierNews news);
  void add(PageNews news);

  // The commit will remove this snapshot from the catalog.
  void remove(SnapshotPlace place) { change_.removed.push_back(std::move(place)); }

  // Takes back the snapshot with a body that the page has in this batch, and returns its place. For
  // the layout `slots`, which keeps one snapshot of a page.
  std::optional<SnapshotRow> take_back(const std::string& url);

  // The newest snapshot of the page in this batch that has a body, or that shows content; nullptr
  // if there is none. Valid until the batch changes.
  const SnapshotRow* newest_with_body(const std::string& url) const;
  const SnapshotRow* newest_content(const std::string& url) const;

  std::size_t snapshots() const { return change_.snapshots.size(); }
  bool has_news() const;

  // Empties the batch.
  struct Taken {
    Commit change;
    std::vector<CdxjLine> lines;
  };
  Taken take();

 private:
  using Newest =
      std::unordered_map<std::string, std::size_t>;  // by URL: place in change_.snapshots
  const SnapshotRow* find(const Newest& newest, const std::string& url) const;

  Commit change_;
  std::vector<CdxjLine> lines_;
  Newest with_body_;
  Newest content_;
};

}  // namespace freshet
