// One snapshot of a page: its description and its parts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "report/site_coherence.h"
#include "store/archive.h"
#include "store/read_page.h"
#include "warc/record.h"

namespace freshet {

// "https://example.com/ of 2026-11-16 00:34:46", safe to show.
std::string snapshot_name(const Found& found);

// Returns true if the body of the snapshot is that of another one.
bool repeats_another(const Found& found);

struct SnapshotDescription {
  Found found;
  std::optional<Found> body = {};  // the snapshot that has the body; none: it is not in the archive
  std::string title = {};          // of an HTML page
  std::string file = {};           // where the record is
  std::uint64_t versions = 0;      // of the page
  std::optional<std::string> warning = {};  // why the title could not be read
};

Result<SnapshotDescription> describe_snapshot(ArchiveSession& session, const Found& found);

// How far the archive proves that a page was at a time as in this snapshot.
struct VersionProof {
  Time at{};
  PageCoherence page;       // the page at that time
  bool is_of_then = false;  // the content that the archive has for that time is this one

  bool is_proven() const { return is_of_then && page.verdict.verdict == Verdict::proven; }

  // "yes: seen ..., 304 at ...", "no: ...".
  std::string words() const;
};
Result<VersionProof> prove_version(ArchiveSession& session, const Found& found, Time at);

std::string to_json(const SnapshotDescription& snapshot,
                    const std::optional<VersionProof>& proof = {});

// A body, and where it was found.
struct SnapshotBody {
  Found source;  // `found` itself, or the snapshot that it repeats
  std::string bytes;
  std::optional<std::string> warning = {};  // why it could not be unpacked whole
};

enum class BodyForm { as_received, unpacked };

Result<SnapshotBody> read_body(ArchiveSession& session, const Found& found, BodyForm form);

struct SnapshotText {
  Found source;
  ReadPage page;  // without title if it is not HTML
  std::optional<std::string> warning = {};
};

// Errc::invalid if the snapshot is not text.
Result<SnapshotText> read_text(ArchiveSession& session, const Found& found);
std::string to_json(const SnapshotText& text);

struct HeaderLines {
  std::string first_line;
  std::vector<warc::Field> fields;
};

// Returns status line and headers as the server sent them with this snapshot, also if its body is
// an earlier one. Errc::not_found if the record is not an HTTP message.
Result<HeaderLines> read_http_headers(ArchiveSession& session, const Found& found);

// Returns the header of the WARC record.
Result<HeaderLines> read_record_header(ArchiveSession& session, const Found& found);
std::string to_json(const HeaderLines& header);

}  // namespace freshet
