// Exports of texts and tables: one line, document or record per page.
#include <fmt/format.h>

#include <utility>

#include "base/escape.h"
#include "base/json.h"
#include "base/random.h"
#include "store/export.h"
#include "store/export_parts.h"
#include "store/read_page.h"
#include "warc/reader.h"
#include "warc/snapshot_encoder.h"

namespace freshet {
namespace {

// Visits the selected snapshots in the order of the catalog, and counts them.
Result<Exported> each_row(Archive& archive, const Selection& selection,
                          const std::function<Status(const Found&)>& visit) {
  Exported exported;
  auto done = each_selected(archive, selection, [&](const Found& found) {
    ++exported.snapshots;
    return visit(found);
  });
  if (!done) return std::unexpected(done.error());
  return exported;
}

// Returns a CSV cell (RFC 4180). A text that a spreadsheet would run as a formula is prefixed with
// a quote.
std::string csv_cell(std::string_view text) {
  const bool is_formula =
      !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
  std::string cell = "\"";
  if (is_formula) cell += '\'';
  for (const char c : text) {
    if (c == '"') cell += '"';
    cell += c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
  }
  return cell + "\"";
}

// A YAML header (JSON strings are YAML) and the text.
std::string markdown_document(const Found& found, const ReadPage& page) {
  std::string out = "---\n";
  const auto add = [&](std::string_view key, std::string_view value) {
    if (value.empty()) return;
    out += fmt::format("{}: ", key);
    append_json_string(out, value);
    out += '\n';
  };
  add("url", found.page.key.url);
  add("time", iso_time(found.snapshot.time));
  add("title", page.title);
  add("author", page.author);
  add("date", page.date);
  add("language", page.language);
  return out + "---\n\n" + page.text + "\n";
}

}  // namespace

Result<Exported> export_jsonl(Archive& archive, const Selection& selection,
                              const PageTextReader& read_text, const ExportSink& sink) {
  return each_row(archive, selection, [&](const Found& found) -> Status {
    const auto of_page = row_of_page(archive, found);
    if (!of_page) return std::unexpected(of_page.error());
    const SnapshotRow& row = *of_page;
    JsonWriter json;
    json.begin_object().key("url").value(found.page.key.url).key("time").value(iso_time(row.time));
    json.key("status").value(row.status).key("mime").value(row.mime);
    json.key("digest").value("sha1:" + row.payload.base32()).key("bytes").value(row.payload_bytes);
    json.key("kind").value(kind_name(row.kind));
    auto read = page_to_read(archive, found);
    if (!read) return std::unexpected(read.error());
    if (*read) {
      auto page = read_text(archive, **read);
      if (!page) return std::unexpected(page.error());
      json.key("title").value(page->title).key("text").value(page->text);
      if (!page->author.empty()) json.key("author").value(page->author);
      if (!page->date.empty()) json.key("date").value(page->date);
      if (!page->language.empty()) json.key("language").value(page->language);
    }
    json.end_object();
    return sink(json.take() + "\n");
  });
}

Result<Exported> export_markdown(Archive& archive, const Selection& selection,
                                 const PageTextReader& read_text, const ExportSink& sink) {
  Exported exported;
  auto done = each_selected(archive, selection, [&](const Found& found) -> Status {
    if (found.snapshot.status != 200) return {};
    auto read = page_to_read(archive, found);
    if (!read) return std::unexpected(read.error());
    if (!*read) return {};
    auto page = read_text(archive, **read);
    if (!page) return std::unexpected(page.error());
    ++exported.snapshots;
    return sink(markdown_document(found, *page));
  });
  if (!done) return std::unexpected(done.error());
  return exported;
}

Result<Exported> export_csv(Archive& archive, const Selection& selection, const ExportSink& sink) {
  if (auto wrote = sink("url,time,status,mime,digest,bytes,kind\r\n"); !wrote)
    return std::unexpected(wrote.error());
  return each_row(archive, selection, [&](const Found& found) -> Status {
    const auto of_page = row_of_page(archive, found);
    if (!of_page) return std::unexpected(of_page.error());
    const SnapshotRow& row = *of_page;
    return sink(fmt::format("{},{},{},{},{},{},{}\r\n", csv_cell(found.page.key.url),
                            iso_time(row.time), row.status, csv_cell(row.mime),
                            csv_cell("sha1:" + row.payload.base32()), row.payload_bytes,
                            kind_name(row.kind)));
  });
}

Result<Exported> export_wet(Archive& archive, const Selection& selection, Time now,
                            const PageTextReader& read_text, const ExportSink& sink) {
  if (auto wrote = sink(warcinfo_member("export.warc.wet.gz", now)); !wrote)
    return std::unexpected(wrote.error());
  warc::SnapshotEncoder encoder;
  Random ids = Random::from_system();
  Exported exported;
  auto done = each_selected(archive, selection, [&](const Found& found) -> Status {
    if (found.snapshot.status != 200) return {};
    auto read = page_to_read(archive, found);
    if (!read) return std::unexpected(read.error());
    if (!*read) return {};
    auto page = read_text(archive, **read);
    if (!page) return std::unexpected(page.error());
    auto record = archive.pages().read_main(found.page.key.url, found.snapshot);
    if (!record) return std::unexpected(record.error());
    warc::Header header;
    header.add("WARC-Type", "conversion");
    header.add("WARC-Record-ID", warc::bracketed(warc::fresh_record_id(ids)));
    header.add("WARC-Target-URI", record->header.target_uri());
    header.add("WARC-Date", record->header.find("WARC-Date").value_or(""));
    header.add("WARC-Refers-To", warc::bracketed(record->header.record_id()));
    header.add("Content-Type", "text/plain");
    ++exported.snapshots;
    return sink(encoder.encode_record(std::move(header), page->text));
  });
  if (!done) return std::unexpected(done.error());
  return exported;
}

}  // namespace freshet
