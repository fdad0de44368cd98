#include "store/archive/originals.h"

#include <string_view>
#include <utility>

#include "base/stored_time.h"

namespace freshet {

Result<std::optional<SnapshotRow>> Originals::last_with_body(const PageKey& page) {
  if (const SnapshotRow* pending = batch_.newest_with_body(page.url)) return *pending;
  auto row = archive_.catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  return archive_.catalog().newest_with_body((*row)->id, clock_.now() + kClockSkewMax);
}

// Returns the newest snapshot with content; for a page without content, the newest with a body.
Result<std::optional<SnapshotRow>> Originals::last_content(const PageKey& page) {
  if (const SnapshotRow* pending = batch_.newest_content(page.url)) return *pending;
  auto row = archive_.catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return last_with_body(page);
  auto newest = archive_.catalog().newest_content((*row)->id);
  if (!newest || *newest) return newest;
  return last_with_body(page);
}

// Returns the earlier record of the page that a revisit record refers to; nothing if the exchange
// is to be kept whole.
Result<std::optional<warc::RevisitOf>> Originals::original_of(const warc::Exchange& exchange,
                                                              const PageKey& page,
                                                              const Sha1Digest& payload) {
  // A 304 confirms the stored content, not a failure that was stored since.
  auto last = exchange.status == 304 ? last_content(page) : last_with_body(page);
  if (!last) return std::unexpected(last.error());
  if (!*last && exchange.status == 304) return original_of_other(page);
  if (!*last) return std::nullopt;
  const SnapshotRow& row = **last;
  const bool repeats =
      row.payload == payload && row.status == exchange.status && !exchange.body.empty();
  if (exchange.status != 304 && !repeats) return std::nullopt;
  auto header =
      repeats ? whole_header(page.url, row) : archive_.pages().read_main_header(page.url, row);
  if (!header && (header.error().code == Errc::corrupt || header.error().code == Errc::limit))
    return std::nullopt;  // keep the new body if the original is damaged
  if (!header) return std::unexpected(header.error());
  return warc::RevisitOf{.record_id = header->record_id(),
                         .url = header->target_uri(),
                         .date = std::string(header->find("WARC-Date").value_or("")),
                         .payload = row.payload};
}

// Reads the whole record, because the new body is dropped in its favour.
Result<warc::Header> Originals::whole_header(const std::string& url, const SnapshotRow& row) {
  auto record = archive_.pages().read_main(url, row);
  if (!record) return std::unexpected(record.error());
  return std::move(record->header);
}

// Returns the original for a page without a body of its own: the one that its last revisit refers
// to.
Result<std::optional<warc::RevisitOf>> Originals::original_of_other(const PageKey& page) {
  auto row = archive_.catalog().find_page(page);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  auto newest = archive_.catalog().nearest((*row)->id, clock_.now());
  if (!newest) return std::unexpected(newest.error());
  if (!*newest || (*newest)->kind == SnapshotKind::response) return std::nullopt;
  auto header = archive_.pages().read_main_header(page.url, **newest);
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

Result<std::optional<warc::RevisitOf>> Originals::find(const warc::Exchange& exchange,
                                                       const PageKey& page, const RepeatKey& key) {
  if (archive_.layout() != Layout::log) return std::nullopt;
  auto own = original_of(exchange, page, key.payload);
  if (!own || *own || exchange.body.empty()) return own;
  const warc::RevisitOf* other = page.host ? repeats_.find(key) : nullptr;
  if (other) return *other;
  return std::nullopt;
}

}  // namespace freshet
