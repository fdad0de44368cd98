#include "store/slots/slot_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "base/check.h"
#include "base/hash.h"
#include "store/archive/little_endian.h"
#include "store/slots/slot_classes.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::string_view kSlotsFileMagic = "FSLF";
constexpr std::string_view kSlotMagic = "FSL";
constexpr char kSlotVersion = 1;
constexpr std::size_t kHashAt = 56;  // in both heads; covers all bytes before it

// Offsets of the fields of a slot's head.
constexpr std::size_t kSlotVersionAt = 3;
constexpr std::size_t kStateAt = 4;
constexpr std::size_t kSlotAt = 8;
constexpr std::size_t kUnitsAt = 12;
constexpr std::size_t kBlobBytesAt = 16;
constexpr std::size_t kUrlBytesAt = 20;
constexpr std::size_t kSequenceAt = 24;
constexpr std::size_t kTimeAt = 32;
constexpr std::size_t kFileAt = 40;
constexpr std::size_t kBodyHashAt = 48;
static_assert(kHashAt + 8 == kSlotHeadBytes && kHashAt + 8 == kSlotsFileHeadBytes);

// The size of the pieces that a body is hashed and scanned in.
constexpr std::size_t kSlotPieceBytes = std::size_t{1} << 20;

// Hashes the hashes of the pieces of a body.
class BodyHash {
 public:
  void add(std::string_view piece) { append_number<std::uint64_t>(hashes_, hash64(piece)); }
  std::uint64_t finish() const { return hash64(hashes_); }

 private:
  std::string hashes_;
};

std::uint64_t body_hash(std::string_view body) {
  BodyHash hash;
  for (std::size_t at = 0; at < body.size(); at += kSlotPieceBytes)
    hash.add(body.substr(at, kSlotPieceBytes));
  return hash.finish();
}

std::unexpected<Error> damaged(const SlotsFileName& name, std::uint64_t offset, std::uint64_t at,
                               std::string_view what) {
  return std::unexpected(Error{Errc::corrupt, fmt::format("{}: slot at byte {}: at byte {}: {}",
                                                          name.text(), offset, offset + at, what)});
}

std::uint32_t slot_number(const SlotsFileName& file, std::uint64_t offset) {
  return static_cast<std::uint32_t>((offset - kSlotsFileHeadBytes) / file.slot_bytes);
}

void seal_slot(std::string& head) {
  write_number<std::uint64_t>(head, kHashAt, hash64(std::string_view(head).substr(0, kHashAt)));
}

// Parses a head with a correct hash.
Result<SlotHead> parse_head(std::string_view bytes, const SlotsFileName& name,
                            std::uint64_t offset) {
  if (!bytes.starts_with(kSlotMagic)) return damaged(name, offset, 0, "expected the magic \"FSL\"");
  if (bytes[kSlotVersionAt] != kSlotVersion)
    return damaged(name, offset, kSlotVersionAt,
                   fmt::format("expected version {:d}", kSlotVersion));
  const auto sum = read_number<std::uint64_t>(bytes, kHashAt);
  if (sum != hash64(bytes.substr(0, kHashAt)))
    return damaged(name, offset, kHashAt,
                   fmt::format("expected checksum {:016x}, found {:016x}",
                               hash64(bytes.substr(0, kHashAt)), sum));
  SlotHead head{
      .state = static_cast<SlotState>(bytes[kStateAt]),
      .url_bytes = read_number<std::uint32_t>(bytes, kUrlBytesAt),
      .blob_bytes = read_number<std::uint32_t>(bytes, kBlobBytesAt),
      .sequence = read_number<std::uint64_t>(bytes, kSequenceAt),
      .time = Time(Duration(static_cast<std::int64_t>(read_number<std::uint64_t>(bytes, kTimeAt)))),
      .body_hash = read_number<std::uint64_t>(bytes, kBodyHashAt)};
  if (head.state != SlotState::used && head.state != SlotState::free)
    return damaged(name, offset, kStateAt, "expected a slot that is used or free");
  if (read_number<std::uint64_t>(bytes, kFileAt) != name.number ||
      read_number<std::uint32_t>(bytes, kSlotAt) != slot_number(name, offset) ||
      read_number<std::uint32_t>(bytes, kUnitsAt) != name.slot_bytes / kSlotAlign)
    return damaged(name, offset, kSlotAt, "expected this slot, found the head of another");
  if (head.url_bytes > kUrlBytesMax ||
      kSlotHeadBytes + std::uint64_t{head.url_bytes} + head.blob_bytes > name.slot_bytes)
    return damaged(name, offset, kBlobBytesAt, "expected lengths that fit into the slot");
  return head;
}

