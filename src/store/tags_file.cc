#include "store/tags_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"
#include "base/escape.h"
#include "base/hash.h"
#include "charset/decode.h"
#include "html/index_limit.h"
#include "html/packed_index.h"
#include "store/archive/little_endian.h"

namespace freshet {
namespace {

constexpr std::string_view kTagsFileMagic = "FTGS";
constexpr std::string_view kEntryMagic = "FTE";
constexpr char kTagsVersion = 1;

// Offsets of the fields of an entry.
constexpr std::size_t kTagsVersionAt = 3;
constexpr std::size_t kLengthAt = 4;
constexpr std::size_t kRecordAt = 8;
constexpr std::size_t kPageBytesAt = 16;
constexpr std::size_t kPageHashAt = 24;
constexpr std::size_t kTextBytesAt = 32;
constexpr std::size_t kEncodingAt = 40;
constexpr std::size_t kSourceAt = 41;
constexpr std::size_t kMarkBytesAt = 42;
constexpr std::size_t kFlagsAt = 43;
constexpr std::size_t kZerosAt = 44;
constexpr std::size_t kIndexAt = 48;
constexpr std::size_t kChecksumBytes = 8;
constexpr std::size_t kLengthMin = kIndexAt + kChecksumBytes;

constexpr unsigned char kConverted = 1;
constexpr unsigned char kScripting = 2;

// The file and offset of an entry, for messages.
struct Place {
  std::string_view name;
  std::uint64_t offset;

  // `at` counts from the start of the entry.
  std::unexpected<Error> damaged(std::uint64_t at, std::string_view what) const {
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("{}: tags entry at byte {}: at byte {}: {}", visible(name),
                                         offset, offset + at, what)});
  }
};

std::uint64_t checksum(std::string_view entry) {
  return hash64(entry.substr(0, entry.size() - kChecksumBytes));
}

void seal_entry(std::string& entry) {
  write_number<std::uint64_t>(entry, entry.size() - kChecksumBytes, checksum(entry));
}

unsigned char byte_at(std::string_view bytes, std::size_t at) {
  return static_cast<unsigned char>(bytes[at]);
}

// Returns the length of the entry that starts with `head`.
Result<std::uint32_t> entry_length(std::string_view head, const Place& place) {
  if (head.size() < kLengthMin)
    return place.damaged(
        head.size(), fmt::format("expected {} bytes at least, found {}", kLengthMin, head.size()));
  if (!head.starts_with(kEntryMagic)) return place.damaged(0, "expected the magic \"FTE\"");
  if (head[kTagsVersionAt] != kTagsVersion)
    return place.damaged(kTagsVersionAt, fmt::format("expected version {:d}, found {}",
                                                     kTagsVersion, byte_at(head, kTagsVersionAt)));
  const auto length = read_number<std::uint32_t>(head, kLengthAt);
  if (length < kLengthMin || length > kTagsEntryBytesMax)
    return place.damaged(kLengthAt, fmt::format("expected a length from {} to {}, found {}",
                                                kLengthMin, kTagsEntryBytesMax, length));
  return length;
}

// Parses everything but the index, from an entry with a correct checksum.
Result<TagsEntry> read_note(std::string_view bytes, const Place& place) {
  const unsigned char encoding = byte_at(bytes, kEncodingAt);
  if (encoding >= kEncodings)
    return place.damaged(
        kEncodingAt, fmt::format("expected an encoding below {}, found {}", kEncodings, encoding));
  const unsigned char source = byte_at(bytes, kSourceAt);
  if (source > static_cast<unsigned char>(CharsetSource::fallback))
    return place.damaged(kSourceAt,
                         fmt::format("expected the source of an encoding, found {}", source));
  const unsigned char flags = byte_at(bytes, kFlagsAt);
  if (flags > (kConverted | kScripting) || read_number<std::uint32_t>(bytes, kZerosAt) != 0)
    return place.damaged(kFlagsAt, "expected two flags and zeros");
  TagsEntry entry{.record_offset = read_number<std::uint64_t>(bytes, kRecordAt),
                  .page_bytes = read_number<std::uint64_t>(bytes, kPageBytesAt),
                  .page_hash = read_number<std::uint64_t>(bytes, kPageHashAt),
                  .text_bytes = read_number<std::uint64_t>(bytes, kTextBytesAt),
                  .encoding = static_cast<Encoding>(encoding),
                  .source = static_cast<CharsetSource>(source),
                  .mark_bytes = byte_at(bytes, kMarkBytesAt),
                  .converted = (flags & kConverted) != 0,
                  .scripting = (flags & kScripting) != 0 ? Scripting::on : Scripting::off,
                  .index = {}};
  if (entry.mark_bytes > 3 || entry.mark_bytes > entry.page_bytes)
    return place.damaged(
        kMarkBytesAt, fmt::format("expected at most 3 bytes of mark, found {}", entry.mark_bytes));
  if (entry.text_bytes > kIndexedBytesMax ||
      (!entry.converted && entry.text_bytes != entry.page_bytes - entry.mark_bytes))
    return place.damaged(
        kTextBytesAt, fmt::format("expected the length of the text, found {}", entry.text_bytes));
  return entry;
}

