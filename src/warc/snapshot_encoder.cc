#include "warc/snapshot_encoder.h"

#include <fmt/format.h>

#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/sha1_pair.h"
#include "warc/not_modified.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kSamePayload =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr std::string_view kNotModified =
    "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
constexpr std::string_view kRecordEnd = "\r\n\r\n";
constexpr int kStatusNotModified = 304;

std::string digest_text(const Sha1Digest& digest) { return "sha1:" + digest.base32(); }

MainRecord kind_of(const Exchange& exchange, const std::optional<RevisitOf>& original) {
  if (!original) return MainRecord::response;
  return exchange.status == kStatusNotModified ? MainRecord::not_modified : MainRecord::revisit;
}

void append_line(std::string& out, std::string_view name, std::string_view value) {
  out.append(name).append(": ").append(value).append("\r\n");
}

void write_main_header(HeaderWriter& header, const Exchange& exchange, const StoredAnswer& answer,
                       const EncodedSnapshot& snapshot, const std::optional<RevisitOf>& original,
                       const std::string& warcinfo_id) {
  header.add("WARC-Type", original ? "revisit" : "response");
  header.add_id("WARC-Record-ID", snapshot.record_id);
  header.add("WARC-Date", snapshot.date);
  header.add_uri("WARC-Target-URI", without_brackets(exchange.url));
  if (!warcinfo_id.empty()) header.add_id("WARC-Warcinfo-ID", warcinfo_id);
  if (!exchange.ip.empty()) header.add("WARC-IP-Address", exchange.ip);
  if (!exchange.protocol.empty()) header.add("WARC-Protocol", exchange.protocol);
  if (original) {
    header.add_uri("WARC-Profile",
                   snapshot.kind == MainRecord::not_modified ? kNotModified : kSamePayload);
    header.add_id("WARC-Refers-To", original->record_id);
    header.add_uri("WARC-Refers-To-Target-URI", without_brackets(original->url));
    header.add("WARC-Refers-To-Date", original->date);
  }
  if (snapshot.kind == MainRecord::revisit && !exchange.body.empty())
    header.add("WARC-Truncated", name_of(Truncation::length));
  else if (exchange.truncated != Truncation::none)
    header.add("WARC-Truncated", name_of(exchange.truncated));
  if (snapshot.kind != MainRecord::not_modified || original->payload)
    header.add("WARC-Payload-Digest", digest_text(snapshot.payload));
  if (snapshot.kind != MainRecord::not_modified)
    return header.add("Content-Type", "application/http;msgtype=response");
  for (const auto& [name, field] :
       {std::pair{"ETag", kEtagField}, std::pair{"Last-Modified", kLastModifiedField}})
    if (const auto value = answer.http.find(name)) header.add(field, *value);
}

// Returns the head as it is stored: with an HTTP/1 status line, which HTTP/2 lacks; lengths and
// transfer codings are those of the stored body, the received ones are kept under names of our own.
// A field whose name is not a token could be read as another line, and is left out.
std::string stored_http_head(const Exchange& exchange) {
  const bool is_status = exchange.status >= 100 && exchange.status <= 999;
  std::string head =
      fmt::format("{} {:03} {}\r\n", exchange.protocol == "http/1.0" ? "HTTP/1.0" : "HTTP/1.1",
                  is_status ? exchange.status : 0, safe_value(exchange.reason));
  const std::string length = std::to_string(exchange.body.size());
  bool needs_length = false;
  bool has_length = false;
  for (const Field& field : exchange.headers) {
    if (!is_token(field.name)) continue;
    const std::string value = safe_value(field.value);
    if (equals_ignoring_case(field.name, "Transfer-Encoding")) {
      append_line(head, "X-Crawler-Transfer-Encoding", value);
      needs_length = true;
    } else if (equals_ignoring_case(field.name, "Content-Length") &&
               exchange.status != kStatusNotModified) {
      if (!has_length) append_line(head, field.name, length);
      if (value != length) append_line(head, "X-Crawler-Content-Length", value);
      has_length = true;
    } else {
      append_line(head, field.name, value);
    }
  }
  if (needs_length && !has_length) append_line(head, "Content-Length", length);
  head.append("\r\n");
  return head;
}

}  // namespace

std::string fresh_record_id(Random& ids) { return "urn:uuid:" + random_uuid(ids); }

StoredAnswer stored_answer(const Exchange& exchange) {
  StoredAnswer answer;
  answer.head = stored_http_head(exchange);
  answer.http = read_http_head(answer.head);
  const Sha1Pair digests = sha1_pair(answer.head, exchange.body);
  answer.block = digests.whole;
  answer.payload = digests.tail;
  return answer;
}

HeaderWriter SnapshotEncoder::begin_header() {
  header_text_.clear();
  return HeaderWriter(header_text_);
}

