#include "store/export.h"

#include <fmt/format.h>

#include <map>
#include <set>
#include <utility>

#include "base/escape.h"
#include "base/hash.h"
#include "base/json.h"
#include "base/memory_file.h"
#include "base/random.h"
#include "store/read_page.h"
#include "store/scan_warc.h"
#include "store/snapshot_facts.h"
#include "warc/not_modified.h"
#include "warc/reader.h"
#include "warc/snapshot_encoder.h"

namespace freshet {
namespace {

// The records of a snapshot, split into lead and main record, and its index line.
struct Taken {
  std::string members;
  std::uint64_t main_offset = 0;
  CdxjLine line;

  std::string_view lead() const { return std::string_view(members).substr(0, main_offset); }
  std::string_view main() const { return std::string_view(members).substr(main_offset); }
};

// Returns the records of a snapshot in the form that other programs replay. A 304 that was stored
// with its head, as by other programs and earlier versions, gets it in a metadata record instead.
Result<std::string> members_to_export(Archive& archive, const Found& found) {
  auto members = archive.pages().read_members(found.page.key.url, found.snapshot);
  if (!members || found.snapshot.kind != SnapshotKind::not_modified) return members;
  auto main = archive.pages().read_main(found.page.key.url, found.snapshot);
  if (!main) return std::unexpected(main.error());
  if (main->block.empty() || !warc::is_not_modified_revisit(main->header)) return members;
  const warc::HttpHead http = warc::read_http_head(main->block);
  warc::Header side;
  side.add("WARC-Type", warc::name_of(warc::RecordType::metadata));
  Random ids(hash64(main->header.record_id()));  // an export is reproducible
  side.add("WARC-Record-ID", warc::bracketed(warc::fresh_record_id(ids)));
  side.add("WARC-Date", main->header.find("WARC-Date").value_or(""));
  side.add("WARC-Target-URI", main->header.target_uri());
  side.add("WARC-Concurrent-To", warc::bracketed(main->header.record_id()));
  side.add("Content-Type", "application/warc-fields");
  std::string fields;
  warc::append_fields(fields, warc::not_modified_fields(http));
  warc::SnapshotEncoder encoder;
  std::string made = members->substr(0, members->size() - found.snapshot.length);
  made += encoder.encode_record(std::move(side), fields);
  made += encoder.encode_record(warc::without_block(main->header, http), "");
  return made;
}

Result<Taken> take(Archive& archive, const Found& found) {
  auto members = members_to_export(archive, found);
  if (!members) return std::unexpected(members.error());
  Taken taken{.members = *std::move(members), .main_offset = 0, .line = {}};
  MemoryFile file{std::string(taken.members)};
  std::optional<SnapshotFacts> facts;
  auto scanned = scan_warc(
      file, found.page.key.url, taken.members.size(), [](std::uint64_t) { return Scripting::off; },
      {.record =
           [&](ScannedRecord record) {
             taken.main_offset = record.place.offset;
             facts = std::move(record.facts);
             return Status();
           },
       .damage = [](const Error& error) -> Status { return std::unexpected(error); }});
  if (!scanned) return std::unexpected(scanned.error());
  if (!facts) {
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("the record of {} at {} is not a snapshot",
                                         found.page.key.url, iso_time(found.snapshot.time))});
  }
  taken.line = std::move(facts->line);
  return taken;
}

bool is_html(const SnapshotRow& row) {
  return row.kind == SnapshotKind::response && row.tags_length > 0;
}

// Returns the snapshot to read the text of `found` from: itself, or the other page that it repeats.
// Nothing if it is not HTML, or repeats its own page, whose text is exported already.
Result<std::optional<Found>> page_to_read(Archive& archive, const Found& found) {
  if (is_html(found.snapshot)) return found;
  if (found.snapshot.kind != SnapshotKind::revisit || !is_html_mime(found.snapshot.mime))
    return std::nullopt;
  auto body = archive.with_body(found);
  if (!body && body.error().code == Errc::not_found) return std::nullopt;
  if (!body) return std::unexpected(body.error());
  if (body->page.id == found.page.id || !is_html(body->snapshot)) return std::nullopt;
  return *std::move(body);
}

// Visits the selected snapshots and, before a revisit, its original; each once.
class WithOriginals {
 public:
  using Visit = std::function<Status(const Found&, bool is_selected)>;

  WithOriginals(Archive& archive, Visit visit) : archive_(archive), visit_(std::move(visit)) {}

  Result<Exported> run(const Selection& selection) {
    auto done = each_selected(archive_, selection, [&](const Found& found) -> Status {
      auto original = archive_.with_body(found);
      if (!original && original.error().code != Errc::not_found)
        return std::unexpected(original.error());
      if (!original) ++exported_.missing;
      if (original)
        if (auto visited = once(*original, place_of(*original) == place_of(found)); !visited)
          return visited;
      return once(found, true);
    });
    if (!done) return std::unexpected(done.error());
    return exported_;
  }

 private:
  using Place = std::pair<FileId, std::uint64_t>;
  static Place place_of(const Found& found) { return {found.snapshot.file, found.snapshot.offset}; }

  Status once(const Found& found, bool is_selected) {
    if (!visited_.insert(place_of(found)).second) return {};
    ++(is_selected ? exported_.snapshots : exported_.originals);
    return visit_(found, is_selected);
  }

