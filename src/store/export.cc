#include "store/export.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "base/hash.h"
#include "base/memory_file.h"
#include "base/random.h"
#include "store/export_parts.h"
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

bool is_home_page(const std::string& url) {
  const auto parsed = Url::parse(url);
  return parsed && parsed->path() == "/" && !parsed->query();
}

bool is_html(const SnapshotRow& row) {
  return row.kind == SnapshotKind::response && row.tags_length > 0;
}

}  // namespace

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

std::string warcinfo_member(const std::string& filename, Time now) {
  Random ids = Random::from_system();
  warc::SnapshotEncoder encoder;
  return encoder.encode_warcinfo(warc::fresh_record_id(ids), now, filename,
                                 {{"software", "freshet"}, {"format", "WARC File Format 1.1"}});
}

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

}  // namespace freshet