Result<std::string> read_exactly(File& file, const Place& place, std::uint64_t length) {
  auto size = file.size();
  if (!size) return std::unexpected(size.error());
  if (place.offset > *size || length > *size - place.offset)
    return place.damaged(0,
                         fmt::format("expected {} bytes, found the end at byte {}", length, *size));
  std::string bytes(length, '\0');
  auto got = file.read(place.offset, bytes);
  if (!got) return std::unexpected(got.error());
  if (*got != length)
    return place.damaged(*got, fmt::format("expected {} bytes, found {}", length, *got));
  return bytes;
}

Status check_file_head(File& file, std::string_view name) {
  std::string head(kTagsFileHeadBytes, '\0');
  auto got = file.read(0, head);
  if (!got) return std::unexpected(got.error());
  head.resize(*got);
  if (head == tags_file_head()) return {};
  const bool newer =
      head.size() == kTagsFileHeadBytes && head.starts_with(kTagsFileMagic) &&
      hash64(std::string_view(head).substr(0, 8)) == read_number<std::uint64_t>(head, 8);
  const std::string what =
      newer ? fmt::format("expected version {:d}, found {}", kTagsVersion, byte_at(head, 4))
            : "expected the head of a tags file";
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("{}: at byte 0: {}", visible(name), what)});
}

}  // namespace

std::string tags_file_head() {
  std::string head(kTagsFileMagic);
  head.push_back(kTagsVersion);
  head.append(3, '\0');
  append_number<std::uint64_t>(head, hash64(head));
  return head;
}

Result<std::string> make_tags_entry(std::string_view page, std::string_view content_type,
                                    Scripting scripting) {
  const Utf8Text utf8 = to_utf8(page, content_type);
  const std::string_view text = utf8.text(page);
  if (text.size() > kIndexedBytesMax)
    return std::unexpected(Error{
        Errc::limit, fmt::format("the page has {} bytes of text; the limit of the index is {}",
                                 text.size(), kIndexedBytesMax)});
  if (indexed_part(text).size() < text.size())
    return std::unexpected(Error{
        Errc::limit,
        fmt::format("the page has more than {} tags, the limit of the index", kIndexedTagsMax)});
  return make_tags_entry(page, utf8, index_tags(text, scripting), scripting);
}

Result<std::string> make_tags_entry(std::string_view page, const Utf8Text& utf8,
                                    const TagIndex& index, Scripting scripting) {
  const std::string_view text = utf8.text(page);
  std::string entry(kEntryMagic);
  entry.push_back(kTagsVersion);
  entry.append(kIndexAt - entry.size(), '\0');
  write_number<std::uint64_t>(entry, kPageBytesAt, page.size());
  write_number<std::uint64_t>(entry, kPageHashAt, hash64(page));
  write_number<std::uint64_t>(entry, kTextBytesAt, text.size());
  entry[kEncodingAt] = static_cast<char>(utf8.encoding);
  entry[kSourceAt] = static_cast<char>(utf8.source);
  entry[kMarkBytesAt] = static_cast<char>(utf8.mark_bytes);
  entry[kFlagsAt] = static_cast<char>((utf8.converted ? kConverted : 0) |
                                      (scripting == Scripting::on ? kScripting : 0));
  entry += pack_index(index);
  entry.append(kChecksumBytes, '\0');
  if (entry.size() > kTagsEntryBytesMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("the tags entry would have {} bytes; the limit is {}",
                                       entry.size(), kTagsEntryBytesMax)});
  write_number(entry, kLengthAt, static_cast<std::uint32_t>(entry.size()));
  seal_entry(entry);
  return entry;
}

