#include "store/import.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "store/maintenance/derived_history.h"
#include "store/maintenance/foreign_record.h"
#include "store/scan_warc.h"
#include "store/snapshot_facts.h"
#include "store/wacz/wacz_reader.h"
#include "warc/reader.h"

namespace freshet {
namespace {

constexpr std::size_t kUnitRecordsMax = 64;
constexpr std::size_t kUncommittedMax = 2000;  // snapshots held in memory until a commit
constexpr std::uint64_t kWarcEntryBytesMax = std::uint64_t{64} << 30;

// Returns the event of a snapshot that is newer than all `known` ones of its page, if any.
std::vector<PageEvent> events_of(const PageKey& page, std::vector<SnapshotRow> known,
                                 const SnapshotRow& row) {
  std::stable_sort(known.begin(), known.end(),
                   [](const SnapshotRow& a, const SnapshotRow& b) { return a.time < b.time; });
  if (!known.empty() && known.back().time >= row.time) return {};
  known.push_back(row);
  std::vector<PageEvent> all = derive_history(page, known, {}).events;
  if (all.empty() || all.back().time != row.time) return {};
  return {all.back()};
}

// Groups records into snapshots: consecutive records, in any order, that name each other in
// WARC-Concurrent-To.
class Import {
 public:
  Import(ArchiveWriter& writer, Disk& disk, const ImportOptions& options)
      : writer_(writer),
        disk_(disk),
        options_(options),
        now_(writer.now()),
        ids_(Random::from_system()),
        encoder_(writer.packing()) {}

  Status warc(const std::string& path, const std::string& name);
  Status wacz(const std::string& path);
  Status finish();
  Imported take() { return done_; }

 private:
  Status take_record(warc::Reader& reader, warc::RecordHead head, const std::string& name);
  bool belongs(const ForeignRecord& record) const;
  Status write_unit();
  Status write_alone(ForeignRecord& record);
  Result<bool> is_here(const ForeignRecord& main);
  Status append(const std::string& members, std::uint64_t main_offset, const ForeignRecord& main);
  Status commit();
  Status commit_if_due();
  void leave_out(const std::string& problem);

