// Reads: src/warc/reader.cc src/warc/resynchronise.cc src/warc/unpacked_file.cc src/warc/record.cc
// src/warc/gzip.cc src/warc/inflate.cc src/warc/check.cc
#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.h"
#include "base/memory_file.h"
#include "warc/body.h"
#include "warc/check.h"
#include "warc/reader.h"
#include "warc/snapshot_encoder.h"

namespace {

using namespace freshet;
using namespace freshet::warc;

constexpr std::size_t kPassesMax = 10'000;

// Whatever the bytes are, reading comes to an end, records lie inside of the file, and one that
// has a place of its own is found there again.
void read_through(const std::string& bytes) {
  MemoryFile file(bytes);
  auto reader = Reader::open(file, "fuzz");
  require(reader.has_value(), "a file in memory opens");
  std::size_t passes = 0;
  for (;; ++passes) {
    require(passes < kPassesMax, "reading comes to an end");
    auto head = reader->next();
    if (head && !*head) break;
    auto checked = head ? check_record(*reader, **head) : std::unexpected(head.error());
    if (!checked) {
      require(checked.error().message.starts_with("\"fuzz\", offset "), "damage is named");
      auto found = reader->resynchronise();
      require(found.has_value(), "a file in memory is read");
      if (!*found) break;
      continue;
    }
    const RecordPlace& place = checked->place;
    require(place.offset + place.length <= bytes.size(), "a record is inside of its file");
    require(reader->whole_end() <= bytes.size(), "the end is inside of the file");
    if (place.packing == Packing::inside) continue;
    const auto record = read_record_at(file, "fuzz", place.offset, place.length, 1 << 20);
    require(record ? record->header == (*head)->header : record.error().code == Errc::limit,
            "a record is found at its place");
  }
  const auto whole = whole_snapshots_end(file, "fuzz");
  require(whole && whole->end <= bytes.size(), "whole snapshots end inside of the file");
}

std::string gzipped(std::string_view text) {
  static GzipWriter writer;
  std::string member;
  writer.append_member(member, std::span(&text, 1));
  return member;
}

// A header that was read is written so that it reads the same again.
void check_header(std::string_view input) {
  const auto header = parse_header(input);
  if (!header) return;
  SnapshotEncoder encoder;
  const std::string member = encoder.encode_record(*header, input);
  MemoryFile file(member);
  const auto record = read_record_at(file, "fuzz", 0, member.size(), input.size());
  require(record && record->block == input, "what was read can be written");
  require(encoder.encode_record(record->header, input) == member, "and then stays the same");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string input(reinterpret_cast<const char*>(bytes), size);
  read_through(input);
  check_header(input);
  // Packed with right checksums the fuzzer reaches what lies behind them: all in one member, and in
  // two that are split where the first byte says.
  read_through(gzipped(input));
  const std::size_t cut = size == 0 ? 0 : bytes[0] * size / 256;
  read_through(gzipped(input.substr(0, cut)) + gzipped(input.substr(cut)));
  return 0;
}
