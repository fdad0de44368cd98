// Writes an archive, or part of it, in another format.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/archive_session.h"
#include "app/content_numbers.h"
#include "base/error.h"
#include "store/export.h"
#include "store/selection.h"

namespace freshet {

// A WACZ is written to a file with room for its index, not as a stream.
enum class ExportShape { text, binary, wacz };

// A format, and how it is written: adding one is a row in export.cc.
struct ExportFormat {
  std::string_view name;
  std::string_view meaning;  // for help
  std::string_view extension;
  ExportShape shape;
  // None for wacz.
  Result<Exported> (*write)(Archive& archive, const Selection& selection, Time now,
                            const PageTextReader& read_text, const ExportSink& sink);
};

std::span<const ExportFormat> export_formats();

struct ExportRequest {
  const ExportFormat* format = nullptr;  // one of export_formats()
  Selection selection = {};
  bool has_main_text = false;  // only the main text of pages; for formats with text
  bool only_distinct = false;  // without pages that say the same as another (app/duplicates.h)
  // Of wacz and warc: the versions of this time, each with its verdict (app/export_as_of.h).
  std::optional<Time> as_of = {};
  bool only_proven = false;
  ContentRule rule = ContentRule::judged;
  // Of a WACZ:
  std::string title = {};
  bool has_texts = false;               // for search, however large
  std::optional<Found> main_page = {};  // none: the first page that is selected by URL
};

// Writes to `sink`, in pieces. Not for WACZ.
Result<Exported> export_to(ArchiveSession& session, const ExportRequest& request,
                           const ExportSink& sink);

// Writes to a file, which appears when it is complete.
Result<Exported> export_to_file(ArchiveSession& session, const ExportRequest& request,
                                const std::string& path);

}  // namespace freshet
