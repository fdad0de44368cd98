#include "warc/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "base/escape.h"
#include "warc/resynchronise.h"
#include "warc/unpacked_file.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kMagic = "WARC/";
constexpr std::size_t kPassedOverBytes = 1 << 16;

constexpr bool is_line_end(char c) { return c == '\r' || c == '\n'; }

}  // namespace

struct Reader::State {
  State(File& file, std::string file_name, std::uint64_t begin, std::uint64_t end, bool is_packed,
        SharedReferences references)
      : name(std::move(file_name)),
        bytes(file, name, begin, end, is_packed, references),
        way_on(file, name, begin, end),
        whole_end(begin) {}

  // Stores the kind of damage and returns the error.
  std::unexpected<Error> fail(Damage damage, Error error) {
    broken = Broken{damage, error};
    return std::unexpected(std::move(error));
  }
  std::unexpected<Error> damaged(Damage damage, std::uint64_t offset, std::string_view what,
                                 Errc code = Errc::corrupt) {
    return fail(damage,
                Error{code, fmt::format("\"{}\", offset {}: {}", visible(name), offset, what)});
  }
  std::unexpected<Error> cut_short() {
    return damaged(Damage::cut, record_offset,
                   "expected the rest of the record that begins here, and the file ends");
  }

  // Reads more bytes for a record, from the next member if needed. Returns false at the end of the
  // file.
  Result<bool> fill_for_record();
  Result<bool> skip_to_record();
  Result<std::string> gather_header();
  Result<void> go_on_in_next_member();
  Result<void> skip_plain_end();
  Result<bool> skip_packed_end();

  struct Broken {
    Damage damage;
    Error error;
  };

  std::string name;
  UnpackedFile bytes;
  WayOn way_on;
  std::optional<Broken> broken;
  bool in_record = false;
  bool is_split = false;            // over more than one member
  std::uint64_t record_offset = 0;  // of the record, or of the member in which it begins
  std::uint64_t record_place = 0;   // in the decompressed member
  std::uint64_t block_left = 0;
  std::uint64_t whole_end;
  std::vector<char> passed_over;  // scratch space for skipped bytes
};

Reader::Reader(std::unique_ptr<State> state) : state_(std::move(state)) {}
Reader::~Reader() = default;
Reader::Reader(Reader&&) noexcept = default;
Reader& Reader::operator=(Reader&&) noexcept = default;

std::uint64_t Reader::whole_end() const { return state_->whole_end; }

Result<Reader> Reader::open(File& file, std::string name, std::uint64_t begin, std::uint64_t end,
                            SharedReferences references) {
  auto size = file.size();
  if (!size) return std::unexpected(size.error());
  end = std::max(begin, std::min(end, *size));
  std::string magic(reference_magic().size(), '\0');
  auto got = file.read(begin, magic);
  if (!got) return std::unexpected(got.error());
  magic.resize(*got);
  return Reader(
      std::make_unique<State>(file, std::move(name), begin, end, begins_member(magic), references));
}

Result<bool> Reader::State::fill_for_record() {
  for (;;) {
    auto more = bytes.fill();
    if (!more) return fail(Damage::packing, more.error());
    if (*more) return true;
    auto member = bytes.next_member();
    if (!member) return fail(Damage::packing, member.error());
    if (!*member) return false;
    is_split = true;
  }
}

// Skips empty lines. Returns false at the end of the file.
Result<bool> Reader::State::skip_to_record() {
  for (std::uint64_t blanks = 0;;) {
    const std::string_view held = bytes.buffer();
    const auto found = std::ranges::find_if_not(held, is_line_end);
    const auto count = static_cast<std::size_t>(found - held.begin());
    bytes.take(count);
    blanks += count;
    if (blanks > kBlankBytesMax)
      return damaged(Damage::block, bytes.offset(), "expected a record, found only empty lines");
    if (count < held.size()) return true;
    auto more = fill_for_record();
    if (!more || !*more) return more;
  }
}

Result<std::string> Reader::State::gather_header() {
  for (std::size_t searched = 0;;) {
    const std::string_view held = bytes.buffer();
    if (!kMagic.starts_with(held.substr(0, kMagic.size()))) {
      return damaged(Damage::record, record_offset,
                     fmt::format("expected a record that begins with \"WARC/\", found \"{}\"",
                                 visible(held.substr(0, 20))));
    }
    const std::size_t length = header_length(held, searched);
    if (length > 0 && length <= kHeaderBytesMax) {
      std::string header(held.substr(0, length));
      bytes.take(length);
      return header;
    }
    if (held.size() >= kHeaderBytesMax) {
      return damaged(Damage::record, record_offset,
                     fmt::format("expected a header of at most {} bytes", kHeaderBytesMax),
                     Errc::limit);
    }
    searched = std::max<std::size_t>(held.size(), 2) - 2;
    auto more = fill_for_record();
    if (!more) return std::unexpected(more.error());
    if (!*more) return cut_short();
  }
}

