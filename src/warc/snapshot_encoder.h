// Makes the bytes of a snapshot: its records, each a gzip member. A snapshot is its request, its
// metadata and then the main record, whose id the others name in WARC-Concurrent-To; so it is whole
// exactly when its main record is there (docs/formats/warc.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/random.h"
#include "base/time.h"
#include "warc/capture.h"
#include "warc/gzip.h"
#include "warc/record.h"

namespace freshet::warc {

// The snapshot whose payload a revisit repeats: its fields exactly as they stand in its record.
struct RevisitOf {
  std::string record_id;              // without <>
  std::string url;                    // WARC-Target-URI
  std::string date;                   // WARC-Date
  std::optional<Sha1Digest> payload;  // written where the server sent none (304)
};

enum class MainRecord {
  response,
  revisit,       // identical-payload-digest: head kept, body left out
  not_modified,  // server-not-modified: a 304
};

struct EncodedSnapshot {
  std::string bytes;              // gzip members: request, metadata, main record
  std::uint64_t main_offset = 0;  // of the main record in `bytes`
  std::uint64_t main_length = 0;
  std::string record_id;  // of the main record, without <>
  std::string date;       // its WARC-Date
  MainRecord kind = MainRecord::response;
  std::string mime;  // "text/html": lower case, without parameters
  Sha1Digest payload;
  std::uint64_t payload_bytes = 0;  // of the body as received
};

// Holds the state of packing and hashing, to use it again. Not thread-safe.
class SnapshotEncoder {
 public:
  // Of the bytes that are stored behind the HTTP head.
  Sha1Digest payload_digest(const Capture& capture);

  // A response, or a revisit if `original` is given: of the profile server-not-modified for a 304,
  // otherwise identical-payload-digest. `payload` is payload_digest(capture). Ids come from `ids`;
  // `warcinfo_id` (without <>) is that of the file's warcinfo record, empty if it has none.
  EncodedSnapshot encode(const Capture& capture, const Sha1Digest& payload,
                         const std::optional<RevisitOf>& original, Random& ids,
                         const std::string& warcinfo_id);

  // A warcinfo record, one member. `id` without <>.
  std::string encode_warcinfo(std::string_view id, Time time, std::string_view file_name,
                              const std::vector<Field>& fields);

  // Any record, one member: all fields as given, but for Content-Length and WARC-Block-Digest,
  // which are made from `block`. The block digest of a segment or of an unusual algorithm is
  // replaced too.
  std::string encode_record(Header header, std::string_view block);

 private:
  void append_record(std::string& out, Header& header, std::string_view block_head,
                     std::string_view block_rest);
  void append_side_records(EncodedSnapshot& snapshot, const Capture& capture, Random& ids,
                           const std::string& warcinfo_id);

  GzipWriter gzip_;
  Sha1 sha1_;
  std::string header_text_;
};

// The HTTP head of a capture as it is stored, with its empty line.
std::string stored_http_head(const Capture& capture);

// "urn:uuid:...", a fresh record id.
std::string fresh_record_id(Random& ids);

}  // namespace freshet::warc
