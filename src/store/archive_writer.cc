#include "store/archive_writer.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

#include "base/check.h"
#include "base/escape.h"
#include "base/log.h"
#include "base/stored_time.h"
#include "store/archive/log_store.h"
#include "store/archive/recovery.h"
#include "store/change_note.h"
#include "store/reindex.h"
#include "store/slots/slot_pages.h"
#include "store/snapshot_facts.h"
#include "store/versions.h"
#include "warc/not_modified.h"

namespace freshet {
namespace {

std::unexpected<Error> lost_mark(const std::string& directory) {
  return std::unexpected(Error{
      Errc::invalid, fmt::format("the archive in \"{}\" has lost its archive.json; freshet reindex "
                                 "makes it again",
                                 visible(directory))});
}

// An archive is not made where somebody keeps other things, or where one has lost its mark.
Status check_is_free(Disk& disk, const std::string& directory) {
  auto holds = holds_records(disk, directory);
  if (!holds) return std::unexpected(holds.error());
  if (*holds) return lost_mark(directory);
  auto names = disk.list(directory);
  if (!names) return std::unexpected(names.error());
  for (const std::string& name : *names) {
    const bool is_ours = name == "lock" || name == "warc" || name == "tags" || name == "index" ||
                         name == "slots" || name.starts_with("archive.json");
    if (is_ours) continue;
    return std::unexpected(
        Error{Errc::invalid, fmt::format("there is no archive in \"{}\", but \"{}\" is; name a "
                                         "directory that is empty or not there yet",
                                         visible(directory), visible(name))});
  }
  return {};
}

// Takes the lock of the archive, and makes the archive if it may.
Result<std::unique_ptr<DiskLock>> take_archive(Disk& disk, const std::string& directory,
                                               const ArchiveOptions& options) {
  auto mark = read_archive_mark(disk, directory);
  const bool is_new = !mark && mark.error().code == Errc::not_found;
  if (!mark && !(is_new && options.may_create)) return std::unexpected(mark.error());
  if (is_new) {
    if (auto made = disk.make_directories(directory); !made) return std::unexpected(made.error());
    if (auto fit = check_is_free(disk, directory); !fit) return std::unexpected(fit.error());
  }
  auto lock = lock_archive(disk, directory);
  if (!lock) return lock;
  // Another may have made the archive before we had the lock; and copies of one may have lost the
  // directories that were empty.
  const bool is_still_new = !disk.exists(directory + "/archive.json");
  const Status made = is_still_new ? make_archive(disk, directory, options.layout)
                                   : make_archive_directories(disk, directory);
  if (!made) return std::unexpected(made.error());
  return lock;
}

SnapshotRow with_place(SnapshotRow row, const SnapshotRow& place) {
  row.file = place.file;
  row.offset = place.offset;
  row.length = place.length;
  row.lead = place.lead;
  row.tags_offset = place.tags_offset;
  row.tags_length = place.tags_length;
  return row;
}

bool has_body(SnapshotKind kind) {
  return kind == SnapshotKind::response || kind == SnapshotKind::resource;
}

// Returns true if a check found something else in the page's place: an error page with status 200.
bool is_stand_in(const warc::Capture& capture) {
  const auto text = warc::find_field(capture.metadata, kChangeNoteField);
  const auto note = text ? parse_change_note(*text) : std::nullopt;
  return note && (note->outcome == CheckOutcome::failed || note->outcome == CheckOutcome::gone);
}

// What is worth more stays or comes; of two worth the same the newer.
bool displaces_on_import(const SnapshotRow& kept, const SnapshotRow& next) {
  if (worth_of(kept) != worth_of(next)) return may_displace(kept, next);
  return kept.time < next.time;
}

bool has_news(const Commit& change) { return !change.news.empty() || !change.history.empty(); }

// The header of the capture's main record, as far as its facts need it.
warc::Header header_of(const warc::Capture& capture, const warc::StoredAnswer& answer,
                       const warc::EncodedSnapshot& encoded) {
  warc::Header header;
  const bool is_response = encoded.kind == warc::MainRecord::response;
  header.add("WARC-Type", is_response ? "response" : "revisit");
  header.add("WARC-Target-URI", warc::safe_uri(capture.url));
  header.add("WARC-Date", encoded.date);
  header.add("WARC-Payload-Digest", "sha1:" + encoded.payload.base32());
  if (encoded.kind == warc::MainRecord::not_modified) {
    header.add("WARC-Profile", "server-not-modified");
    return warc::without_block(std::move(header), answer.http);
  }
  const bool is_short_revisit = encoded.kind == warc::MainRecord::revisit && !capture.body.empty();
  if (!is_short_revisit && capture.truncated != warc::Truncation::none)
    header.add("WARC-Truncated", warc::name_of(capture.truncated));
  return header;
}

// What no row or index line could say; whoever fetches keeps to less.
Status check_limits(const warc::Capture& capture) {
  std::size_t head_bytes = capture.reason.size();
  for (const warc::Field& field : capture.headers)
    head_bytes += field.name.size() + field.value.size();
  const bool fits = capture.url.size() <= kSnapshotUrlBytesMax &&
                    head_bytes <= kSnapshotHeadBytesMax &&
                    capture.headers.size() <= warc::kHttpHeadFieldsMax / 2 && capture.status >= 0 &&
                    capture.status <= 999 && capture.body.size() <= kSnapshotBytesMax / 2;
  if (fits) return {};
  return std::unexpected(
      Error{Errc::limit,
            fmt::format("the answer of {} is longer than an archive keeps (URL {} bytes, "
                        "head {}, body {}), or its status {} is none",
                        visible(std::string_view(capture.url).substr(0, 200)), capture.url.size(),
                        head_bytes, capture.body.size(), capture.status)});
}

}  // namespace

ArchiveWriter::ArchiveWriter(Disk& disk, std::string directory, Clock& clock, Random random,
                             ArchiveOptions options)
    : disk_(disk),
      directory_(std::move(directory)),
      clock_(clock),
      random_(random),
      options_(std::move(options)),
      encoder_(options_.packing) {}

ArchiveWriter::~ArchiveWriter() = default;

void ArchiveWriter::at(WritePoint point) const {
  if (options_.at_point) options_.at_point(point);
}

Result<std::unique_ptr<ArchiveWriter>> ArchiveWriter::open(Disk& disk, const std::string& directory,
                                                           Clock& clock, Random random,
                                                           ArchiveOptions options) {
  auto lock = take_archive(disk, directory, options);
  if (!lock) return std::unexpected(lock.error());
  auto mark = read_archive_mark(disk, directory);
  if (!mark) return std::unexpected(mark.error());
  std::unique_ptr<ArchiveWriter> writer(
      new ArchiveWriter(disk, directory, clock, random, std::move(options)));
  writer->lock_ = *std::move(lock);
  writer->layout_ = mark->layout;
  auto lost = catalog_is_lost(disk, directory);
  if (!lost) return std::unexpected(lost.error());
  if (*lost) {
    auto rebuilt =
        rebuild_catalog(disk, directory, mark->layout,
                        {.scripting = writer->options_.scripting, .vfs = writer->options_.vfs});
    if (!rebuilt) return std::unexpected(rebuilt.error());
  }
  if (auto opened = writer->open_stores(); !opened) return std::unexpected(opened.error());
  return writer;
}

Status ArchiveWriter::open_stores() {
  auto catalog =
      open_catalog(disk_, catalog_address(directory_),
                   {.access = CatalogAccess::write, .sync = options_.sync, .vfs = options_.vfs});
  if (!catalog) return std::unexpected(catalog.error());
  auto files = (*catalog)->files();
  if (!files) return std::unexpected(files.error());
  auto witness = open_witness(**catalog, *files);
  if (!witness) return std::unexpected(witness.error());
  witness_ = *std::move(witness);
  ids_ = FileIds::after(*files);
  std::unique_ptr<PageStore> pages;
  if (layout_ == Layout::log) {
    auto index = IndexKeeper::open(disk_, directory_, *files, ids_, options_.at_point,
                                   options_.tail_bytes_max);
    if (!index) return std::unexpected(index.error());
    index_ = *std::move(index);
    auto store = LogStore::open(disk_, directory_, **catalog, *files, ids_, clock_, random_,
                                {.warc_bytes_max = options_.warc_bytes_max,
                                 .warcinfo = options_.warcinfo,
                                 .at_point = options_.at_point});
    if (!store) return std::unexpected(store.error());
    pages = *std::move(store);
  } else {
    auto store = SlotPages::open(disk_, directory_, **catalog, options_.at_point);
    if (!store) return std::unexpected(store.error());
    pages = *std::move(store);
  }
  archive_.reset(new Archive(disk_, directory_, layout_, *std::move(catalog), std::move(pages)));
  return {};
}

// Nothing is cut off on the word of a catalog that does not know what was acknowledged. Once the
// files are as the catalog says, the witness speaks of this catalog.
Result<CommitWitness> ArchiveWriter::open_witness(Catalog& catalog,
                                                  const std::vector<FileRow>& files) {
  auto mark = commit_mark_of(catalog);
  if (!mark) return std::unexpected(mark.error());
  auto witness = read_commit_mark(disk_, directory_);
  if (!witness) return std::unexpected(witness.error());
  CatalogStanding standing = standing_of(*mark, *witness);
  if (standing == CatalogStanding::unknown && files.empty()) {
    auto holds = holds_records(disk_, directory_);
    if (!holds) return std::unexpected(holds.error());
    if (*holds) standing = CatalogStanding::foreign;
  }
  if (auto checked = check_standing(standing, directory_); !checked)
    return std::unexpected(checked.error());
  const Unnamed unnamed =
      standing == CatalogStanding::current ? Unnamed::is_removed : Unnamed::is_set_aside;
  if (auto cut = cut_back(disk_, directory_, files, unnamed); !cut)
    return std::unexpected(cut.error());
  if (options_.sync != CatalogSync::full) mark->commits = 0;
  return CommitWitness::open(disk_, directory_, *mark);
}

Status ArchiveWriter::fail(const Error& error) {
  failed_ = error;
  return std::unexpected(error);
}

Result<Appended> ArchiveWriter::append(const warc::Capture& capture,
                                       std::optional<std::string> tags) {
  if (failed_) return std::unexpected(*failed_);
  if (auto fits = check_limits(capture); !fits) return std::unexpected(fits.error());
  has_bytes_ = true;
  auto appended = append_checked(capture, std::move(tags));
  if (!appended) failed_ = appended.error();
  return appended;
}

// The newest snapshot of the page with a body, those of this batch included.
Result<std::optional<SnapshotRow>> ArchiveWriter::last_with_body(const PageKey& page) {
  if (const auto fresh = fresh_.find(page.url); fresh != fresh_.end())
    return change_.snapshots[fresh->second].snapshot;
  auto row = archive_->catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return archive_->catalog().newest_with_body((*row)->id, clock_.now() + kClockSkewMax);
}

// The newest snapshot with a body that shows content; of a page without content any with a body.
Result<std::optional<SnapshotRow>> ArchiveWriter::last_content(const PageKey& page) {
  if (const auto fresh = fresh_content_.find(page.url); fresh != fresh_content_.end())
    return change_.snapshots[fresh->second].snapshot;
  auto row = archive_->catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return last_with_body(page);
  auto newest = archive_->catalog().newest_content((*row)->id);
  if (!newest || *newest) return newest;
  return last_with_body(page);
}

// What a revisit record would refer to; nothing if the capture is to be kept whole.
Result<std::optional<warc::RevisitOf>> ArchiveWriter::original_of(const warc::Capture& capture,
                                                                  const PageKey& page,
                                                                  const Sha1Digest& payload) {
  // A 304 confirms the content that we have, not the failure that may have come since.
  auto last = capture.status == 304 ? last_content(page) : last_with_body(page);
  if (!last) return std::unexpected(last.error());
  if (!*last && capture.status == 304) return original_of_other(page);
  if (!*last) return std::nullopt;
  const SnapshotRow& row = **last;
  const bool repeats =
      row.payload == payload && row.status == capture.status && !capture.body.empty();
  if (capture.status != 304 && !repeats) return std::nullopt;
  auto header =
      repeats ? whole_header(page.url, row) : archive_->pages().read_main_header(page.url, row);
  if (!header && (header.error().code == Errc::corrupt || header.error().code == Errc::limit))
    return std::nullopt;  // a damaged original is no reason to lose what we have in hand
  if (!header) return std::unexpected(header.error());
  return warc::RevisitOf{.record_id = header->record_id(),
                         .url = header->target_uri(),
                         .date = std::string(header->find("WARC-Date").value_or("")),
                         .payload = row.payload};
}

// Of a record that was read to its end: what we have in hand is dropped for it.
Result<warc::Header> ArchiveWriter::whole_header(const std::string& url, const SnapshotRow& row) {
  auto record = archive_->pages().read_main(url, row);
  if (!record) return std::unexpected(record.error());
  return std::move(record->header);
}

// Of a page that never had a body of its own, since it was that of another.
Result<std::optional<warc::RevisitOf>> ArchiveWriter::original_of_other(const PageKey& page) {
  auto row = archive_->catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  auto newest = archive_->catalog().nearest((*row)->id, clock_.now());
  if (!newest) return std::unexpected(newest.error());
  if (!*newest || (*newest)->kind == SnapshotKind::response) return std::nullopt;
  auto header = archive_->pages().read_main_header(page.url, **newest);
  if (!header) return std::nullopt;
  const auto field = [&](std::string_view name) {
    return std::string(warc::without_brackets(header->find(name).value_or("")));
  };
  warc::RevisitOf original{.record_id = field("WARC-Refers-To"),
                           .url = field("WARC-Refers-To-Target-URI"),
                           .date = field("WARC-Refers-To-Date"),
                           .payload = (*newest)->payload};
  if (original.record_id.empty() || original.url.empty()) return std::nullopt;
  return original;
}

// Of the page itself, or else of another of its host.
Result<std::optional<warc::RevisitOf>> ArchiveWriter::original_anywhere(
    const warc::Capture& capture, const PageKey& page, const RepeatKey& key) {
  if (layout_ != Layout::log) return std::nullopt;
  auto own = original_of(capture, page, key.payload);
  if (!own || *own || capture.body.empty()) return own;
  const warc::RevisitOf* other = page.host ? repeats_.find(key) : nullptr;
  if (other) return *other;
  return std::nullopt;
}

Result<Appended> ArchiveWriter::append_checked(const warc::Capture& capture,
                                               std::optional<std::string> tags) {
  const PageKey page = page_key_of(warc::safe_uri(capture.url));
  const warc::StoredAnswer answer = warc::stored_answer(capture);
  if (layout_ == Layout::slots && capture.status == 304)
    return Appended{.kind = SnapshotKind::not_modified, .payload = answer.payload, .kept = false};
  const RepeatKey key =
      repeat_key(page.host ? page.host->key() : std::string_view(), answer.http, answer.payload);
  const bool is_cut =
      capture.truncated != warc::Truncation::none && capture.truncated != warc::Truncation::length;
  // A cut body is kept as it came: another record must not stand for it, nor it for others.
  Result<std::optional<warc::RevisitOf>> original = std::nullopt;
  if (!is_cut || capture.status == 304) original = original_anywhere(capture, page, key);
  if (!original) return std::unexpected(original.error());
  auto warcinfo = archive_->pages().warcinfo_id();
  if (!warcinfo) return std::unexpected(warcinfo.error());
  warc::EncodedSnapshot encoded = encoder_.encode(capture, answer, *original, random_, *warcinfo);

  const bool has_block = encoded.kind != warc::MainRecord::not_modified;
  auto facts = describe_record(header_of(capture, answer, encoded),
                               has_block ? answer.http : warc::HttpHead{}, encoded.payload,
                               capture.body.size());
  require(facts.has_value(), "a capture is a snapshot");
  const SnapshotKind kind = facts->row.snapshot.kind;
  if (!tags) tags = tags_entry_of(answer.http, capture.body, kind, options_.scripting);
  if (kind != SnapshotKind::response) tags.reset();
  if (layout_ == Layout::slots) {
    auto last = last_with_body(page);
    if (!last) return std::unexpected(last.error());
    const bool is_lost = *last && (!may_displace(**last, facts->row.snapshot) ||
                                   (is_stand_in(capture) && worth_of(**last) == Worth::content));
    if (is_lost) return Appended{.kind = kind, .payload = encoded.payload, .kept = false};
  }
  auto place = archive_->pages().put({.url = page.url,
                                      .time = capture.time,
                                      .members = std::move(encoded.bytes),
                                      .main_offset = encoded.main_offset,
                                      .tags = tags.value_or("")});
  if (!place) return std::unexpected(place.error());
  if (auto noted = note(*std::move(facts), *place); !noted) return std::unexpected(noted.error());
  if (!capture.body.empty() && !is_cut && encoded.kind != warc::MainRecord::not_modified) {
    const warc::RevisitOf self{.record_id = encoded.record_id,
                               .url = page.url,
                               .date = encoded.date,
                               .payload = encoded.payload};
    repeats_.note(key, original->value_or(self));
  }
  return Appended{.kind = kind, .payload = encoded.payload, .kept = true};
}

// In the layout `slots` a page has one snapshot: the one before it goes with this commit.
Status ArchiveWriter::replace_in_slots(const PageKey& page) {
  if (const auto fresh = fresh_.find(page.url); fresh != fresh_.end()) {
    // Twice in one batch: the first never reaches the catalog.
    NewSnapshot& first = change_.snapshots[fresh->second];
    archive_->pages().forget(first.snapshot);
    std::swap(first, change_.snapshots.back());
    fresh_[first.page.url] = fresh->second;
    fresh_.erase(page.url);
    change_.snapshots.pop_back();
    return {};
  }
  auto row = archive_->catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return {};
  auto snapshots = archive_->catalog().snapshots((*row)->id);
  if (!snapshots) return std::unexpected(snapshots.error());
  for (const SnapshotRow& old : *snapshots) {
    archive_->pages().forget(old);
    change_.removed.push_back({.page = page, .file = old.file, .offset = old.offset});
  }
  return {};
}

Status ArchiveWriter::note(SnapshotFacts facts, const SnapshotRow& place) {
  facts.row.snapshot = with_place(std::move(facts.row.snapshot), place);
  if (layout_ == Layout::slots)
    if (auto replaced = replace_in_slots(facts.row.page); !replaced) return replaced;
  if (has_body(facts.row.snapshot.kind)) fresh_[facts.row.page.url] = change_.snapshots.size();
  if (layout_ == Layout::log && has_body(facts.row.snapshot.kind) && is_content(facts.row.snapshot))
    fresh_content_[facts.row.page.url] = change_.snapshots.size();
  if (index_) {
    auto name = archive_->pages().file_name(place.file);
    if (!name) return std::unexpected(name.error());
    set_line_place(facts.line, facts.row.snapshot, *name);
    lines_.push_back(std::move(facts.line));
  }
  change_.snapshots.push_back(std::move(facts.row));
  return {};
}

Status ArchiveWriter::append_records(const std::string& members, std::uint64_t main_offset,
                                     const warc::Header& header, std::string_view block) {
  if (failed_) return std::unexpected(*failed_);
  has_bytes_ = true;
  auto appended = append_records_checked(members, main_offset, header, block);
  if (!appended) return fail(appended.error());
  return {};
}

Status ArchiveWriter::append_records_checked(const std::string& members, std::uint64_t main_offset,
                                             const warc::Header& header, std::string_view block) {
  const warc::HttpHead http =
      is_http_block(header) ? warc::read_http_head(block) : warc::HttpHead{};
  const std::string_view payload = block.substr(http.payload_begin);
  auto facts = describe_record(header, http, sha1(payload), payload.size());
  if (!facts) return archive_->pages().put_other(members);
  const SnapshotKind kind = facts->row.snapshot.kind;
  if (layout_ == Layout::slots) {
    if (!has_body(kind)) return {};
    auto last = last_with_body(facts->row.page);
    if (!last) return std::unexpected(last.error());
    if (*last && !displaces_on_import(**last, facts->row.snapshot)) return {};
  }
  auto place = archive_->pages().put(
      {.url = facts->row.page.url,
       .time = facts->row.snapshot.time,
       .members = members,
       .main_offset = main_offset,
       .tags = tags_entry_of(http, payload, kind, options_.scripting).value_or("")});
  if (!place) return std::unexpected(place.error());
  return note(*std::move(facts), *place);
}

bool ArchiveWriter::is_pending(const NewSnapshot& snapshot) const {
  const auto fresh = fresh_.find(snapshot.page.url);
  if (fresh == fresh_.end()) return false;
  const SnapshotRow& row = change_.snapshots[fresh->second].snapshot;
  return row.time == snapshot.snapshot.time && row.kind == snapshot.snapshot.kind &&
         row.payload == snapshot.snapshot.payload;
}

Status ArchiveWriter::fail_if(const Status& done) {
  if (!done && !failed_) failed_ = done.error();
  return done;
}

void ArchiveWriter::remove(const Found& found) {
  require(layout_ == Layout::slots, "records of a log are taken out by rewriting it");
  has_bytes_ = true;
  archive_->pages().forget(found.snapshot);
  change_.removed.push_back(
      {.page = found.page.key, .file = found.snapshot.file, .offset = found.snapshot.offset});
}

void ArchiveWriter::add(FrontierNews news) {
  if (!news.is_empty()) change_.news.push_back(std::move(news));
}

void ArchiveWriter::add(PageNews news) {
  if (!news.is_empty()) change_.history.push_back(std::move(news));
}

Status ArchiveWriter::commit() {
  if (failed_) return std::unexpected(*failed_);
  auto committed = commit_checked();
  if (!committed) return fail(committed.error());
  return {};
}

Status ArchiveWriter::commit_checked() {
  Commit change = std::exchange(change_, {});
  change.now = clock_.now();
  const std::vector<CdxjLine> lines = std::exchange(lines_, {});
  fresh_.clear();
  fresh_content_.clear();
  const bool has_bytes = std::exchange(has_bytes_, false);
  if (!has_bytes && has_news(change)) {
    const Status committed = commit_rows(change);
    if (committed) at(WritePoint::committed);
    return committed;
  }
  PageStore& pages = archive_->pages();
  if (auto synced = pages.sync(change); !synced) return synced;
  if (index_)
    if (auto appended = index_->append(lines, change); !appended) return appended;
  at(WritePoint::all_synced);
  while (true) {
    if (auto committed = commit_rows(change); !committed) return committed;
    at(WritePoint::committed);
    auto next = pages.after_commit();
    if (!next) return std::unexpected(next.error());
    change = *std::move(next);
    if (change.moved.empty() && change.files.empty() && change.dropped_files.empty()) break;
  }
  if (index_)
    if (auto tidied = index_->tidy(archive_->catalog()); !tidied) return tidied;
  return note_commits();
}

Status ArchiveWriter::commit_rows(const Commit& change) {
  const auto lost = archive_->catalog().commit(change);
  if (!lost) return std::unexpected(lost.error());
  lost_leases_ += lost->size();
  return {};
}

// Where a loss of power may take commits back, the witness must not know of them.
Status ArchiveWriter::note_commits() {
  if (options_.sync != CatalogSync::full) return {};
  auto commits = archive_->catalog().commits();
  if (!commits) return std::unexpected(commits.error());
  return witness_->note(*commits);
}

Status ArchiveWriter::close() {
  if (failed_) return std::unexpected(*failed_);
  has_bytes_ = true;
  if (auto finished = archive_->pages().finish(); !finished) return fail(finished.error());
  if (auto committed = commit(); !committed) return committed;
  if (auto closed = archive_->pages().close(); !closed) return fail(closed.error());
  failed_ = Error{Errc::denied, "the archive's writer is closed"};
  archive_.reset();
  lock_.reset();
  return {};
}

ArchiveWriter::Parts ArchiveWriter::parts() {
  require(change_.snapshots.empty() && !has_news(change_), "what was appended is committed first");
  repeats_.forget();
  has_bytes_ = true;
  return {.disk = disk_,
          .directory = directory_,
          .catalog = archive_->catalog(),
          .pages = archive_->pages(),
          .index = index_ ? &*index_ : nullptr,
          .ids = ids_,
          .clock = clock_,
          .random = random_,
          .options = options_};
}

}  // namespace freshet