  ArchiveWriter& writer_;
  Disk& disk_;
  const ImportOptions& options_;
  const Time now_;  // no imported record gets a later date
  Random ids_;
  warc::SnapshotEncoder encoder_;
  std::vector<ForeignRecord> unit_;
  std::uint64_t unit_bytes_ = 0;
  std::uint64_t uncommitted_bytes_ = 0;
  std::optional<NewSnapshot> next_;  // the snapshot of the unit's main record
  PageNews news_;                    // its event, for followers
  std::unordered_map<std::string, std::vector<SnapshotRow>> uncommitted_;  // by URL
  Imported done_;
};

void Import::leave_out(const std::string& problem) {
  ++done_.damaged;
  if (options_.problem) options_.problem(problem);
}

bool Import::belongs(const ForeignRecord& record) const {
  if (unit_.size() >= kUnitRecordsMax || unit_bytes_ + record.block.size() > kSnapshotBytesMax)
    return false;
  const bool has_main = std::any_of(unit_.begin(), unit_.end(), [](const ForeignRecord& held) {
    return is_main_record(held.header);
  });
  if (is_main_record(record.header) ? has_main : !is_side_record(record.header)) return false;
  return std::any_of(unit_.begin(), unit_.end(),
                     [&](const ForeignRecord& held) { return record.goes_with(held); });
}

Result<bool> Import::is_here(const ForeignRecord& main) {
  const warc::HttpHead http =
      is_http_block(main.header) ? warc::read_http_head(main.block) : warc::HttpHead{};
  const std::string_view payload = std::string_view(main.block).substr(http.payload_begin);
  const auto facts = describe_record(main.header, http, sha1(payload), payload.size());
  next_.reset();
  news_ = {};
  if (!facts) return false;
  if (writer_.is_pending(facts->row)) return true;
  const SnapshotRow& row = facts->row.snapshot;
  const bool is_redated = main.header.find(kWrittenDateField).has_value();
  Catalog& catalog = writer_.archive().catalog();
  auto page = catalog.find_page(facts->row.page);
  if (!page) return std::unexpected(page.error());
  Result<std::vector<SnapshotRow>> rows;
  if (*page) rows = catalog.snapshots((*page)->id);
  if (!rows) return std::unexpected(rows.error());
  const bool is_known = std::any_of(rows->begin(), rows->end(), [&](const SnapshotRow& known) {
    // A date in the future is corrected to another time with each import.
    const bool is_of_time = known.time == row.time || (is_redated && known.imported);
    return is_of_time && known.kind == row.kind && known.payload == row.payload;
  });
  if (is_known) return true;
  if (const auto more = uncommitted_.find(facts->row.page.url); more != uncommitted_.end())
    rows->insert(rows->end(), more->second.begin(), more->second.end());
  news_.events = events_of(facts->row.page, *std::move(rows), row);
  next_ = facts->row;
  return false;
}

// Appends a snapshot and its event.
Status Import::append(const std::string& members, std::uint64_t main_offset,
                      const ForeignRecord& main) {
  auto appended = writer_.append_records(members, main_offset, main.header, main.block);
  if (!appended || !next_) return appended;
  writer_.add(std::exchange(news_, {}));
  uncommitted_[next_->page.url].push_back(next_->snapshot);
  return {};
}

Status Import::commit() {
  uncommitted_.clear();
  return writer_.commit();
}

// A record that names an absent record must not look like the start of a snapshot.
Status Import::write_alone(ForeignRecord& record) {
  ++done_.records;
  record.header.remove("WARC-Concurrent-To");
  const std::string member = encoder_.encode_record(record.header, record.block);
  return writer_.append_records(member, 0, record.header, record.block);
}

// Writes the snapshot in our order: first the side records, each naming the main record.
Status Import::write_unit() {
  std::vector<ForeignRecord> unit = std::exchange(unit_, {});
  unit_bytes_ = 0;
  const auto main = std::find_if(unit.begin(), unit.end(), [](const ForeignRecord& held) {
    return is_main_record(held.header);
  });
  if (main == unit.end()) {
    for (ForeignRecord& record : unit)
      if (auto wrote = write_alone(record); !wrote) return wrote;
    return {};
  }
  auto here = is_here(*main);
  if (!here) return std::unexpected(here.error());
  if (*here) {
    ++done_.already_here;
    return {};
  }
  std::string members;
  for (ForeignRecord& record : unit) {
    if (&record == &*main) continue;
    record.header.remove("WARC-Concurrent-To");
    record.header.add("WARC-Concurrent-To", warc::bracketed(main->header.record_id()));
    members += encoder_.encode_record(record.header, record.block);
  }
  const std::uint64_t main_offset = members.size();
  main->header.remove("WARC-Concurrent-To");
  members += encoder_.encode_record(main->header, main->block);
  done_.records += unit.size();
  ++done_.snapshots;
  return append(members, main_offset, *main);
}

Status Import::commit_if_due() {
  if (uncommitted_bytes_ < options_.commit_bytes && writer_.pending() < kUncommittedMax) return {};
  uncommitted_bytes_ = 0;
  return commit();
}

Status Import::take_record(warc::Reader& reader, warc::RecordHead head, const std::string& name) {
  const std::string where = fmt::format("{}, offset {}", visible(name), head.offset);
  if (head.block_bytes > kSnapshotBytesMax) {
    leave_out(fmt::format("{}: the record has {} bytes; the limit is {}", where, head.block_bytes,
                          kSnapshotBytesMax));
    return {};
  }
  ForeignRecord record{.header = std::move(head.header), .block = {}};
  auto block = read_whole_block(reader, head.block_bytes);
  if (!block) return std::unexpected(block.error());
  record.block = *std::move(block);
  if (auto done = reader.finish(); !done) return std::unexpected(done.error());
  if (const auto fault = fault_in(record, where)) {
    leave_out(*fault);
    return {};
  }
  mend(record, {.now = now_, .ids = ids_, .counts = done_});
  auto written = as_written(record.header);
  if (!written) {
    leave_out(fmt::format("{}: the header is too long", where));
    return {};
  }
  record.header = *std::move(written);
  if (!unit_.empty() && !belongs(record))
    if (auto wrote = write_unit(); !wrote) return wrote;
  unit_bytes_ += record.block.size();
  uncommitted_bytes_ += record.block.size() + record.header.target_uri().size();
  unit_.push_back(std::move(record));
  if (options_.progress && done_.records % 1000 == 999) options_.progress(name, done_.records);
  return commit_if_due();
}

// Damage of the file is reported and skipped up to the next record; errors of our own side end the
// import.
Status Import::warc(const std::string& path, const std::string& name) {
  auto file = disk_.open(path, Access::read);
  if (!file) return std::unexpected(file.error());
  auto reader = warc::Reader::open(**file, name);
  if (!reader) return std::unexpected(reader.error());
  ++done_.files;
  while (true) {
    auto head = reader->next();
    if (head && !*head) break;
    Status taken;
    if (head) taken = take_record(*reader, std::move(**head), name);
    if (head && taken) continue;
    const Error error = head ? taken.error() : head.error();
    if (error.code != Errc::corrupt && error.code != Errc::limit) return std::unexpected(error);
    if (writer_.has_failed()) return std::unexpected(error);
    leave_out(error.message);
    auto found = reader->resynchronise();
    if (!found) return std::unexpected(found.error());
    if (!*found) break;
  }
  return write_unit();
}

Status Import::wacz(const std::string& path) {
  auto wacz = WaczReader::open(disk_, path);
  if (!wacz) return std::unexpected(wacz.error());
  const std::string spool = writer_.archive().directory() + "/warc/import.part";
  for (const WaczEntry& entry : wacz->warcs()) {
    if (disk_.exists(spool))
      if (auto removed = disk_.remove(spool); !removed) return removed;
    auto extracted = wacz->extract(entry, disk_, spool, kWarcEntryBytesMax);
    if (!extracted && extracted.error().code != Errc::invalid &&
        extracted.error().code != Errc::corrupt)
      return std::unexpected(extracted.error());
    if (!extracted) {
      leave_out(extracted.error().message);
      continue;
    }
    auto imported = warc(spool, fmt::format("{}:{}", path, entry.name));
    if (auto removed = disk_.remove(spool); !removed) return removed;
    if (!imported) return imported;
  }
  if (wacz->warcs().empty())
    return std::unexpected(
        Error{Errc::invalid, fmt::format("\"{}\" contains no WARC in archive/", visible(path))});
  return {};
}

Status Import::finish() {
  if (auto wrote = write_unit(); !wrote) return wrote;
  return commit();
}

enum class Container { warc, wacz, neither };

Result<Container> container_of(Disk& disk, const std::string& path) {
  auto file = disk.open(path, Access::read);
  if (!file) return std::unexpected(file.error());
  std::string head(8, '\0');
  auto got = (*file)->read(0, head);
  if (!got) return std::unexpected(got.error());
  head.resize(*got);
  if (head.starts_with("PK\x03\x04") || head.starts_with("PK\x05\x06")) return Container::wacz;
  const std::string_view text = trim_ascii_whitespace(head);
  if (head.starts_with("\x1f\x8b") || text.starts_with("WARC")) return Container::warc;
  return Container::neither;
}

}  // namespace

Result<Imported> import_file(ArchiveWriter& writer, Disk& disk, const std::string& path,
                             const ImportOptions& options) {
  auto container = container_of(disk, path);
  if (!container) return std::unexpected(container.error());
  if (*container == Container::neither) {
    return std::unexpected(Error{
        Errc::invalid,
        fmt::format("\"{}\" is neither a WARC (with or without gzip) nor a WACZ", visible(path))});
  }
  Import import(writer, disk, options);
  auto read = *container == Container::wacz ? import.wacz(path) : import.warc(path, path);
  if (!read) return std::unexpected(read.error());
  if (auto finished = import.finish(); !finished) return std::unexpected(finished.error());
  return import.take();
}

}  // namespace freshet
