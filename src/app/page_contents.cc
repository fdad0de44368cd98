#include "app/page_contents.h"

#include <optional>

namespace freshet {

Result<std::vector<Found>> page_contents(Archive& archive, const PageRow& page) {
  const auto rows = archive.catalog().snapshots(page.id);
  if (!rows) return std::unexpected(rows.error());
  std::vector<Found> contents;
  std::optional<Sha1Digest> last;
  for (const SnapshotRow& row : *rows) {
    const bool is_page = row.status == 200 || row.kind == SnapshotKind::resource;
    if (!is_page || row.payload == last) continue;
    last = row.payload;
    contents.push_back({.page = page, .snapshot = row});
  }
  return contents;
}

}  // namespace freshet