void SnapshotEncoder::end_header(HeaderWriter& header, const Sha1Digest& block_digest,
                                 std::size_t block_bytes) {
  header.add("WARC-Block-Digest", digest_text(block_digest));
  header.add("Content-Length", std::to_string(block_bytes));
  header.end();
}

// Completes the current header. The block is passed in two parts so that a body need not be copied
// after its head.
void SnapshotEncoder::append_record(std::string& out, HeaderWriter& header,
                                    const Sha1Digest& block_digest, std::string_view block_head,
                                    std::string_view block_rest) {
  end_header(header, block_digest, block_head.size() + block_rest.size());
  gzip_.append_member(
      out, std::array<std::string_view, 4>{header_text_, block_head, block_rest, kRecordEnd});
}

void SnapshotEncoder::append_side_records(EncodedSnapshot& snapshot, const Exchange& exchange,
                                          const StoredAnswer& answer, Random& ids,
                                          const std::string& warcinfo_id) {
  const auto append = [&](RecordType type, std::string_view media_type, std::string_view block) {
    HeaderWriter header = begin_header();
    header.add("WARC-Type", name_of(type));
    header.add_id("WARC-Record-ID", fresh_record_id(ids));
    header.add("WARC-Date", snapshot.date);
    header.add_uri("WARC-Target-URI", without_brackets(exchange.url));
    header.add_id("WARC-Concurrent-To", snapshot.record_id);
    if (!warcinfo_id.empty()) header.add_id("WARC-Warcinfo-ID", warcinfo_id);
    header.add("Content-Type", media_type);
    append_record(snapshot.bytes, header, sha1(block), block, {});
  };
  if (!exchange.request_head.empty())
    append(RecordType::request, "application/http;msgtype=request", exchange.request_head);
  std::vector<Field> metadata = exchange.metadata;
  if (snapshot.kind == MainRecord::not_modified)
    for (Field& field : not_modified_fields(answer.http)) metadata.push_back(std::move(field));
  if (!metadata.empty()) {
    std::string fields;
    append_fields(fields, metadata);
    append(RecordType::metadata, "application/warc-fields", fields);
  }
}

EncodedSnapshot SnapshotEncoder::encode(const Exchange& exchange, const StoredAnswer& answer,
                                        const std::optional<RevisitOf>& original, Random& ids,
                                        const std::string& warcinfo_id) {
  EncodedSnapshot snapshot;
  snapshot.record_id = fresh_record_id(ids);
  snapshot.date = iso_time(exchange.time);
  snapshot.kind = kind_of(exchange, original);
  snapshot.payload = answer.payload;
  snapshot.payload_bytes = exchange.body.size();
  if (snapshot.kind == MainRecord::not_modified && original->payload)
    snapshot.payload = *original->payload;
  append_side_records(snapshot, exchange, answer, ids, warcinfo_id);

  HeaderWriter header = begin_header();
  write_main_header(header, exchange, answer, snapshot, original, warcinfo_id);
  const bool has_block = snapshot.kind != MainRecord::not_modified;
  if (has_block) snapshot.mime = answer.http.mime();
  snapshot.main_offset = snapshot.bytes.size();
  if (packing_ == MemberPacking::reference && snapshot.kind == MainRecord::response) {
    end_header(header, answer.block, answer.head.size() + exchange.body.size());
    snapshot.main_text.reserve(header_text_.size() + answer.head.size() + exchange.body.size() +
                               kRecordEnd.size());
    snapshot.main_text.append(header_text_).append(answer.head).append(exchange.body);
    snapshot.main_text.append(kRecordEnd);
    return snapshot;
  }
  if (snapshot.kind == MainRecord::response)
    append_record(snapshot.bytes, header, answer.block, answer.head, exchange.body);
  else
    append_record(snapshot.bytes, header, sha1(has_block ? answer.head : ""),
                  has_block ? answer.head : std::string_view(), {});
  snapshot.main_length = snapshot.bytes.size() - snapshot.main_offset;
  return snapshot;
}

std::string SnapshotEncoder::encode_warcinfo(std::string_view id, Time time,
                                             std::string_view file_name,
                                             const std::vector<Field>& fields) {
  Header header;
  header.add("WARC-Type", name_of(RecordType::warcinfo));
  header.add("WARC-Record-ID", bracketed(id));
  header.add("WARC-Date", iso_time(time));
  header.add("WARC-Filename", file_name);
  header.add("Content-Type", "application/warc-fields");
  std::string block;
  append_fields(block, fields);
  return encode_record(std::move(header), block);
}

std::string SnapshotEncoder::encode_record(Header header, std::string_view block) {
  header.remove("WARC-Block-Digest");
  header.remove("Content-Length");
  HeaderWriter writer = begin_header();
  append_fields(header_text_, header.fields);
  std::string member;
  append_record(member, writer, sha1(block), block, {});
  return member;
}

}  // namespace freshet::warc
