// Reads: src/warc/http_head.cc src/warc/body.cc src/warc/chunked.cc
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.h"
#include "base/memory_file.h"
#include "warc/body.h"
#include "warc/http_head.h"
#include "warc/reader.h"
#include "warc/snapshot_encoder.h"

namespace {

using namespace freshet;
using namespace freshet::warc;

constexpr std::size_t kBodyBytesMax = 1 << 18;

void check_head(std::string_view block) {
  const HttpHead head = read_http_head(block);
  require(head.payload_begin <= block.size(), "the payload is inside of the block");
  const DecodedBody body = decode_body(head, block.substr(head.payload_begin), kBodyBytesMax);
  require(body.bytes.size() <= kBodyBytesMax, "a body keeps its limit");
  for (std::size_t part = block.size() / 2; part > 0; part /= 2) {
    if (!has_whole_http_head(block.substr(0, part))) continue;
    require(read_http_head(block.substr(0, part)).payload_begin == head.payload_begin,
            "more bytes do not change a whole head");
  }
}

// What a server sends is stored so that it is read as one head with these fields and no other.
void check_capture(std::string_view block) {
  const HttpHead head = read_http_head(block);
  Exchange exchange;
  exchange.url = block;
  exchange.status = 200;
  exchange.reason = head.reason;
  exchange.headers = head.fields;
  exchange.headers.push_back({std::string(block), std::string(block)});
  exchange.headers.push_back({"X-Last", std::string(block)});
  exchange.body = block;
  SnapshotEncoder encoder;
  Random ids(1);
  const EncodedSnapshot snapshot =
      encoder.encode(exchange, stored_answer(exchange), std::nullopt, ids, "");
  require(is_sealed_member(snapshot.bytes), "a snapshot without request is one member");

  MemoryFile file(snapshot.bytes);
  const auto record = read_record_at(file, "fuzz", 0, snapshot.bytes.size(), 1 << 30);
  require(record && record->header.fields.size() == 8,
          "no field comes into the header of a record");
  const HttpHead stored = read_http_head(record->block);
  require(stored.status == 200 && !stored.fields.empty(), "the head is read again");
  require(record->block.substr(stored.payload_begin) == block, "and it ends where the body begins");
  for (const Field& field : stored.fields) {
    require(field.name.starts_with("X-Crawler-") || field.name == "Content-Length" ||
                find_field(exchange.headers, field.name),
            "no field comes into the head");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(bytes), size);
  check_head(input);
  check_capture(input);
  // The same bytes as a body in each coding: the first says which.
  if (size == 0) return 0;
  HttpHead head;
  constexpr const char* kCodings[] = {"gzip", "deflate", "br", "zstd", "zstd, gzip", "br, deflate"};
  head.fields = {{"Content-Encoding", kCodings[bytes[0] % std::size(kCodings)]}};
  if (bytes[0] & 0x80) head.fields.push_back({"Transfer-Encoding", "chunked"});
  require(decode_body(head, input.substr(1), kBodyBytesMax).bytes.size() <= kBodyBytesMax,
          "a body keeps its limit");
  return 0;
}
