#include "store/version_record.h"

#include <utility>

#include "base/hash.h"
#include "base/random.h"
#include "store/read_page.h"
#include "store/snapshot_facts.h"
#include "warc/snapshot_encoder.h"

namespace freshet {
namespace {

// Returns the header of a revisit as that of a response.
warc::Header as_response(warc::Header header) {
  header.set("WARC-Type", warc::name_of(warc::RecordType::response));
  for (const std::string_view field :
       {"WARC-Profile", "WARC-Refers-To", "WARC-Refers-To-Target-URI", "WARC-Refers-To-Date",
        "WARC-Truncated"})
    header.remove(field);
  return header;
}

Result<VersionRecord> described(const warc::Header& header, const warc::HttpHead& http,
                                const SnapshotRow& row) {
  auto facts = describe_record(header, http, row.payload, row.payload_bytes);
  if (!facts)
    return std::unexpected(Error{Errc::corrupt, header.target_uri() + " is not a snapshot"});
  return VersionRecord{.main = {},
                       .line = std::move(facts->line),
                       .record_id = header.record_id(),
                       .target_uri = header.target_uri()};
}

std::string note_member(const VersionRecord& record, const std::vector<warc::Field>& note,
                        Time now) {
  warc::Header header;
  header.add("WARC-Type", warc::name_of(warc::RecordType::metadata));
  Random ids(hash64(record.record_id + iso_time(now)));
  header.add("WARC-Record-ID", warc::bracketed(warc::fresh_record_id(ids)));
  header.add("WARC-Date", iso_time(now));
  header.add("WARC-Target-URI", record.target_uri);
  header.add("WARC-Concurrent-To", warc::bracketed(record.record_id));
  header.add("Content-Type", "application/warc-fields");
  std::string fields;
  warc::append_fields(fields, note);
  return warc::SnapshotEncoder().encode_record(std::move(header), fields);
}

}  // namespace

Result<VersionRecord> read_version_record(Archive& archive, const Found& found) {
  const auto body = archive.with_body(found);
  if (!body) return std::unexpected(body.error());
  const auto opened = archive.read(*body);
  if (!opened) return std::unexpected(opened.error());
  if (body->page.id == found.page.id) {
    auto made = described(opened->record.header, opened->http, body->snapshot);
    if (!made) return made;
    made->main = warc::SnapshotEncoder().encode_record(opened->record.header, opened->record.block);
    return made;
  }
  const auto own = archive.read(found);
  if (!own) return std::unexpected(own.error());
  auto made = described(as_response(own->record.header), own->http, body->snapshot);
  if (!made) return made;
  std::string block = own->record.block.substr(0, own->http.payload_begin);
  if (own->http.start_line.empty())
    block = opened->record.block.substr(0, opened->http.payload_begin);
  block += opened->payload();
  made->main = warc::SnapshotEncoder().encode_record(as_response(own->record.header), block);
  return made;
}

Result<bool> VersionExport::read(const NotedVersion& version, VersionRecord& record,
                                 std::string& note) {
  auto read = read_version_record(archive_, version.found);
  if (!read && read.error().code == Errc::not_found) {
    ++exported_.missing;
    return false;
  }
  if (!read) return std::unexpected(read.error());
  ++exported_.snapshots;
  record = *std::move(read);
  note = note_member(record, version.note, now_);
  return true;
}

Status VersionExport::add(const NotedVersion& version, const ExportSink& sink) {
  VersionRecord record;
  std::string note;
  const auto is_there = read(version, record, note);
  if (!is_there) return std::unexpected(is_there.error());
  return *is_there ? sink(note + record.main) : Status();
}

Status VersionExport::add(const NotedVersion& version, WaczWriter& wacz) {
  VersionRecord record;
  std::string note;
  const auto is_there = read(version, record, note);
  if (!is_there) return std::unexpected(is_there.error());
  if (!*is_there) return {};
  if (auto added = wacz.add(note, std::nullopt); !added) return added;
  const CdxjLine line = record.line;
  if (auto added = wacz.add(record.main, line); !added) return added;
  const auto body = archive_.with_body(version.found);
  if (!body) return std::unexpected(body.error());
  if (body->snapshot.tags_length == 0 || body->snapshot.status != 200) return {};
  const auto page = read_page_text(archive_, *body);
  if (!page && page.error().code == Errc::not_found) return {};
  if (!page) return std::unexpected(page.error());
  const auto url = Url::parse(line.url);
  const bool is_home = url && url->path() == "/" && !url->query();
  wacz.propose_main_page(line.url, line.time, is_home);
  return wacz.add_page(
      {.url = line.url, .time = line.time, .title = page->title, .text = page->text});
}

std::string exported_warcinfo(const std::string& filename, Time now) {
  Random ids = Random::from_system();
  warc::SnapshotEncoder encoder;
  return encoder.encode_warcinfo(warc::fresh_record_id(ids), now, filename,
                                 {{"software", "freshet"}, {"format", "WARC File Format 1.1"}});
}

}  // namespace freshet
