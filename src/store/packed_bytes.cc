#include "store/packed_bytes.h"

#include "store/snapshot_facts.h"

namespace freshet {

Result<PackedBytes> html_bytes(Archive& archive) {
  auto files = archive.catalog().files();
  if (!files) return std::unexpected(files.error());
  PackedBytes bytes;
  for (const FileRow& file : *files) {
    if (file.kind != FileKind::warc) continue;
    auto read =
        archive.catalog().each_snapshot_in(file.id, [&](const PageKey&, const SnapshotRow& row) {
          if (row.kind != SnapshotKind::response || !is_html_mime(row.mime)) return true;
          ++bytes.records;
          bytes.text_bytes += row.payload_bytes;
          bytes.stored_bytes += row.length;
          return true;
        });
    if (!read) return std::unexpected(read.error());
  }
  return bytes;
}

}  // namespace freshet
