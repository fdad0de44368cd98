// Rows of the index of the archive: files, pages and their snapshots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/digest.h"
#include "base/time.h"
#include "catalog/frontier_rows.h"
#include "catalog/history_rows.h"
#include "catalog/page_key.h"
#include "url/host.h"

namespace freshet {

using FileId = std::int64_t;  // given by the archive: one more than the highest
using PageId = std::int64_t;  // given by the catalog

enum class FileKind : std::uint8_t {
  warc = 1,       // records
  tags = 2,       // the tag indexes of the pages in one WARC
  cdxj_tail = 3,  // index lines in the order in which they came
  cdxj_run = 4,   // index lines, sorted
  slots = 5,      // the latest version of each page, in slots of one size
};

// A file of the archive. Bytes past `committed` were never acknowledged.
struct FileRow {
  FileId id = 0;
  FileKind kind = FileKind::warc;
  std::string name;  // below the archive's directory: "warc/freshet-20261116003446-00001.warc.gz"
  std::uint64_t committed = 0;
  bool sealed = false;  // will not grow any more
  FileId of = 0;        // tags: the WARC whose pages these are

  friend bool operator==(const FileRow&, const FileRow&) = default;
};

enum class SnapshotKind : std::uint8_t {
  response = 1,      // a body of its own
  revisit = 2,       // the same payload as an earlier snapshot
  not_modified = 3,  // the server said so (304)
  resource = 4,      // not fetched by HTTP: an imported resource record
};

// One stored version of a page: the place of its record, and the facts that are needed most often.
struct SnapshotRow {
  Time time;
  FileId file = 0;
  std::uint64_t offset = 0;  // of the main record (response, revisit, ...), its gzip member
  std::uint64_t length = 0;  // of that member
  std::uint64_t lead = 0;    // of the snapshot's other records, which end where this one begins
  std::uint64_t tags_offset = 0;  // in the tags file of that WARC
  std::uint64_t tags_length = 0;  // 0: no HTML, no tag index
  SnapshotKind kind = SnapshotKind::response;
  std::uint16_t status = 0;  // of HTTP; 0 if there is none
  std::string mime;          // "text/html": lower case, without parameters
  Sha1Digest payload;
  std::uint64_t payload_bytes = 0;
  bool imported = false;  // from an imported WARC: we did not fetch it
  bool cut = false;       // the connection ended or timed out before the body did

  friend bool operator==(const SnapshotRow&, const SnapshotRow&) = default;
};

// Returns true if the snapshot shows a whole content of its page. Redirects, 404 and failures do
// not, nor does an answer that was cut. A "not modified" only confirms content and has none itself.
inline bool is_content(const SnapshotRow& row) {
  if (row.kind == SnapshotKind::not_modified || row.cut) return false;
  return row.status == 0 || (row.status >= 200 && row.status < 300);
}

// A page as the archive knows it. The validators are those of its newest content, or of a "not
// modified" since then that had any. They are empty if that content was imported: a condition may
// only name what we fetched ourselves.
struct PageRow {
  PageId id = 0;
  PageKey key;
  std::string etag;
  std::string last_modified;  // as the server wrote it
  Time first_seen;
  Time last_seen;
  std::int64_t snapshots = 0;

  friend bool operator==(const PageRow&, const PageRow&) = default;
};

// A page with its belief. A page without a belief has the status and the MIME type of its newest
// snapshot instead.
struct PageWithBelief {
  PageRow page;
  std::optional<PageBelief> belief = {};
  std::uint16_t newest_status = 0;
  std::string newest_mime = {};

  friend bool operator==(const PageWithBelief&, const PageWithBelief&) = default;
};

// A version to be added. Its page is added too if it is not there.
struct NewSnapshot {
  PageKey page;
  std::string etag;
  std::string last_modified;
  SnapshotRow snapshot;
};

// The place of one snapshot of one page. File and offset are unique in the archive.
struct SnapshotPlace {
  PageKey page;
  FileId file = 0;
  std::uint64_t offset = 0;
};

}  // namespace freshet
