#include "warc/reference_reader.h"

#include <fmt/format.h>
#include <zstd.h>

#include <algorithm>
#include <list>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/escape.h"

namespace freshet::warc {
namespace {

struct FreeDecompressor {
  void operator()(ZSTD_DCtx* context) const { ZSTD_freeDCtx(context); }
};

std::unexpected<Error> bad_reference(const std::string& name, std::uint64_t offset,
                                     std::string_view what) {
  return std::unexpected(
      Error{Errc::corrupt, fmt::format("\"{}\", offset {}: {}", visible(name), offset, what)});
}

// A member as it lies in the file.
struct PackedMember {
  std::uint64_t offset = 0;
  ReferenceHead head;
};

Result<PackedMember> read_head(File& file, const std::string& name, std::uint64_t offset,
                               std::uint64_t end) {
  std::string bytes(kReferenceHeadBytes, '\0');
  auto got = file.read(offset, bytes);
  if (!got) return std::unexpected(got.error());
  bytes.resize(*got);
  const auto head = parse_reference_head(bytes);
  if (!head) return bad_reference(name, offset, "expected the head of a reference member");
  if (head->back > offset)
    return bad_reference(name, offset, "expected a reference before this member");
  if (offset + kReferenceHeadBytes + head->frame_bytes > end)
    return bad_reference(name, offset,
                         "expected the rest of a reference member, and the file ends");
  return PackedMember{.offset = offset, .head = *head};
}

Result<std::string> read_frame(File& file, const std::string& name, const PackedMember& member) {
  std::string frame(member.head.frame_bytes, '\0');
  auto got = file.read(member.offset + kReferenceHeadBytes, frame);
  if (!got) return std::unexpected(got.error());
  if (*got != frame.size())
    return bad_reference(name, member.offset,
                         "expected the rest of a reference member, and the file ends");
  return frame;
}

// The joined text of references, by file and by the offset of the last; the least recently used
// make room.
class ReferenceCache {
 public:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  using Text = std::shared_ptr<const std::string>;

  Text find(const Key& key) {
    const auto found = entries_.find(key);
    if (found == entries_.end()) return nullptr;
    order_.splice(order_.begin(), order_, found->second);
    return found->second->second;
  }

  void add(const Key& key, Text text) {
    if (entries_.contains(key)) return;
    bytes_ += text->size();
    order_.emplace_front(key, std::move(text));
    entries_[key] = order_.begin();
    while (bytes_ > kReferenceCacheBytes) {
      bytes_ -= order_.back().second->size();
      entries_.erase(order_.back().first);
      order_.pop_back();
    }
  }

 private:
  std::list<std::pair<Key, Text>> order_;  // the most recently used first
  std::map<Key, std::list<std::pair<Key, Text>>::iterator> entries_;
  std::size_t bytes_ = 0;
};

}  // namespace

struct ReferenceReader::State {
  std::unique_ptr<ZSTD_DCtx, FreeDecompressor> zstd{ZSTD_createDCtx()};
  ReferenceCache cache;

  Result<std::string> unpack(const std::string& name, const PackedMember& member,
                             std::string_view frame, std::string_view prefix);
  Result<ReferenceCache::Text> references(File& file, const std::string& name, std::uint64_t number,
                                          const PackedMember& member);
};

ReferenceReader::ReferenceReader() : state_(std::make_unique<State>()) {
  require(state_->zstd != nullptr, "there is memory for a zstd decompressor");
}
ReferenceReader::~ReferenceReader() = default;
ReferenceReader::ReferenceReader(ReferenceReader&&) noexcept = default;
ReferenceReader& ReferenceReader::operator=(ReferenceReader&&) noexcept = default;

// Decompresses in one step: the text is the window, so a frame cannot ask for more memory.
Result<std::string> ReferenceReader::State::unpack(const std::string& name,
                                                   const PackedMember& member,
                                                   std::string_view frame,
                                                   std::string_view prefix) {
  if (ZSTD_findFrameCompressedSize(frame.data(), frame.size()) != frame.size() ||
      ZSTD_getFrameContentSize(frame.data(), frame.size()) != member.head.text_bytes)
    return bad_reference(name, member.offset, "expected one zstd frame of the length in its head");
  std::string text(member.head.text_bytes, '\0');
  ZSTD_DCtx_reset(zstd.get(), ZSTD_reset_session_and_parameters);
  ZSTD_DCtx_refPrefix(zstd.get(), prefix.data(), prefix.size());
  const std::size_t got =
      ZSTD_decompressDCtx(zstd.get(), text.data(), text.size(), frame.data(), frame.size());
  if (ZSTD_isError(got))
    return bad_reference(name, member.offset,
                         fmt::format("expected packed bytes: {}", ZSTD_getErrorName(got)));
  if (got != text.size()) return bad_reference(name, member.offset, "expected more packed bytes");
  return text;
}

// Walks back from the last reference to the first, or to one whose text is kept, then unpacks
// forward. The number of references falls by one with each step, so the walk ends.
Result<ReferenceCache::Text> ReferenceReader::State::references(File& file, const std::string& name,
                                                                std::uint64_t number,
                                                                const PackedMember& member) {
  std::vector<PackedMember> chain;  // the last reference first
  std::string joined;
  for (PackedMember at = member; at.head.references > 0; at = chain.back()) {
    const std::uint64_t offset = at.offset - at.head.back;
    if (const auto kept = cache.find({number, offset})) {
      if (chain.empty()) return kept;
      joined = *kept;
      break;
    }
    auto reference = read_head(file, name, offset, at.offset);
    if (!reference) return std::unexpected(reference.error());
    if (reference->head.references + 1 != at.head.references)
      return bad_reference(name, at.offset, "expected a reference with one reference fewer");
    chain.push_back(*reference);
  }
  for (; !chain.empty(); chain.pop_back()) {
    const PackedMember& next = chain.back();
    if (joined.size() + next.head.text_bytes > kReferenceTextMax)
      return bad_reference(
          name, next.offset,
          fmt::format("expected references of at most {} bytes in all", kReferenceTextMax));
    auto frame = read_frame(file, name, next);
    if (!frame) return std::unexpected(frame.error());
    auto text = unpack(name, next, *frame, joined);
    if (!text) return std::unexpected(text.error());
    joined += *text;
  }
  auto text = std::make_shared<const std::string>(std::move(joined));
  if (member.head.references > 0) cache.add({number, member.offset - member.head.back}, text);
  return text;
}

Result<ReferenceRecord> ReferenceReader::read(File& file, const std::string& name,
                                              std::uint64_t number, std::uint64_t offset,
                                              std::uint64_t end) {
  auto member = read_head(file, name, offset, end);
  if (!member) return std::unexpected(member.error());
  auto frame = read_frame(file, name, *member);
  if (!frame) return std::unexpected(frame.error());
  auto prefix = state_->references(file, name, number, *member);
  if (!prefix) return std::unexpected(prefix.error());
  auto text = state_->unpack(name, *member, *frame, **prefix);
  if (!text) return std::unexpected(text.error());
  return ReferenceRecord{.text = *std::move(text),
                         .length = kReferenceHeadBytes + frame->size(),
                         .seal = is_sealed(member->head, *frame) ? Seal::right : Seal::wrong};
}

}  // namespace freshet::warc
