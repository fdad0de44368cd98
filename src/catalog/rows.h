// What the catalog holds of the archive, as values: files, pages and their snapshots.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

// One kept version of a page: where its record is, and what people ask first.
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
  bool imported = false;  // taken over from somebody else's WARC: we did not fetch it
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

// A page and what is believed of it. A page without a belief has the status and the MIME type of
// its newest snapshot instead.
struct PageWithBelief {
  PageRow page;
  std::optional<PageBelief> belief = {};
  std::uint16_t newest_status = 0;
  std::string newest_mime = {};

  friend bool operator==(const PageWithBelief&, const PageWithBelief&) = default;
};

// One version that is to be noted. The page is made if it is not there.
struct NewSnapshot {
  PageKey page;
  std::string etag;
  std::string last_modified;
  SnapshotRow snapshot;
};

// Which snapshot of which page: its file and offset are unique in the archive.
struct SnapshotPlace {
  PageKey page;
  FileId file = 0;
  std::uint64_t offset = 0;
};

// What became of a URL that gave no snapshot: the last word on it.
struct UrlNote {
  PageKey page;
  Time time;
  std::string outcome;     // in a word: "timeout"
  std::string detail;      // in a sentence, for people
  std::int64_t tries = 0;  // how often it was asked for

  friend bool operator==(const UrlNote&, const UrlNote&) = default;
};

// A URL of `host` that a page of another host needs; it waits there for the host's visit.
struct WantedUrl {
  Host host;
  std::string url;
  bool is_page = false;   // else a requisite: its links are not followed
  std::string via;        // the page that needs it
  std::int64_t hops = 0;  // redirects and imports in a row that led here, over all hosts

  friend bool operator==(const WantedUrl&, const WantedUrl&) = default;
};

// What a visit found out beside its snapshots. What is done goes before what comes is put in.
struct FrontierNews {
  std::vector<LinkCount> links = {};
  std::vector<WantedUrl> wanted = {};  // one that was wanted before in this crawl changes nothing,
                                       // done or not; each new one is a waking link too
  std::vector<PageKey> wanted_done = {};
  std::vector<UrlNote> notes = {};  // replaces the note on the same URL unless that is newer
  std::vector<PageKey> notes_done = {};

  bool is_empty() const {
    return links.empty() && wanted.empty() && wanted_done.empty() && notes.empty() &&
           notes_done.empty();
  }
};

// What one transaction changes in the archive's tables. It is all there or nothing is. What goes is
// taken out before what comes is put in, so a place may change hands within one change; pages are
// looked at when all is done, so one that loses its only snapshot and gets another keeps its id.
struct ArchiveChange {
  std::vector<FileRow> files = {};         // added, or replaced where the id is known
  std::vector<FileId> dropped_files = {};  // after the snapshots that pointed there
  std::vector<NewSnapshot> snapshots =
      {};  // added; replaced where page, file and offset are the same
  std::vector<SnapshotPlace> removed = {};  // snapshots; a page without any goes too
  std::vector<std::pair<SnapshotPlace, SnapshotRow>> moved = {};  // the same version, now elsewhere

  std::vector<FrontierNews> news = {};  // in the order in which they came

  // After the snapshots, so that a page may be made, seen and believed in one change. A check or
  // belief of a page that is not there is left out. A check replaces one of the same page and time.
  std::vector<PageCheck> checks = {};
  std::vector<PageBelief> beliefs = {};  // each replaces what was believed of its page
  std::vector<PageMark> marks = {};      // after the beliefs, in this order
  std::vector<PageEvent> events = {};    // appended in this order; their numbers are not read

  // When it is made. A page whose newest snapshot is later than that was fetched while the clock
  // was ahead; the validators of what is fetched now are newer all the same.
  std::optional<Time> now = {};

  // Nothing is changed unless this lease is still held: a worker that was given up for dead cannot
  // write over its successor.
  std::optional<LeaseFence> fence = {};
};

}  // namespace freshet
