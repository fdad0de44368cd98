// What is in an archive, in the formats of others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "charset/charset.h"
#include "store/archive.h"
#include "store/selection.h"
#include "store/tags_file.h"
#include "store/wacz/wacz_writer.h"

namespace freshet {

// "response", "revisit", "not_modified", "resource": as exports and commands write it.
std::string_view kind_name(SnapshotKind kind);

// The row of a snapshot with the size and the type of the page. A revisit has no body of its own,
// and a 304 no type: they are those of the snapshot that it repeats, if that is in the archive.
Result<SnapshotRow> row_of_page(Archive& archive, const Found& found);

// The head of the 304 by which a page was confirmed, which stands in a metadata record beside the
// revisit; an empty head if there is none.
Result<warc::HttpHead> read_confirming_head(Archive& archive, const Found& found);

// Takes the next bytes of the export.
using ExportSink = std::function<Status(std::string_view bytes)>;

struct Exported {
  std::uint64_t snapshots = 0;
  std::uint64_t originals = 0;  // pulled in because selected revisits refer to them
  std::uint64_t missing = 0;    // revisits whose original is not in the archive
};

// A WACZ at `path`, with the records that selected revisits refer to. Pages are HTML answers with
// status 200; they are listed with title and text. The main page is that of the options, or else
// the first home page, or the first page.
Result<Exported> export_wacz(Archive& archive, const Selection& selection, Disk& disk,
                             const std::string& path, WaczOptions options);

// One WARC: a warcinfo record, then the records of all that is selected and of what it refers to.
Result<Exported> export_warc(Archive& archive, const Selection& selection, Time now,
                             const ExportSink& sink);

// Index lines that name the archive's own WARC files, without those of answers 304. Not for the
// layout `slots`, which has none.
Result<Exported> export_cdxj(Archive& archive, const Selection& selection, const ExportSink& sink);
Result<Exported> export_cdx11(Archive& archive, const Selection& selection, const ExportSink& sink);

// One JSON object a line: url, time, status, mime, digest, bytes, kind, title and text of HTML
// pages.
Result<Exported> export_jsonl(Archive& archive, const Selection& selection, const ExportSink& sink);

// url, time, status, mime, digest, bytes, kind; cells that a spreadsheet would run are quoted.
Result<Exported> export_csv(Archive& archive, const Selection& selection, const ExportSink& sink);

// The text of HTML pages as WARC conversion records, as corpora want it. A gzip member each.
Result<Exported> export_wet(Archive& archive, const Selection& selection, Time now,
                            const ExportSink& sink);

// An HTML page as it was captured, with its stored tags.
struct TaggedPage {
  std::string bytes;  // unpacked
  Utf8Text utf8;
  TagsEntry tags;

  // A view into this value.
  std::string_view text() const { return utf8.text(bytes); }
};
// Errc::not_found if it is no HTML page.
Result<TaggedPage> read_tagged_page(Archive& archive, const Found& with_body);

// The title and the text of an HTML page, as people see them; from its stored tags.
struct ReadPage {
  std::string title;
  std::string text;
};
Result<ReadPage> read_page_text(Archive& archive, const Found& with_body);

}  // namespace freshet
