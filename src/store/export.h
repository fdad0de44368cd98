// What is in an archive, in the formats of others.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "store/archive.h"
#include "store/selection.h"
#include "store/wacz/wacz_writer.h"

namespace freshet {

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

}  // namespace freshet
