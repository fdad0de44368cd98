#include "store/maintenance/foreign_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/digest.h"
#include "store/snapshot_facts.h"
#include "url/normal_form.h"
#include "warc/snapshot_encoder.h"

namespace freshet {
namespace {

// Room for fields that are added when the record is written: lengths, digests, WARC-Concurrent-To.
constexpr std::size_t kHeaderRoomBytes = 1024;
constexpr std::size_t kHeaderRoomFields = 4;

// Sets a date in the future to now, and keeps the original date in a field of its own.
void mend_date(warc::Header& header, const Mending& mending) {
  const auto date = header.date();
  if (!date || *date <= mending.now) return;
  header.set(kWrittenDateField, *header.find("WARC-Date"));
  header.set("WARC-Date", iso_time(mending.now));
  ++mending.counts.dates_corrected;
}

void mend_payload_digest(ForeignRecord& record, Imported& counts) {
  warc::Header& header = record.header;
  const warc::RecordType type = header.type();
  if (type != warc::RecordType::response && type != warc::RecordType::resource) {
    // Payload digests of other types are rare, and nothing reads them.
    if (type != warc::RecordType::revisit) header.remove("WARC-Payload-Digest");
    return;
  }
  const bool is_http = is_http_block(header);
  const std::size_t begin = is_http ? warc::read_http_head(record.block).payload_begin : 0;
  const Sha1Digest payload = sha1(std::string_view(record.block).substr(begin));
  const auto written = header.find("WARC-Payload-Digest");
  const auto digest = written ? Sha1Digest::parse(*written) : std::nullopt;
  if (digest && *digest != payload) ++counts.digests_corrected;
  header.set("WARC-Payload-Digest", "sha1:" + payload.base32());
}

// User names and passwords in URLs are not stored.
void remove_credentials(warc::Header& header) {
  for (const char* name : {"WARC-Target-URI", "WARC-Refers-To-Target-URI"}) {
    const auto written = header.find(name);
    if (!written || written->find('@') == std::string_view::npos) continue;
    const auto url = Url::parse(*written);
    if (!url) continue;
    const Url plain = without_credentials(*url);
    if (plain != *url) header.set(name, std::string(plain.href()));
  }
}

}  // namespace

bool ForeignRecord::goes_with(const ForeignRecord& other) const {
  std::vector<std::string> mine = header.concurrent_to();
  std::vector<std::string> others = other.header.concurrent_to();
  mine.push_back(header.record_id());
  others.push_back(other.header.record_id());
  return std::find_first_of(mine.begin(), mine.end(), others.begin(), others.end()) != mine.end();
}

bool is_main_record(const warc::Header& header) {
  const warc::RecordType type = header.type();
  return type == warc::RecordType::response || type == warc::RecordType::revisit ||
         type == warc::RecordType::resource;
}

bool is_side_record(const warc::Header& header) {
  const warc::RecordType type = header.type();
  return type == warc::RecordType::request || type == warc::RecordType::metadata;
}

std::optional<std::string> fault_in(const ForeignRecord& record, const std::string& where) {
  const auto written = record.header.find("WARC-Block-Digest");
  const auto digest = written ? Sha1Digest::parse(*written) : std::nullopt;
  if (digest && *digest != sha1(record.block))
    return fmt::format("{}: the block does not match its digest", where);
  if (!record.header.date() && record.header.type() != warc::RecordType::warcinfo)
    return fmt::format("{}: the record has no valid WARC-Date", where);
  if (is_main_record(record.header) && record.header.target_uri().empty())
    return fmt::format("{}: the record has no WARC-Target-URI", where);
  if (record.header.target_uri().size() > kSnapshotUrlBytesMax)
    return fmt::format("{}: the WARC-Target-URI has {} bytes; the limit is {}", where,
                       record.header.target_uri().size(), kSnapshotUrlBytesMax);
  return std::nullopt;
}

void mend(ForeignRecord& record, const Mending& mending) {
  warc::Header& header = record.header;
  if (header.record_id().empty())
    header.set("WARC-Record-ID", warc::bracketed(warc::fresh_record_id(mending.ids)));
  remove_credentials(header);
  mend_date(header, mending);
  mend_payload_digest(record, mending.counts);
  if (is_main_record(header)) header.set(kImportedField, iso_time(mending.now));
}

std::optional<warc::Header> as_written(const warc::Header& header) {
  std::string text;
  warc::append_header(text, header);
  if (text.size() + kHeaderRoomBytes > warc::kHeaderBytesMax) return std::nullopt;
  auto written = warc::parse_header(text);
  if (!written || written->fields.size() + kHeaderRoomFields > warc::kHeaderFieldsMax)
    return std::nullopt;
  return *std::move(written);
}

}  // namespace freshet
