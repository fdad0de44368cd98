#include "store/scan_warc.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "store/archive/page_store.h"
#include "store/tags_file.h"

namespace freshet {
namespace {

// Compares a digest in the header with the computed one.
void check_digest(ScannedRecord& record, std::string_view field, const Sha1Digest& computed,
                  const std::string& where) {
  const auto written = record.header.find(field);
  if (!written) return;
  const auto digest = Sha1Digest::parse(*written);
  if (digest && *digest == computed) return;
  record.faults.push_back(fmt::format("{}: {} is {}, but the bytes have sha1:{}", where, field,
                                      visible(*written), computed.base32()));
}

bool is_on_the_disk(const Error& error) {
  return error.code != Errc::corrupt && error.code != Errc::limit && error.code != Errc::invalid;
}

}  // namespace

Result<std::string> read_whole_block(warc::Reader& reader, std::uint64_t bytes) {
  if (bytes > kSnapshotBytesMax) {
    return std::unexpected(Error{Errc::limit, fmt::format("the block has {} bytes; the limit is {}",
                                                          bytes, kSnapshotBytesMax)});
  }
  std::string block(bytes, '\0');
  std::size_t filled = 0;
  while (filled < block.size()) {
    auto got = reader.read_block(std::span(block).subspan(filled));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
    filled += *got;
  }
  block.resize(filled);
  return block;
}

std::uint64_t LeadTracker::next(const warc::Header& header, std::uint64_t offset) {
  const std::string id = header.record_id();
  const bool is_side =
      header.type() == warc::RecordType::request || header.type() == warc::RecordType::metadata;
  const bool is_awaited = !is_side && !awaited_.empty() && id == awaited_;
  const std::uint64_t lead = is_awaited ? offset - begin_ : 0;
  const auto named = header.concurrent_to();
  if (is_awaited || !is_side || named.size() != 1) {
    awaited_.clear();
  } else if (named.front() != awaited_) {
    awaited_ = named.front();
    begin_ = offset;
  }
  return lead;
}

ScannedRecord scan_record(warc::Header header, std::string_view block, warc::RecordPlace place,
                          std::uint64_t lead, const std::string& name, Scripting scripting) {
  ScannedRecord record{.header = std::move(header),
                       .place = place,
                       .faults = {},
                       .facts = {},
                       .tags = {},
                       .note = {}};
  const std::string where = fmt::format("{}, offset {}", name, place.offset);
  const warc::HttpHead http =
      is_http_block(record.header) ? warc::read_http_head(block) : warc::HttpHead{};
  const std::string_view payload = block.substr(http.payload_begin);
  const Sha1Digest payload_digest = sha1(payload);
  check_digest(record, "WARC-Block-Digest", sha1(block), where);
  // The payload digest of a revisit is that of the record it refers to.
  if (record.header.type() != warc::RecordType::revisit)
    check_digest(record, "WARC-Payload-Digest", payload_digest, where);
  if (place.packing == warc::Packing::inside)
    record.faults.push_back(fmt::format("{}: the record is not a gzip member of its own", where));
  if (place.seal == warc::Seal::wrong)
    record.faults.push_back(fmt::format("{}: the packed bytes do not match their seal", where));
  if (place.seal == warc::Seal::absent)
    record.faults.push_back(fmt::format("{}: the gzip member has no seal", where));

  record.facts = describe_record(record.header, http, payload_digest, payload.size());
  if (record.header.type() == warc::RecordType::metadata) record.note = find_change_note(block);
  if (!record.facts) return record;
  SnapshotRow& row = record.facts->row.snapshot;
  row.offset = place.offset;
  row.length = place.length;
  row.lead = lead;
  set_line_place(record.facts->line, row, name);
  record.tags = tags_entry_of(http, payload, row.kind, scripting);
  if (record.tags) set_record_offset(*record.tags, place.offset);
  return record;
}

Status scan_warc(File& file, const std::string& name, std::uint64_t end,
                 const ScriptingOf& scripting_of, const ScanVisitor& visitor) {
  auto reader = warc::Reader::open(file, name, 0, end);
  if (!reader) return std::unexpected(reader.error());
  LeadTracker leads;
  while (true) {
    auto head = reader->next();
    if (head && !*head) return {};
    Result<std::string> block = std::unexpected(Error{Errc::corrupt, ""});
    Result<warc::RecordPlace> place = std::unexpected(Error{Errc::corrupt, ""});
    if (head) block = read_whole_block(*reader, (*head)->block_bytes);
    if (head && block) place = reader->finish();
    if (head && block && place) {
      const std::uint64_t lead = leads.next((*head)->header, place->offset);
      auto visited = visitor.record(scan_record(std::move((*head)->header), *block, *place, lead,
                                                name, scripting_of(place->offset)));
      if (!visited) return visited;
      continue;
    }
    const Error& error = !head ? head.error() : !block ? block.error() : place.error();
    if (is_on_the_disk(error)) return std::unexpected(error);
    if (auto told = visitor.damage(error); !told) return told;
    auto found = reader->resynchronise();
    if (!found) return std::unexpected(found.error());
    if (!*found) return {};
  }
}

}  // namespace freshet
