#include "store/archive/exchange_facts.h"

#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "base/escape.h"
#include "store/archive/page_store.h"
#include "store/change_note.h"
#include "warc/not_modified.h"

namespace freshet {
namespace {

// Returns the header of the main record, as far as describe_record reads it.
warc::Header header_of(const warc::Exchange& exchange, const warc::StoredAnswer& answer,
                       const warc::EncodedSnapshot& encoded) {
  warc::Header header;
  const bool is_response = encoded.kind == warc::MainRecord::response;
  header.add("WARC-Type", is_response ? "response" : "revisit");
  header.add("WARC-Target-URI", warc::safe_uri(exchange.url));
  header.add("WARC-Date", encoded.date);
  header.add("WARC-Payload-Digest", "sha1:" + encoded.payload.base32());
  if (encoded.kind == warc::MainRecord::not_modified) {
    header.add("WARC-Profile", "server-not-modified");
    return warc::without_block(std::move(header), answer.http);
  }
  const bool is_short_revisit = encoded.kind == warc::MainRecord::revisit && !exchange.body.empty();
  if (!is_short_revisit && exchange.truncated != warc::Truncation::none)
    header.add("WARC-Truncated", warc::name_of(exchange.truncated));
  return header;
}

}  // namespace

Status check_limits(const warc::Exchange& exchange) {
  std::size_t head_bytes = exchange.reason.size();
  for (const warc::Field& field : exchange.headers)
    head_bytes += field.name.size() + field.value.size();
  const bool fits =
      exchange.url.size() <= kSnapshotUrlBytesMax && head_bytes <= kSnapshotHeadBytesMax &&
      exchange.headers.size() <= warc::kHttpHeadFieldsMax / 2 && exchange.status >= 0 &&
      exchange.status <= 999 && exchange.body.size() <= kSnapshotBytesMax / 2;
  if (fits) return {};
  return std::unexpected(
      Error{Errc::limit,
            fmt::format("the answer of {} exceeds the limits of an archive (URL {} bytes, head {}, "
                        "body {}), or its status {} is invalid",
                        visible(std::string_view(exchange.url).substr(0, 200)), exchange.url.size(),
                        head_bytes, exchange.body.size(), exchange.status)});
}

bool is_stand_in(const warc::Exchange& exchange) {
  const auto text = warc::find_field(exchange.metadata, kChangeNoteField);
  const auto note = text ? parse_change_note(*text) : std::nullopt;
  return note && (note->outcome == CheckOutcome::failed || note->outcome == CheckOutcome::gone);
}

SnapshotFacts describe_exchange(const warc::Exchange& exchange, const warc::StoredAnswer& answer,
                                const warc::EncodedSnapshot& encoded) {
  const bool has_block = encoded.kind != warc::MainRecord::not_modified;
  auto facts = describe_record(header_of(exchange, answer, encoded),
                               has_block ? answer.http : warc::HttpHead{}, encoded.payload,
                               exchange.body.size());
  require(facts.has_value(), "a exchange is a snapshot");
  return *std::move(facts);
}

}  // namespace freshet
