#include "app/export.h"

#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "app/duplicates.h"
#include "app/export_as_of.h"
#include "app/main_text.h"
#include "app/new_file.h"
#include "base/check.h"
#include "base/escape.h"
#include "base/special_file.h"

namespace freshet {
namespace {

// Formats that carry no date of their own.
template <Result<Exported> (*Write)(Archive&, const Selection&, const ExportSink&)>
Result<Exported> undated(Archive& archive, const Selection& selection, Time, const PageTextReader&,
                         const ExportSink& sink) {
  return Write(archive, selection, sink);
}
template <Result<Exported> (*Write)(Archive&, const Selection&, const PageTextReader&,
                                    const ExportSink&)>
Result<Exported> undated(Archive& archive, const Selection& selection, Time,
                         const PageTextReader& read_text, const ExportSink& sink) {
  return Write(archive, selection, read_text, sink);
}

// Records carry no texts.
Result<Exported> write_warc(Archive& archive, const Selection& selection, Time now,
                            const PageTextReader&, const ExportSink& sink) {
  return export_warc(archive, selection, now, sink);
}

constexpr ExportFormat kFormats[] = {
    {"wacz", "One file that replays in a browser (replayweb.page)", "wacz", ExportShape::wacz,
     nullptr},
    {"warc", "The records, a gzip member each", "warc.gz", ExportShape::binary, write_warc},
    {"cdxj", "Index lines for pywb and similar tools; they name the WARC files of the archive",
     "cdxj", ExportShape::text, undated<export_cdxj>},
    {"cdx11", "The same in the older form of 11 fields", "cdx", ExportShape::text,
     undated<export_cdx11>},
    {"jsonl", "One JSON object a line, with title and text of HTML pages", "jsonl",
     ExportShape::text, undated<export_jsonl>},
    {"csv", "A table for spreadsheets, without texts", "csv", ExportShape::text,
     undated<export_csv>},
    {"md", "The main text of HTML pages as Markdown, each after a header with URL and title", "md",
     ExportShape::text, undated<export_markdown>},
    {"wet", "The texts of HTML pages as WARC conversion records", "warc.wet.gz",
     ExportShape::binary, export_wet}};

// A WACZ is made from several files beside its place, so that place must be a regular file. A
// symbolic link to one is kept.
Result<std::string> wacz_place(const std::string& path) {
  if (!is_special_file(path)) return path;
  std::error_code error;
  const std::filesystem::path target = std::filesystem::canonical(path, error);
  if (error || !std::filesystem::is_regular_file(target, error))
    return std::unexpected(Error{
        Errc::invalid,
        fmt::format("cannot write a WACZ to \"{}\": it is not a regular file", visible(path))});
  return target.string();
}

// Returns the selection without pages that say the same as another, if that is asked for.
Result<Selection> selection_of(ArchiveSession& session, const ExportRequest& request) {
  Selection selection = request.selection;
  if (!request.only_distinct) return selection;
  const auto duplicates = find_duplicates(session, selection);
  if (!duplicates) return std::unexpected(duplicates.error());
  selection.left_out.insert(duplicates->copies.begin(), duplicates->copies.end());
  return selection;
}

Result<Exported> export_wacz_file(ArchiveSession& session, const ExportRequest& request,
                                  const std::string& path) {
  const auto selection = selection_of(session, request);
  if (!selection) return std::unexpected(selection.error());
  const auto place = wacz_place(path);
  if (!place) return std::unexpected(place.error());
  WaczOptions options;
  options.title = request.title;
  options.created = session.now();
  if (request.has_texts) options.texts = WaczOptions::Texts::always;
  if (!request.selection.urls.empty()) options.main_page_url = request.selection.urls.front();
  if (request.main_page) {
    options.main_page_url = request.main_page->page.key.url;
    options.main_page_time = request.main_page->snapshot.time;
  }
  if (request.as_of) return export_as_of_wacz(session, request, *place, std::move(options));
  return export_wacz(session.archive(), *selection, session.disk(), *place, std::move(options));
}

PageTextReader text_reader(const ExportRequest& request) {
  if (request.format->name == "md") return read_markdown_page;
  return request.has_main_text ? read_main_page : read_page_text;
}

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

Result<Exported> export_to(ArchiveSession& session, const ExportRequest& request,
                           const ExportSink& sink) {
  require(request.format != nullptr && request.format->write != nullptr,
          "the format can be written in pieces");
  if (request.as_of) return export_as_of(session, request, sink);
  const auto selection = selection_of(session, request);
  if (!selection) return std::unexpected(selection.error());
  return request.format->write(session.archive(), *selection, session.now(), text_reader(request),
                               sink);
}

Result<Exported> export_to_file(ArchiveSession& session, const ExportRequest& request,
                                const std::string& path) {
  if (request.format->shape == ExportShape::wacz) return export_wacz_file(session, request, path);
  auto file = NewFile::create(session.disk(), path);
  if (!file) return std::unexpected(file.error());
  auto done =
      export_to(session, request, [&](std::string_view bytes) { return file->write(bytes); });
  if (!done) return done;
  if (auto finished = file->finish(); !finished) return std::unexpected(finished.error());
  return done;
}

}  // namespace freshet
