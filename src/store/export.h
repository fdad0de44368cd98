// Exports an archive, or a part of it, to the formats of other programs.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/disk.h"
#include "base/error.h"
#include "store/archive.h"
#include "store/read_page.h"
#include "store/selection.h"
#include "store/wacz/wacz_writer.h"

namespace freshet {

// Receives the bytes of an export, piece by piece.
using ExportSink = std::function<Status(std::string_view bytes)>;

// Reads the text of an HTML page for an export; read_page_text, or only the main text.
using PageTextReader = std::function<Result<ReadPage>(Archive& archive, const Found& with_body)>;

struct Exported {
  std::uint64_t snapshots = 0;
  std::uint64_t originals = 0;  // added because selected revisits refer to them
  std::uint64_t missing = 0;    // revisits whose original is not in the archive
};

// Writes a WACZ to `path`, with the records that selected revisits refer to. Its pages are the HTML
// answers with status 200, listed with title and text. The main page is that of the options, else
// the first home page, else the first page.
Result<Exported> export_wacz(Archive& archive, const Selection& selection, Disk& disk,
                             const std::string& path, WaczOptions options);

// Writes one WARC: a warcinfo record, then the selected records and those that they refer to.
Result<Exported> export_warc(Archive& archive, const Selection& selection, Time now,
                             const ExportSink& sink);

// Writes index lines for the archive's own WARC files, without those of 304 answers. Errc::invalid
// in the layout `slots`, which has no WARC files.
Result<Exported> export_cdxj(Archive& archive, const Selection& selection, const ExportSink& sink);
Result<Exported> export_cdx11(Archive& archive, const Selection& selection, const ExportSink& sink);

// Writes one JSON object per line: url, time, status, mime, digest, bytes, kind; for HTML pages
// also title and text, with author, date and language if the reader knows them.
Result<Exported> export_jsonl(Archive& archive, const Selection& selection,
                              const PageTextReader& read_text, const ExportSink& sink);

// Writes HTML pages with status 200 one after the other, each after a YAML header with url, time,
// title and what else is known; `read_text` gives Markdown.
Result<Exported> export_markdown(Archive& archive, const Selection& selection,
                                 const PageTextReader& read_text, const ExportSink& sink);

// Writes url, time, status, mime, digest, bytes and kind. Cells that a spreadsheet would run as
// formulas are quoted.
Result<Exported> export_csv(Archive& archive, const Selection& selection, const ExportSink& sink);

// Writes the text of HTML pages as WARC conversion records, the form of text corpora. Each record
// is a gzip member.
Result<Exported> export_wet(Archive& archive, const Selection& selection, Time now,
                            const PageTextReader& read_text, const ExportSink& sink);

}  // namespace freshet
