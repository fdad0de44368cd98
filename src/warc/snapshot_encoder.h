// Encodes a snapshot: its records, each a gzip member. A snapshot is its request, its metadata and
// then the main record, whose id the others name in WARC-Concurrent-To; so it is complete exactly
// when its main record is there (docs/formats/warc.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/random.h"
#include "base/time.h"
#include "warc/exchange.h"
#include "warc/gzip.h"
#include "warc/http_head.h"
#include "warc/record.h"

namespace freshet::warc {

// The snapshot whose payload a revisit repeats: its fields exactly as in its record.
struct RevisitOf {
  std::string record_id;              // without <>
  std::string url;                    // WARC-Target-URI
  std::string date;                   // WARC-Date
  std::optional<Sha1Digest> payload;  // used if the server sent none (304)
};

enum class MainRecord {
  response,
  revisit,       // identical-payload-digest: head kept, body left out
  not_modified,  // server-not-modified: a 304, without a block (not_modified.h)
};

struct EncodedSnapshot {
  std::string bytes;              // gzip members: request, metadata, main record
  std::string main_text;          // the main record, if the store packs it; then not in `bytes`
  std::uint64_t main_offset = 0;  // of the main record in `bytes`
  std::uint64_t main_length = 0;
  std::string record_id;  // of the main record, without <>
  std::string date;       // its WARC-Date
  MainRecord kind = MainRecord::response;
  std::string mime;  // "text/html": lower case, without parameters
  Sha1Digest payload;
  std::uint64_t payload_bytes = 0;  // of the body as received
};

// The HTTP answer of an exchange in its stored form, without the body. The choice of a revisit
// depends on the payload digest, so this is made first, and the body is hashed once.
struct StoredAnswer {
  std::string head;  // with its empty line
  HttpHead http;     // as parsed from `head`
  Sha1Digest block;  // of head and body
  Sha1Digest payload;
};

StoredAnswer stored_answer(const Exchange& exchange);

// Holds the state of compression and hashing for reuse. Not thread-safe.
class SnapshotEncoder {
 public:
  explicit SnapshotEncoder(MemberPacking packing = MemberPacking::igzip)
      : packing_(packing), gzip_(packing) {}

  // Encodes a response, or a revisit if `original` is given: of the profile server-not-modified for
  // a 304, otherwise identical-payload-digest. `answer` is stored_answer(exchange). Ids come from
  // `ids`; `warcinfo_id` (without <>) is that of the file's warcinfo record, empty if it has none.
  // With MemberPacking::reference a response is left unpacked, in `main_text`.
  EncodedSnapshot encode(const Exchange& exchange, const StoredAnswer& answer,
                         const std::optional<RevisitOf>& original, Random& ids,
                         const std::string& warcinfo_id);

  // Returns a warcinfo record as one member. `id` without <>.
  std::string encode_warcinfo(std::string_view id, Time time, std::string_view file_name,
                              const std::vector<Field>& fields);

  // Returns any record as one member: all fields as given, except Content-Length and
  // WARC-Block-Digest, which are computed from `block`. The block digest of a segment or of an
  // unusual algorithm is replaced too.
  std::string encode_record(Header header, std::string_view block);

 private:
  HeaderWriter begin_header();
  void end_header(HeaderWriter& header, const Sha1Digest& block_digest, std::size_t block_bytes);
  void append_record(std::string& out, HeaderWriter& header, const Sha1Digest& block_digest,
                     std::string_view block_head, std::string_view block_rest);
  void append_side_records(EncodedSnapshot& snapshot, const Exchange& exchange,
                           const StoredAnswer& answer, Random& ids, const std::string& warcinfo_id);

  MemberPacking packing_;
  GzipWriter gzip_;
  std::string header_text_;
};

// Returns a new record id, "urn:uuid:...".
std::string fresh_record_id(Random& ids);

}  // namespace freshet::warc