Result<std::optional<RecordHead>> Reader::next() {
  State& s = *state_;
  if (s.in_record) {
    auto place = finish();
    if (!place) return std::unexpected(place.error());
  }
  if (s.broken) return std::unexpected(s.broken->error);
  auto found = s.skip_to_record();
  if (!found) return std::unexpected(found.error());
  if (!*found) return std::nullopt;

  s.record_offset = s.bytes.offset();
  s.record_place = static_cast<std::uint64_t>(s.bytes.place_in_member());
  s.is_split = false;
  auto text = s.gather_header();
  if (!text) return std::unexpected(text.error());
  auto header = parse_header(*text);
  if (!header)
    return s.damaged(Damage::block, s.record_offset, header.error().message, header.error().code);
  const auto length = header->content_length();
  if (!length)
    return s.damaged(Damage::block, s.record_offset, "expected a Content-Length in the header");
  if (*length > kBlockBytesMax) {
    return s.damaged(Damage::block, s.record_offset,
                     fmt::format("expected a block of at most {} bytes, the header says {}",
                                 kBlockBytesMax, *length),
                     Errc::limit);
  }
  s.in_record = true;
  s.block_left = *length;
  return RecordHead{
      .header = *std::move(header), .offset = s.record_offset, .block_bytes = *length};
}

// A block continues in the next member only if members split records in this file: not if the
// record began with its member and the next member begins a record too.
Result<void> Reader::State::go_on_in_next_member() {
  auto member = bytes.next_member();
  if (!member) return fail(Damage::packing, member.error());
  if (!*member) return cut_short();
  while (record_place == 0 && !is_split && bytes.buffer().size() < kMagic.size()) {
    auto more = bytes.fill();
    if (!more) return fail(Damage::packing, more.error());
    if (!*more) break;
  }
  if (record_place == 0 && !is_split && bytes.buffer().starts_with(kMagic)) {
    return damaged(Damage::next_is_whole, record_offset,
                   fmt::format("expected {} more bytes of the block of the record that begins "
                               "here, and its gzip member ends",
                               block_left));
  }
  is_split = true;
  return {};
}

Result<std::size_t> Reader::read_block(std::span<char> into) {
  State& s = *state_;
  if (s.broken) return std::unexpected(s.broken->error);
  if (!s.in_record || into.empty()) return 0;
  into = into.first(static_cast<std::size_t>(std::min<std::uint64_t>(into.size(), s.block_left)));
  while (!into.empty()) {
    auto got = s.bytes.read(into);
    if (!got) return s.fail(Damage::packing, got.error());
    s.block_left -= *got;
    if (*got > 0) return *got;
    auto member = s.go_on_in_next_member();
    if (!member) return std::unexpected(member.error());
  }
  return 0;
}

// Skips the two line ends after a block, as far as they are there.
Result<void> Reader::State::skip_plain_end() {
  for (int line = 0; line < 2; ++line) {
    if (bytes.buffer().size() < 2) {
      auto more = bytes.fill();
      if (!more) return fail(Damage::packing, more.error());
    }
    if (bytes.buffer().starts_with("\r\n"))
      bytes.take(2);
    else if (bytes.buffer().starts_with('\n'))
      bytes.take(1);
  }
  return {};
}

// Skips all empty lines of this member; returns true if it ends after them.
Result<bool> Reader::State::skip_packed_end() {
  for (std::uint64_t blanks = 0;;) {
    const std::string_view held = bytes.buffer();
    const auto found = std::ranges::find_if_not(held, is_line_end);
    const auto count = static_cast<std::size_t>(found - held.begin());
    bytes.take(count);
    blanks += count;
    if (count < held.size() || blanks > kBlankBytesMax) return false;
    auto more = bytes.fill();
    if (!more) return fail(Damage::packing, more.error());
    if (!*more) return true;
  }
}

Result<RecordPlace> Reader::finish() {
  State& s = *state_;
  if (s.broken) return std::unexpected(s.broken->error);
  require(s.in_record, "a record that next() gave is finished once");
  s.passed_over.resize(kPassedOverBytes);
  while (s.block_left > 0) {
    auto got = read_block(s.passed_over);
    if (!got) return std::unexpected(got.error());
  }
  RecordPlace place{.packing = Packing::inside, .offset = s.record_offset};
  if (s.bytes.is_packed()) {
    auto ended = s.skip_packed_end();
    if (!ended) return std::unexpected(ended.error());
    if (*ended) s.whole_end = s.bytes.packed_position();
    if (*ended && s.record_place == 0 && !s.is_split) {
      place.packing = Packing::member;
      place.length = s.whole_end - s.record_offset;
      place.seal = s.bytes.seal();
    }
  } else {
    auto done = s.skip_plain_end();
    if (!done) return std::unexpected(done.error());
    s.whole_end = s.bytes.offset();
    place.packing = Packing::plain;
    place.length = s.whole_end - s.record_offset;
  }
  s.in_record = false;
  return place;
}

Result<bool> Reader::resynchronise() {
  State& s = *state_;
  if (!s.broken) return true;
  auto found = s.way_on.find(s.bytes, s.broken->damage, s.record_offset, s.record_place);
  if (!found || !*found) return found;
  s.broken.reset();
  s.in_record = false;
  return true;
}

}  // namespace freshet::warc