  Archive& archive_;
  Visit visit_;
  std::set<Place> visited_;
  Exported exported_;
};

std::string warcinfo_member(const std::string& filename, Time now) {
  Random ids = Random::from_system();
  warc::SnapshotEncoder encoder;
  return encoder.encode_warcinfo(warc::fresh_record_id(ids), now, filename,
                                 {{"software", "freshet"}, {"format", "WARC File Format 1.1"}});
}

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

// A YAML head (JSON strings are YAML) and the text.
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

bool is_home_page(const std::string& url) {
  const auto parsed = Url::parse(url);
  return parsed && parsed->path() == "/" && !parsed->query();
}

// Writes the index lines of the selection in order. Pages confirmed by a 304 have no line: replay
// programs would show the 304 instead of the page.
Result<Exported> export_lines(Archive& archive, const Selection& selection, const ExportSink& sink,
                              const std::function<Result<std::string>(const CdxjLine&)>& write) {
  if (archive.layout() != Layout::log) {
    return std::unexpected(Error{Errc::invalid,
                                 "an archive with the layout slots has no WARC files that an index "
                                 "could point to; export wacz or warc instead"});
  }
  std::set<std::pair<std::string, std::uint64_t>> wanted;
  const bool takes_all = selection.hosts.empty() && selection.domains.empty() &&
                         selection.urls.empty() && !selection.only_last;
  if (!takes_all) {
    auto files = archive.catalog().files();
    if (!files) return std::unexpected(files.error());
    std::map<FileId, std::string> names;
    for (const FileRow& row : *files) names[row.id] = index_file_name(row.name);
    auto chosen = each_selected(archive, selection, [&](const Found& found) {
      wanted.emplace(names[found.snapshot.file], found.snapshot.offset);
      return Status();
    });
    if (!chosen) return std::unexpected(chosen.error());
  }
  auto index = archive.index();
  if (!index) return std::unexpected(index.error());
  Exported exported;
  Status status;
  auto read = index->each(cdxj_everything(), [&](const CdxjLine& line) {
    if (line.time < selection.from || line.time > selection.to) return true;
    if (line.is_not_modified()) return true;
    if (!takes_all && !wanted.contains({line.filename, line.offset})) return true;
    auto text = write(line);
    if (!text) {
      status = std::unexpected(text.error());
      return false;
    }
    ++exported.snapshots;
    status = sink(*text + "\n");
    return status.has_value();
  });
  if (!read) return std::unexpected(read.error());
  if (!status) return std::unexpected(status.error());
  return exported;
}

}  // namespace

Result<Exported> export_wacz(Archive& archive, const Selection& selection, Disk& disk,
                             const std::string& path, WaczOptions options) {
  const Time created = options.created;
  const bool is_main_page_chosen = !options.main_page_url.empty();
  bool has_home = false;
  options.warcinfo = [created](const std::string& filename) {
    return warcinfo_member(filename, created);
  };
  auto wacz = WaczWriter::create(disk, path, std::move(options));
  if (!wacz) return std::unexpected(wacz.error());
  WithOriginals walk(archive, [&](const Found& found, bool is_selected) -> Status {
    auto taken = take(archive, found);
    if (!taken) return std::unexpected(taken.error());
    if (!taken->lead().empty())
      if (auto added = wacz->add(taken->lead(), std::nullopt); !added) return added;
    if (auto added = wacz->add(taken->main(), taken->line); !added) return added;
    if (!is_selected || found.snapshot.status != 200) return {};
    auto read = page_to_read(archive, found);
    if (!read) return std::unexpected(read.error());
    if (!*read) return {};
    auto page = read_page_text(archive, **read);
    if (!page) return std::unexpected(page.error());
    if (!is_main_page_chosen && !has_home) {
      has_home = is_home_page(taken->line.url);
      wacz->propose_main_page(taken->line.url, found.snapshot.time, has_home);
    }
    return wacz->add_page({.url = taken->line.url,
                           .time = found.snapshot.time,
                           .title = page->title,
                           .text = page->text});
  });
  auto exported = walk.run(selection);
  if (!exported) return exported;
  if (auto finished = wacz->finish(); !finished) return std::unexpected(finished.error());
  return exported;
}

Result<Exported> export_warc(Archive& archive, const Selection& selection, Time now,
                             const ExportSink& sink) {
  if (auto wrote = sink(warcinfo_member("export.warc.gz", now)); !wrote)
    return std::unexpected(wrote.error());
  WithOriginals walk(archive, [&](const Found& found, bool) -> Status {
    auto members = members_to_export(archive, found);
    if (!members) return std::unexpected(members.error());
    return sink(*members);
  });
  return walk.run(selection);
}

Result<Exported> export_cdxj(Archive& archive, const Selection& selection, const ExportSink& sink) {
  return export_lines(archive, selection, sink, write_line);
}

Result<Exported> export_cdx11(Archive& archive, const Selection& selection,
                              const ExportSink& sink) {
  if (auto wrote = sink(std::string(kCdx11Header) + "\n"); !wrote)
    return std::unexpected(wrote.error());
  return export_lines(archive, selection, sink, [](const CdxjLine& line) -> Result<std::string> {
    return write_cdx11_line(line);
  });
}

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
