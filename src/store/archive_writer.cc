#include "store/archive_writer.h"

#include <utility>

#include "base/check.h"
#include "store/archive/exchange_facts.h"
#include "store/archive/log_store.h"
#include "store/archive/recovery.h"
#include "store/reindex.h"
#include "store/slots/slot_pages.h"
#include "store/versions.h"
#include "warc/body.h"
#include "warc/reference_member.h"

namespace freshet {
namespace {

SnapshotRow with_place(SnapshotRow row, const SnapshotRow& place) {
  row.file = place.file;
  row.offset = place.offset;
  row.length = place.length;
  row.lead = place.lead;
  row.tags_offset = place.tags_offset;
  row.tags_length = place.tags_length;
  return row;
}

std::string mime_of(const warc::Exchange& exchange) {
  warc::HttpHead head;
  if (const auto type = warc::find_field(exchange.headers, "Content-Type"))
    head.fields.push_back({"Content-Type", std::string(*type)});
  return head.mime();
}

bool is_html_page(SnapshotKind kind, const warc::HttpHead& http) {
  return kind == SnapshotKind::response && is_html_mime(http.mime());
}

// The snapshot of higher worth wins; of equal worth, the newer.
bool displaces_on_import(const SnapshotRow& kept, const SnapshotRow& next) {
  if (worth_of(kept) != worth_of(next)) return may_displace(kept, next);
  return kept.time < next.time;
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
  auto lock = take_archive(
      disk, directory, options.may_create ? std::optional<Layout>(options.layout) : std::nullopt);
  if (!lock) return std::unexpected(lock.error());
  auto mark = read_archive_mark(disk, directory);
  if (!mark) return std::unexpected(mark.error());
  std::unique_ptr<ArchiveWriter> writer(
      new ArchiveWriter(disk, directory, clock, random, std::move(options)));
  writer->lock_ = *std::move(lock);
  writer->layout_ = mark->layout;
  if (mark->layout == Layout::slots && writer->options_.packing == warc::MemberPacking::reference)
    return std::unexpected(Error{
        Errc::invalid,
        "archive.packing = \"reference\" needs the layout log; an archive with the layout slots "
        "takes gzip or none"});
  auto lost = catalog_is_lost(directory);
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
                                 .packing = options_.packing,
                                 .at_point = options_.at_point});
    if (!store) return std::unexpected(store.error());
    pages = *std::move(store);
  } else {
    auto store = SlotPages::open(disk_, directory_, **catalog, options_.at_point);
    if (!store) return std::unexpected(store.error());
    pages = *std::move(store);
  }
  archive_.reset(new Archive(disk_, directory_, layout_, *std::move(catalog), std::move(pages)));
  originals_.emplace(*archive_, batch_, clock_);
  return {};
}

// Nothing is cut off unless the catalog knows everything that was acknowledged. Once the files
// match the catalog, the witness is set to it.
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

Result<Appended> ArchiveWriter::append(const warc::Exchange& exchange,
                                       std::optional<std::string> tags) {
  if (failed_) return std::unexpected(*failed_);
  if (auto fits = check_limits(exchange); !fits) return std::unexpected(fits.error());
  has_bytes_ = true;
  // Packed bytes cannot be compared with a reference: pages are kept without their coding.
  std::optional<warc::Exchange> plain;
  if (options_.packing == warc::MemberPacking::reference && is_html_mime(mime_of(exchange)))
    plain = warc::without_content_coding(exchange, warc::kPackedTextBytesMax);
  auto appended = append_checked(plain ? *plain : exchange, std::move(tags));
  if (!appended) failed_ = appended.error();
  return appended;
}

