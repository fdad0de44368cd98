#include "store/snapshot_facts.h"

#include <algorithm>

#include "base/ascii.h"
#include "store/tags_file.h"
#include "url/url.h"
#include "warc/body.h"
#include "warc/not_modified.h"

namespace freshet {
namespace {

constexpr std::size_t kValidatorBytesMax = 4096;
constexpr std::size_t kMimeBytesMax = 255;  // longer than any registered type

// Returns nothing for records that are not snapshots.
std::optional<SnapshotKind> kind_of(const warc::Header& header, int status) {
  switch (header.type()) {
    case warc::RecordType::response:
      // A 304 for a page that is not stored has no record to refer to, and no body either.
      return status == 304 ? SnapshotKind::not_modified : SnapshotKind::response;
    case warc::RecordType::revisit:
      return warc::is_not_modified_revisit(header) ? SnapshotKind::not_modified
                                                   : SnapshotKind::revisit;
    case warc::RecordType::resource:
      return SnapshotKind::resource;
    default:
      return std::nullopt;
  }
}

// Returns "text/html" for "Text/HTML; charset=utf-8".
std::string bare_mime(std::string_view content_type) {
  warc::HttpHead head;
  head.fields = {{"Content-Type", std::string(content_type)}};
  return head.mime();
}

// Returns a validator; empty if it is too long, because a truncated one is useless.
std::string validator(const warc::HttpHead& http, std::string_view name) {
  const std::string_view value = http.find(name).value_or("");
  return value.size() <= kValidatorBytesMax ? std::string(value) : std::string();
}

}  // namespace

PageKey page_key_of(std::string_view url) {
  const auto parsed = Url::parse(url);
  if (!parsed) return {.host = std::nullopt, .url = std::string(url)};
  return {.host = Host::of(*parsed), .url = std::string(parsed->href_without_fragment())};
}

std::optional<SnapshotFacts> describe_record(const warc::Header& header,
                                             const warc::HttpHead& stored,
                                             const Sha1Digest& payload,
                                             std::uint64_t payload_bytes) {
  const bool is_bare = stored.start_line.empty() && warc::is_not_modified_revisit(header);
  const warc::HttpHead http = is_bare ? warc::head_of_not_modified(header) : stored;
  const auto kind = kind_of(header, http.status);
  const std::string url = header.target_uri();
  const auto time = header.date();
  if (!kind || url.empty() || !time) return std::nullopt;

  SnapshotFacts facts;
  facts.row.page = page_key_of(url);
  facts.row.etag = validator(http, "ETag");
  facts.row.last_modified = validator(http, "Last-Modified");
  SnapshotRow& row = facts.row.snapshot;
  row.time = *time;
  row.kind = *kind;
  row.status = static_cast<std::uint16_t>(http.status);
  const bool is_http = is_bare || !http.start_line.empty();
  row.mime = is_http ? http.mime() : bare_mime(header.find("Content-Type").value_or(""));
  if (row.mime.size() > kMimeBytesMax) row.mime.resize(kMimeBytesMax);
  row.payload = payload;
  row.payload_bytes = payload_bytes;
  row.imported = header.find(kImportedField).has_value();
  const auto truncated = header.find("WARC-Truncated");
  row.cut = truncated && !equals_ignoring_case(*truncated, "length");
  if (!has_body(*kind)) {
    // The body is elsewhere; the digest in the header identifies it.
    const auto digest = Sha1Digest::parse(header.find("WARC-Payload-Digest").value_or(""));
    row.payload = digest.value_or(payload);
    row.payload_bytes = 0;
  }

  CdxjLine& line = facts.line;
  line.key = cdxj_key(url);
  line.time = row.time;
  line.url = url;
  line.mime = header.type() == warc::RecordType::revisit ? std::string(kRevisitMime) : row.mime;
  line.status = row.status;
  line.digest = row.payload;
  return facts;
}

bool has_body(SnapshotKind kind) {
  return kind == SnapshotKind::response || kind == SnapshotKind::resource;
}

bool is_http_block(const warc::Header& header) {
  return starts_with_ignoring_case(header.find("Content-Type").value_or(""), "application/http");
}

void set_line_place(CdxjLine& line, const SnapshotRow& row, std::string_view warc_name) {
  line.filename = index_file_name(warc_name);
  line.offset = row.offset;
  line.length = row.length;
}

std::string index_file_name(std::string_view warc_name) {
  constexpr std::string_view kOpen = ".open";
  if (warc_name.ends_with(kOpen)) warc_name.remove_suffix(kOpen.size());
  return std::string(warc_name.substr(warc_name.find_last_of('/') + 1));
}

bool is_html_mime(std::string_view mime) {
  return mime == "text/html" || mime == "application/xhtml+xml";
}

bool is_gone_status(int status) {
  return status == 404 || status == 410 || status == 301 || status == 308;
}

std::size_t tagged_page_bytes_max(std::size_t received) {
  constexpr std::size_t kAlwaysBytes = std::size_t{1} << 20;
  const std::size_t by_ratio = std::min(received, kTaggedPageBytesMax) * kTaggedPageRatioMax;
  return std::clamp(by_ratio, kAlwaysBytes, kTaggedPageBytesMax);
}

std::optional<std::string> tags_entry_of(const warc::HttpHead& http, std::string_view payload,
                                         SnapshotKind kind, Scripting scripting) {
  if (kind != SnapshotKind::response || payload.empty() || !is_html_mime(http.mime()))
    return std::nullopt;
  const warc::DecodedBody page =
      warc::decode_body(http, payload, tagged_page_bytes_max(payload.size()));
  if (page.error && page.error->code == Errc::invalid) return std::nullopt;
  auto entry = make_tags_entry(page.bytes, http.find("Content-Type").value_or(""), scripting);
  if (!entry) return std::nullopt;
  return *std::move(entry);
}

}  // namespace freshet