// Fills `into` completely; missing bytes are reported as damage of the slot.
Status read_exactly(File& file, const SlotsFileName& name, std::uint64_t offset, std::uint64_t at,
                    std::string& into) {
  auto got = file.read(offset + at, into);
  if (!got) return std::unexpected(got.error());
  if (*got != into.size())
    return damaged(name, offset, at + *got,
                   fmt::format("expected {} bytes, found the end of the file", name.slot_bytes));
  return {};
}

std::unexpected<Error> wrong_body(const SlotsFileName& name, std::uint64_t offset,
                                  std::uint64_t expected, std::uint64_t found) {
  return damaged(
      name, offset, kSlotHeadBytes,
      fmt::format("expected content with checksum {:016x}, found {:016x}", expected, found));
}

bool parse_number(std::string_view text, std::uint64_t& number) {
  const char* end = text.data() + text.size();
  if (text.empty() || text.front() == '0') return false;
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  return stop == end && error == std::errc();
}

}  // namespace

std::string SlotsFileName::text() const {
  return fmt::format("{}-{}.{}", number, slot_bytes, single ? "slot" : "slots");
}

std::optional<SlotsFileName> SlotsFileName::parse(std::string_view text) {
  SlotsFileName name;
  if (text.ends_with(".slots")) {
    text.remove_suffix(6);
  } else if (text.ends_with(".slot")) {
    text.remove_suffix(5);
    name.single = true;
  } else {
    return std::nullopt;
  }
  const std::size_t dash = text.find('-');
  if (dash == std::string_view::npos || !parse_number(text.substr(0, dash), name.number) ||
      !parse_number(text.substr(dash + 1), name.slot_bytes))
    return std::nullopt;
  const std::uint64_t most = name.single ? kSlotBytesMax : kClassBytesMax;
  if (name.slot_bytes < kSlotBytesMin || name.slot_bytes > most ||
      name.slot_bytes % kSlotAlign != 0)
    return std::nullopt;
  return name;
}

std::uint64_t slot_bytes_needed(std::uint64_t url_bytes, std::uint64_t blob_bytes) {
  const std::uint64_t bytes = kSlotHeadBytes + url_bytes + blob_bytes;
  return std::max(kSlotBytesMin, (bytes + kSlotAlign - 1) / kSlotAlign * kSlotAlign);
}

std::string slots_file_head(const SlotsFileName& name) {
  std::string head(kSlotsFileMagic);
  head.push_back(kSlotVersion);
  head.push_back(name.single ? 1 : 0);
  head.append(2, '\0');
  append_number<std::uint64_t>(head, name.number);
  append_number<std::uint64_t>(head, name.slot_bytes);
  head.resize(kSlotsFileHeadBytes, '\0');
  seal_slot(head);
  return head;
}

std::string slot_head_bytes(const SlotsFileName& file, std::uint64_t offset, const SlotHead& head) {
  std::string bytes(kSlotMagic);
  bytes.push_back(kSlotVersion);
  bytes.push_back(static_cast<char>(head.state));
  bytes.resize(kSlotHeadBytes, '\0');
  write_number(bytes, kSlotAt, slot_number(file, offset));
  write_number(bytes, kUnitsAt, static_cast<std::uint32_t>(file.slot_bytes / kSlotAlign));
  write_number(bytes, kBlobBytesAt, head.blob_bytes);
  write_number(bytes, kUrlBytesAt, head.url_bytes);
  write_number(bytes, kSequenceAt, head.sequence);
  write_number(bytes, kTimeAt, static_cast<std::uint64_t>(head.time.time_since_epoch().count()));
  write_number(bytes, kFileAt, file.number);
  write_number(bytes, kBodyHashAt, head.body_hash);
  seal_slot(bytes);
  return bytes;
}

std::string used_slot(const SlotsFileName& file, std::uint64_t offset, std::string_view url,
                      Time time, std::uint64_t sequence, std::string_view blob) {
  require(slot_bytes_needed(url.size(), blob.size()) <= file.slot_bytes, "the blob fits its slot");
  std::string slot(kSlotHeadBytes, '\0');
  slot.reserve(file.slot_bytes);
  slot += url;
  slot += blob;
  slot.resize(file.slot_bytes, '\0');
  slot.replace(
      0, kSlotHeadBytes,
      slot_head_bytes(file, offset,
                      {.state = SlotState::used,
                       .url_bytes = static_cast<std::uint32_t>(url.size()),
                       .blob_bytes = static_cast<std::uint32_t>(blob.size()),
                       .sequence = sequence,
                       .time = time,
                       .body_hash = body_hash(std::string_view(slot).substr(kSlotHeadBytes))}));
  return slot;
}

