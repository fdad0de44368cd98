#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/escape.h"
#include "warc/reader.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kRecordPieceBytes = 1 << 16;
constexpr std::uint64_t kHeaderPackedBytes = 1024;  // enough for most headers

std::unexpected<Error> damaged(Errc code, const std::string& name, std::uint64_t offset,
                               std::string_view what) {
  return std::unexpected(
      Error{code, fmt::format("\"{}\", offset {}: {}", visible(name), offset, what)});
}

Result<Reader> open_at(File& file, const std::string& name, std::uint64_t offset,
                       std::uint64_t length, SharedReferences references) {
  return Reader::open(file, name, offset, offset + std::min(length, ~offset), references);
}

Result<RecordHead> first_head(Reader& reader, const std::string& name, std::uint64_t offset) {
  auto head = reader.next();
  if (!head) return std::unexpected(head.error());
  if (!*head) return damaged(Errc::corrupt, name, offset, "expected a record, and there is none");
  return **std::move(head);
}

}  // namespace

Result<Record> read_record_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length, std::uint64_t block_bytes_max,
                              SharedReferences references) {
  auto reader = open_at(file, name, offset, length, references);
  if (!reader) return std::unexpected(reader.error());
  auto head = first_head(*reader, name, offset);
  if (!head) return std::unexpected(head.error());
  const std::uint64_t size = head->block_bytes;
  if (size > block_bytes_max) {
    return damaged(Errc::limit, name, offset,
                   fmt::format("expected a block of at most {} bytes, the header says {}",
                               block_bytes_max, size));
  }
  Record record{.header = std::move(head->header), .block = {}};
  while (record.block.size() < size) {
    const std::size_t kept = record.block.size();
    // Grows with the bytes read, not with the length in the header.
    const std::size_t step = std::max(kept, kRecordPieceBytes);
    record.block.resize(kept +
                        static_cast<std::size_t>(std::min<std::uint64_t>(step, size - kept)));
    auto got = reader->read_block(std::span(record.block).subspan(kept));
    if (!got) return std::unexpected(got.error());
    record.block.resize(kept + *got);
  }
  auto place = reader->finish();
  if (!place) return std::unexpected(place.error());
  if (place->packing == Packing::inside || place->length != length) {
    return damaged(
        Errc::corrupt, name, offset,
        fmt::format("expected one record of {} bytes, found one of {}", length, place->length));
  }
  return record;
}

Result<Header> read_header_at(File& file, const std::string& name, std::uint64_t offset,
                              std::uint64_t length, SharedReferences references) {
  // Headers are short: the page after it need not be read and decompressed.
  const std::uint64_t first = std::min(length, kHeaderPackedBytes);
  for (const std::uint64_t bytes : {first, length}) {
    auto reader = open_at(file, name, offset, bytes, references);
    if (!reader) return std::unexpected(reader.error());
    auto head = first_head(*reader, name, offset);
    if (head) return std::move(head->header);
    if (bytes == length) return std::unexpected(head.error());
  }
  std::unreachable();
}

}  // namespace freshet::warc