Result<Appended> ArchiveWriter::append_checked(const warc::Exchange& exchange,
                                               std::optional<std::string> tags) {
  const PageKey page = page_key_of(warc::safe_uri(exchange.url));
  const warc::StoredAnswer answer = warc::stored_answer(exchange);
  if (layout_ == Layout::slots && exchange.status == 304)
    return Appended{.kind = SnapshotKind::not_modified, .payload = answer.payload, .kept = false};
  const RepeatKey key =
      repeat_key(page.host ? page.host->key() : std::string_view(), answer.http, answer.payload);
  const bool is_cut = exchange.truncated != warc::Truncation::none &&
                      exchange.truncated != warc::Truncation::length;
  // A truncated body is stored whole: it may not be replaced by another record, nor stand for one.
  Result<std::optional<warc::RevisitOf>> original = std::nullopt;
  if (!is_cut || exchange.status == 304) original = originals_->find(exchange, page, key);
  if (!original) return std::unexpected(original.error());
  auto warcinfo = archive_->pages().warcinfo_id();
  if (!warcinfo) return std::unexpected(warcinfo.error());
  warc::EncodedSnapshot encoded = encoder_.encode(exchange, answer, *original, random_, *warcinfo);

  SnapshotFacts facts = describe_exchange(exchange, answer, encoded);
  const SnapshotKind kind = facts.row.snapshot.kind;
  if (!tags) tags = tags_entry_of(answer.http, exchange.body, kind, options_.scripting);
  if (kind != SnapshotKind::response) tags.reset();
  if (layout_ == Layout::slots) {
    auto last = originals_->last_with_body(page);
    if (!last) return std::unexpected(last.error());
    const bool is_lost = *last && (!may_displace(**last, facts.row.snapshot) ||
                                   (is_stand_in(exchange) && worth_of(**last) == Worth::content));
    if (is_lost) return Appended{.kind = kind, .payload = encoded.payload, .kept = false};
  }
  auto place = archive_->pages().put({.url = page.url,
                                      .time = exchange.time,
                                      .members = std::move(encoded.bytes),
                                      .main_offset = encoded.main_offset,
                                      .main_text = std::move(encoded.main_text),
                                      .is_page = is_html_page(kind, answer.http),
                                      .tags = tags.value_or("")});
  if (!place) return std::unexpected(place.error());
  if (auto noted = note(std::move(facts), *place); !noted) return std::unexpected(noted.error());
  if (!exchange.body.empty() && !is_cut && encoded.kind != warc::MainRecord::not_modified) {
    const warc::RevisitOf self{.record_id = encoded.record_id,
                               .url = page.url,
                               .date = encoded.date,
                               .payload = encoded.payload};
    originals_->note(key, original->value_or(self));
  }
  return Appended{.kind = kind, .payload = encoded.payload, .kept = true};
}

// In the layout `slots` a page has one snapshot; this commit removes the one before.
Status ArchiveWriter::replace_in_slots(const PageKey& page) {
  // The second snapshot in one batch: the first never reaches the catalog.
  if (const auto first = batch_.take_back(page.url)) {
    archive_->pages().forget(*first);
    return {};
  }
  auto row = archive_->catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return {};
  auto snapshots = archive_->catalog().snapshots((*row)->id);
  if (!snapshots) return std::unexpected(snapshots.error());
  for (const SnapshotRow& old : *snapshots) {
    archive_->pages().forget(old);
    batch_.remove({.page = page, .file = old.file, .offset = old.offset});
  }
  return {};
}

Status ArchiveWriter::note(SnapshotFacts facts, const SnapshotRow& place) {
  facts.row.snapshot = with_place(std::move(facts.row.snapshot), place);
  if (layout_ == Layout::slots)
    if (auto replaced = replace_in_slots(facts.row.page); !replaced) return replaced;
  if (index_) {
    auto name = archive_->pages().file_name(place.file);
    if (!name) return std::unexpected(name.error());
    set_line_place(facts.line, facts.row.snapshot, *name);
    batch_.add(std::move(facts.line));
  }
  batch_.add(std::move(facts.row));
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
    auto last = originals_->last_with_body(facts->row.page);
    if (!last) return std::unexpected(last.error());
    if (*last && !displaces_on_import(**last, facts->row.snapshot)) return {};
  }
  auto place = archive_->pages().put(
      {.url = facts->row.page.url,
       .time = facts->row.snapshot.time,
       .members = members,
       .main_offset = main_offset,
       .main_text = {},
       .is_page = is_html_page(kind, http),
       .tags = tags_entry_of(http, payload, kind, options_.scripting).value_or("")});
  if (!place) return std::unexpected(place.error());
  return note(*std::move(facts), *place);
}

bool ArchiveWriter::is_pending(const NewSnapshot& snapshot) const {
  const SnapshotRow* row = batch_.newest_with_body(snapshot.page.url);
  return row && row->time == snapshot.snapshot.time && row->kind == snapshot.snapshot.kind &&
         row->payload == snapshot.snapshot.payload;
}

Status ArchiveWriter::fail_if(const Status& done) {
  if (!done && !failed_) failed_ = done.error();
  return done;
}

void ArchiveWriter::remove(const Found& found) {
  require(layout_ == Layout::slots, "records of a log are taken out by rewriting it");
  has_bytes_ = true;
  archive_->pages().forget(found.snapshot);
  batch_.remove(
      {.page = found.page.key, .file = found.snapshot.file, .offset = found.snapshot.offset});
}

Status ArchiveWriter::commit() {
  if (failed_) return std::unexpected(*failed_);
  auto committed = commit_checked();
  if (!committed) return fail(committed.error());
  return {};
}

Status ArchiveWriter::commit_checked() {
  const bool has_news = batch_.has_news();
  auto [change, lines] = batch_.take();
  change.now = clock_.now();
  const bool has_bytes = std::exchange(has_bytes_, false);
  if (!has_bytes && has_news) {
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

// If a loss of power may undo commits, the witness must not count them.
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
  originals_.reset();
  archive_.reset();
  lock_.reset();
  return {};
}

ArchiveWriter::Parts ArchiveWriter::parts() {
  require(batch_.snapshots() == 0 && !batch_.has_news(), "what was appended is committed first");
  originals_->forget();
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