void set_record_offset(std::string& entry, std::uint64_t record_offset) {
  require(entry.size() >= kLengthMin, "a tags entry");
  write_number(entry, kRecordAt, record_offset);
  seal_entry(entry);
}

Result<std::uint64_t> append_tags_entry(File& file, std::uint64_t offset, std::string_view entry) {
  require(offset == 0 || offset >= kTagsFileHeadBytes, "an entry stands behind the head");
  const std::string head = offset == 0 ? tags_file_head() : "";
  const auto written =
      head.empty() ? file.write(offset, entry) : file.write(offset, head + std::string(entry));
  if (!written) return std::unexpected(written.error());
  return offset + head.size();
}

Result<TagsEntry> parse_tags_entry(std::string_view bytes, std::string_view name,
                                   std::uint64_t offset) {
  const Place place{name, offset};
  const auto length = entry_length(bytes, place);
  if (!length) return std::unexpected(length.error());
  if (*length != bytes.size())
    return place.damaged(kLengthAt,
                         fmt::format("expected the length {}, found {}", bytes.size(), *length));
  const std::size_t sum_at = bytes.size() - kChecksumBytes;
  const auto sum = read_number<std::uint64_t>(bytes, sum_at);
  if (sum != checksum(bytes))
    return place.damaged(
        sum_at, fmt::format("expected checksum {:016x}, found {:016x}", checksum(bytes), sum));
  auto entry = read_note(bytes, place);
  if (!entry) return entry;
  auto index = unpack_index(bytes.substr(kIndexAt, sum_at - kIndexAt), entry->text_bytes,
                            {.file = visible(name), .offset = offset + kIndexAt});
  if (!index) return std::unexpected(index.error());
  entry->index = *std::move(index);
  return entry;
}

Result<TagsEntry> read_tags_entry(File& file, std::string_view name, std::uint64_t offset,
                                  std::uint64_t length) {
  const Place place{name, offset};
  if (length < kLengthMin || length > kTagsEntryBytesMax)
    return place.damaged(0, fmt::format("expected an entry of {} to {} bytes, not of {}",
                                        kLengthMin, kTagsEntryBytesMax, length));
  const auto bytes = read_exactly(file, place, length);
  if (!bytes) return std::unexpected(bytes.error());
  return parse_tags_entry(*bytes, name, offset);
}

Result<Utf8Text> utf8_again(const TagsEntry& entry, std::string_view page) {
  if (page.size() != entry.page_bytes || hash64(page) != entry.page_hash)
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("expected the page of {} bytes with hash {:016x} that the "
                                         "tags entry was made of, found another of {} bytes",
                                         entry.page_bytes, entry.page_hash, page.size())});
  Utf8Text utf8{entry.encoding, entry.source, entry.mark_bytes, std::nullopt};
  if (entry.converted)
    utf8.converted = decode_to_utf8(entry.encoding, page.substr(entry.mark_bytes));
  if (utf8.text(page).size() != entry.text_bytes)
    return std::unexpected(
        Error{Errc::corrupt, fmt::format("expected {} bytes of text, found {}", entry.text_bytes,
                                         utf8.text(page).size())});
  return utf8;
}

Status scan_tags(File& file, std::string_view name, std::uint64_t end,
                 const std::function<bool(const TagsSeen&)>& visit) {
  if (auto good = check_file_head(file, name); !good) return good;
  auto size = file.size();
  if (!size) return std::unexpected(size.error());
  end = std::min(end, *size);
  for (std::uint64_t at = kTagsFileHeadBytes; at < end;) {
    const Place place{name, at};
    std::string head(std::min<std::uint64_t>(kLengthMin, end - at), '\0');
    if (auto got = file.read(at, head); !got) return std::unexpected(got.error());
    const auto length = entry_length(head, place);
    if (!length || *length > end - at) {
      visit({at, end - at,
             !length ? std::unexpected(length.error())
                     : Result<TagsEntry>(place.damaged(
                           kLengthAt, fmt::format("expected at most {} bytes, found the length {}",
                                                  end - at, *length)))});
      return {};
    }
    const auto bytes = read_exactly(file, place, *length);
    if (!bytes) return std::unexpected(bytes.error());
    if (!visit({at, *length, parse_tags_entry(*bytes, name, at)})) return {};
    at += *length;
  }
  return {};
}

}  // namespace freshet
