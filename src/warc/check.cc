#include "warc/check.h"

#include <deque>
#include <set>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/ascii.h"
#include "base/hash.h"
#include "warc/chunked.h"
#include "warc/http_head.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kCheckedPieceBytes = 1 << 16;

// Number of recent record ids kept: a record that refers to an earlier one follows it closely.
constexpr std::size_t kIdsRememberedMax = 1 << 16;

class RecentIds {
 public:
  void add(std::string_view id) {
    const std::uint64_t hash = hash64(id);
    if (!known_.insert(hash).second) return;
    order_.push_back(hash);
    if (order_.size() <= kIdsRememberedMax) return;
    known_.erase(order_.front());
    order_.pop_front();
  }
  bool has(std::string_view id) const { return known_.contains(hash64(id)); }

 private:
  std::unordered_set<std::uint64_t> known_;
  std::deque<std::uint64_t> order_;
};

// Follows the records of a file and tracks if a snapshot is open: some of its records were read,
// its main record not yet.
class SnapshotTracker {
 public:
  void add(const Header& header) {
    const std::string id = header.record_id();
    std::set<std::string> awaited;
    for (std::string& other : header.concurrent_to())
      if (other != id && !seen_.has(other)) awaited.insert(std::move(other));
    bool belongs = awaited_.contains(id);
    for (const std::string& other : awaited) belongs |= awaited_.contains(other);
    // The records of a snapshot are adjacent: the awaited record will not come.
    if (!belongs) awaited_.clear();
    awaited_.merge(awaited);
    awaited_.erase(id);
    seen_.add(id);
  }
  bool is_open() const { return !awaited_.empty(); }

 private:
  RecentIds seen_;
  std::set<std::string> awaited_;
};

// A digest field of a header, and the digest computed to verify it.
class DigestField {
 public:
  explicit DigestField(std::optional<std::string_view> text) {
    if (!text) return;
    const std::size_t colon = text->find(':');
    const std::string_view value = text->substr(colon == std::string_view::npos ? 0 : colon + 1);
    is_there_ = true;
    if (starts_with_ignoring_case(*text, "sha1:")) sha1_ = Sha1Digest::parse(value);
    if (starts_with_ignoring_case(*text, "sha256:") && value.size() == 64) {
      sha256_ = ascii_lower(value);
      sha256_hasher_.emplace();
    }
  }

  void update(std::string_view bytes) {
    sha1_hasher_.update(bytes);
    if (sha256_hasher_) sha256_hasher_->update(bytes);
  }

  // Finishes the digest; `computed` is its SHA-1.
  Verdict judge(Sha1Digest& computed) {
    computed = sha1_hasher_.finish();
    if (!is_there_) return Verdict::absent;
    if (sha1_) return *sha1_ == computed ? Verdict::right : Verdict::wrong;
    if (sha256_) return *sha256_ == sha256_hasher_->finish_hex() ? Verdict::right : Verdict::wrong;
    return Verdict::unchecked;
  }

 private:
  bool is_there_ = false;
  std::optional<Sha1Digest> sha1_;
  std::optional<std::string> sha256_;
  Sha1 sha1_hasher_;
  std::optional<Sha256> sha256_hasher_;
};

bool has_http_block(const Header& header) {
  const RecordType type = header.type();
  return (type == RecordType::response || type == RecordType::request ||
          type == RecordType::revisit) &&
         starts_with_ignoring_case(header.find("Content-Type").value_or(""), "application/http");
}

std::optional<std::string_view> payload_digest_of(const Header& header) {
  if (header.type() == RecordType::revisit || header.find("WARC-Segment-Number"))
    return std::nullopt;
  return header.find("WARC-Payload-Digest");
}

// Fills `piece` from the block.
Status read_piece(Reader& reader, std::string& piece) {
  piece.resize(kCheckedPieceBytes);
  std::size_t size = 0;
  while (size < piece.size()) {
    auto got = reader.read_block(std::span(piece).subspan(size));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) break;
    size += *got;
  }
  piece.resize(size);
  return {};
}

// The payload's digest in two readings: of the bytes as stored and, as some programs compute it, of
// a chunked body without the chunk framing.
class PayloadDigests {
 public:
  explicit PayloadDigests(const Header& header)
      : stored_(payload_digest_of(header)), unchunked_(payload_digest_of(header)) {}

  void start(const HttpHead& head) {
    is_chunked_ =
        ascii_lower(head.joined("Transfer-Encoding")).find("chunked") != std::string::npos;
  }
  void update(std::string_view bytes) {
    stored_.update(bytes);
    if (!is_chunked_) return;
    piece_.clear();
    is_chunked_ = dechunker_.push(bytes, piece_);
    unchunked_.update(piece_);
  }
  Verdict judge(Sha1Digest& computed) {
    const Verdict verdict = stored_.judge(computed);
    Sha1Digest other;
    if (verdict == Verdict::wrong && is_chunked_ && unchunked_.judge(other) == Verdict::right)
      return Verdict::right;
    return verdict;
  }

 private:
  DigestField stored_;
  DigestField unchunked_;
  Dechunker dechunker_;
  bool is_chunked_ = false;
  std::string piece_;
};

}  // namespace

Result<WholeSnapshots> whole_snapshots_end(File& file, const std::string& name) {
  auto size = file.size();
  if (!size) return std::unexpected(size.error());
  auto reader = Reader::open(file, name);
  if (!reader) return std::unexpected(reader.error());
  WholeSnapshots whole;
  whole.file_bytes = *size;
  SnapshotTracker tracker;
  const auto stop = [&](Error error) -> Result<WholeSnapshots> {
    if (error.code != Errc::corrupt && error.code != Errc::limit)
      return std::unexpected(std::move(error));
    whole.damage = std::move(error);
    auto more = reader->resynchronise();
    if (!more) return std::unexpected(more.error());
    whole.records_behind = *more;
    return whole;
  };
  for (std::uint64_t records = 1;; ++records) {
    auto head = reader->next();
    if (!head) return stop(head.error());
    if (!*head) return whole;
    auto place = reader->finish();
    if (!place) return stop(place.error());
    tracker.add((*head)->header);
    if (tracker.is_open()) continue;
    whole.end = reader->whole_end();
    whole.records = records;
  }
}

Result<RecordCheck> check_record(Reader& reader, const RecordHead& head) {
  RecordCheck check;
  DigestField block(head.header.find("WARC-Block-Digest"));
  PayloadDigests payload(head.header);
  std::string start;  // of the block, until its HTTP head is complete
  bool in_head = has_http_block(head.header);
  const auto take_payload = [&](std::string_view bytes) {
    payload.update(bytes);
    check.payload_bytes += bytes.size();
  };
  for (std::string piece;;) {
    auto read = read_piece(reader, piece);
    if (!read) return std::unexpected(read.error());
    block.update(piece);
    if (!in_head) {
      take_payload(piece);
    } else {
      start += piece;
      if (piece.empty() || has_whole_http_head(start)) {
        const HttpHead http = read_http_head(start);
        payload.start(http);
        take_payload(std::string_view(start).substr(http.payload_begin));
        in_head = false;
      }
    }
    if (piece.empty()) break;
  }
  auto place = reader.finish();
  if (!place) return std::unexpected(place.error());
  check.place = *place;
  Sha1Digest block_digest;
  check.block = block.judge(block_digest);
  check.payload = payload.judge(check.payload_digest);
  return check;
}

}  // namespace freshet::warc