std::string empty_slot(const SlotsFileName& file, std::uint64_t offset) {
  std::string slot(file.slot_bytes, '\0');
  const std::uint64_t hash = body_hash(std::string_view(slot).substr(kSlotHeadBytes));
  slot.replace(0, kSlotHeadBytes, slot_head_bytes(file, offset, {.body_hash = hash}));
  return slot;
}

Result<SlotHead> read_slot_head(File& file, const SlotsFileName& name, std::uint64_t offset) {
  std::string head(kSlotHeadBytes, '\0');
  if (auto done = read_exactly(file, name, offset, 0, head); !done)
    return std::unexpected(done.error());
  return parse_head(head, name, offset);
}

Result<SlotContent> read_slot(File& file, const SlotsFileName& name, const SlotPlace& place) {
  const auto size = file.size();
  if (!size) return std::unexpected(size.error());
  if (place.offset < kSlotsFileHeadBytes || place.offset > *size ||
      name.slot_bytes > *size - place.offset ||
      (place.offset - kSlotsFileHeadBytes) % name.slot_bytes != 0)
    return damaged(name, place.offset, 0,
                   fmt::format("expected a slot there, found a file of {} bytes", *size));
  const auto head = read_slot_head(file, name, place.offset);
  if (!head) return std::unexpected(head.error());
  if (head->state != SlotState::used || head->blob_bytes != place.length)
    return damaged(
        name, place.offset, kStateAt,
        fmt::format("expected {} bytes in use, found {} bytes {}", place.length, head->blob_bytes,
                    head->state == SlotState::used ? "in use" : "that are free"));
  std::string body(name.slot_bytes - kSlotHeadBytes, '\0');
  if (auto done = read_exactly(file, name, place.offset, kSlotHeadBytes, body); !done)
    return std::unexpected(done.error());
  if (const std::uint64_t hash = body_hash(body); hash != head->body_hash)
    return wrong_body(name, place.offset, head->body_hash, hash);
  SlotContent content{body.substr(0, head->url_bytes), head->time, head->sequence, {}};
  body.resize(head->url_bytes + std::size_t{head->blob_bytes});
  body.erase(0, head->url_bytes);
  content.blob = std::move(body);
  return content;
}

SlotSeen check_slot(File& file, const SlotsFileName& name, std::uint64_t offset) {
  SlotSeen seen{offset, read_slot_head(file, name, offset), {}};
  if (!seen.head) return seen;
  BodyHash hash;
  std::string piece;
  for (std::uint64_t at = kSlotHeadBytes; at < name.slot_bytes; at += piece.size()) {
    piece.resize(std::min<std::uint64_t>(kSlotPieceBytes, name.slot_bytes - at));
    if (auto done = read_exactly(file, name, offset, at, piece); !done)
      return {offset, std::unexpected(done.error()), {}};
    hash.add(piece);
    seen.url.append(piece, 0, seen.head->url_bytes - seen.url.size());
  }
  if (hash.finish() != seen.head->body_hash)
    return {offset, wrong_body(name, offset, seen.head->body_hash, hash.finish()), {}};
  return seen;
}

Status scan_slots(File& file, const SlotsFileName& name,
                  const std::function<bool(const SlotSeen&)>& visit,
                  const std::function<void(const Error&)>& damage) {
  const auto tell = [&](std::uint64_t at, std::string_view what) {
    damage({Errc::corrupt, fmt::format("{}: at byte {}: {}", name.text(), at, what)});
  };
  std::string head(kSlotsFileHeadBytes, '\0');
  const auto got = file.read(0, head);
  if (!got) return std::unexpected(got.error());
  if (*got != head.size() || head != slots_file_head(name))
    tell(0, "expected the head of this file");
  const auto size = file.size();
  if (!size) return std::unexpected(size.error());
  if (*size < kSlotsFileHeadBytes) return {};
  const std::uint64_t slots = (*size - kSlotsFileHeadBytes) / name.slot_bytes;
  const std::uint64_t end = kSlotsFileHeadBytes + slots * name.slot_bytes;
  if (end != *size)
    tell(end, fmt::format("expected the end or a slot of {} bytes, found {} bytes", name.slot_bytes,
                          *size - end));
  if (name.single && slots != 1)
    tell(kSlotsFileHeadBytes, fmt::format("expected one slot, found {}", slots));
  for (std::uint64_t at = kSlotsFileHeadBytes; at < end; at += name.slot_bytes) {
    const SlotSeen seen = check_slot(file, name, at);
    if (!seen.head && seen.head.error().code != Errc::corrupt)
      return std::unexpected(seen.head.error());
    if (!visit(seen)) return {};
  }
  return {};
}

}  // namespace freshet
