#include "store/archive.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "catalog/open_catalog.h"
#include "store/archive/index_keeper.h"
#include "store/archive/log_store.h"
#include "store/slots/slot_pages.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// Returns the last of `rows` up to `time` that has a body with this payload. `rows` are in order of
// time.
const SnapshotRow* last_body(const std::vector<SnapshotRow>& rows, Time time,
                             const Sha1Digest& payload) {
  const SnapshotRow* last = nullptr;
  for (const SnapshotRow& row : rows)
    if (row.time <= time && has_body(row.kind) && row.payload == payload && row.payload_bytes > 0)
      last = &row;
  return last;
}

std::unexpected<Error> original_missing(const Found& found) {
  return std::unexpected(Error{
      Errc::not_found,
      fmt::format("the snapshot of {} at {} refers to an earlier one that is not in the archive",
                  visible(found.page.key.url), iso_time(found.snapshot.time))});
}

}  // namespace

Archive::Archive(Disk& disk, std::string directory, Layout layout, std::unique_ptr<Catalog> catalog,
                 std::unique_ptr<PageStore> pages)
    : disk_(&disk),
      directory_(std::move(directory)),
      layout_(layout),
      catalog_(std::move(catalog)),
      pages_(std::move(pages)) {}

Result<Archive> Archive::open(Disk& disk, std::string directory, const std::string& vfs) {
  auto mark = read_archive_mark(disk, directory);
  if (!mark) return std::unexpected(mark.error());
  auto lost = catalog_is_lost(directory);
  if (!lost) return std::unexpected(lost.error());
  if (*lost) {
    return std::unexpected(Error{
        Errc::not_found,
        fmt::format("the archive in \"{}\" has lost its catalog; run freshet reindex to rebuild it",
                    visible(directory))});
  }
  auto catalog =
      open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read, .vfs = vfs});
  if (!catalog) return std::unexpected(catalog.error());
  std::unique_ptr<PageStore> pages;
  if (mark->layout == Layout::log)
    pages = std::make_unique<LogStore>(disk, directory, **catalog);
  else
    pages = std::make_unique<SlotPages>(disk, directory);
  return Archive(disk, std::move(directory), mark->layout, *std::move(catalog), std::move(pages));
}

Result<CdxjReader> Archive::index() {
  // A writer may merge runs between the two steps; then the list is read again.
  for (int tries_left = 3;; --tries_left) {
    auto files = catalog_->files();
    if (!files) return std::unexpected(files.error());
    auto reader = CdxjReader::open(*disk_, index_files(directory_, *files));
    if (reader || tries_left == 0 || reader.error().code != Errc::not_found) return reader;
  }
}

Result<std::optional<Found>> Archive::find(std::string_view url, Time time) {
  auto page = catalog_->find_page(page_key_of(url));
  if (!page) return std::unexpected(page.error());
  if (!*page && layout_ == Layout::log) {
    auto reader = index();
    if (!reader) return std::unexpected(reader.error());
    auto line = reader->nearest(url, time);
    if (!line) return std::unexpected(line.error());
    if (!*line) return std::nullopt;
    page = catalog_->find_page(page_key_of((*line)->url));
    if (!page) return std::unexpected(page.error());
  }
  if (!*page) return std::nullopt;
  auto snapshot = catalog_->nearest((*page)->id, time);
  if (!snapshot) return std::unexpected(snapshot.error());
  if (!*snapshot) return std::nullopt;
  return Found{.page = **page, .snapshot = **snapshot};
}

Result<Found> Archive::with_body(const Found& found) {
  if (has_body(found.snapshot.kind)) return found;
  auto rows = catalog_->snapshots(found.page.id);
  if (!rows) return std::unexpected(rows.error());
  // The last earlier snapshot with this payload. The payload of a 304 is that of the copy it
  // confirms.
  if (const SnapshotRow* row = last_body(*rows, found.snapshot.time, found.snapshot.payload))
    return Found{.page = found.page, .snapshot = *row};

  auto record = pages_->read_main(found.page.key.url, found.snapshot);
  if (!record) return std::unexpected(record.error());
  const auto url = record->header.find("WARC-Refers-To-Target-URI");
  const auto date = parse_time(record->header.find("WARC-Refers-To-Date").value_or(""));
  if (!url || !date) return original_missing(found);
  auto page = catalog_->find_page(page_key_of(warc::without_brackets(*url)));
  if (!page) return std::unexpected(page.error());
  if (!*page) return original_missing(found);
  rows = catalog_->snapshots((*page)->id);
  if (!rows) return std::unexpected(rows.error());
  // The record named, or else another with the same payload.
  for (const SnapshotRow& row : *rows)
    if (row.time == *date && has_body(row.kind)) return Found{.page = **page, .snapshot = row};
  const auto digest = Sha1Digest::parse(record->header.find("WARC-Payload-Digest").value_or(""));
  const SnapshotRow* row = digest ? last_body(*rows, Time::max(), *digest) : nullptr;
  if (!row) return original_missing(found);
  return Found{.page = **page, .snapshot = *row};
}

Result<OpenedRecord> Archive::read(const Found& found) {
  auto record = pages_->read_main(found.page.key.url, found.snapshot);
  if (!record) return std::unexpected(record.error());
  OpenedRecord opened{.record = *std::move(record), .http = {}};
  if (is_http_block(opened.record.header)) opened.http = warc::read_http_head(opened.record.block);
  return opened;
}

}  // namespace freshet
