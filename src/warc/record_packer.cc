#include "warc/record_packer.h"

#include <zstd.h>

#include <algorithm>
#include <array>
#include <list>
#include <unordered_map>

#include "base/check.h"
#include "warc/reference_member.h"

namespace freshet::warc {
namespace {

// A page joins the references of its host while they are few and it packs to more than this share:
// then the references do not look like it (docs/design/warc.md).
constexpr std::size_t kJoiningReferencesMax = 4;
constexpr std::size_t kJoiningTextMax = std::size_t{384} << 10;
constexpr std::size_t kJoinsAbove = 10;  // a tenth

// Pages that pack to more than that, less those that do not, from which a host counts as mixed; it
// does no more when as many as make twice that have packed well. What level 3 finds in its pages
// beyond level 2 is half a percent of them, for half of the time.
constexpr int kMixedFrom = 3;

struct FreeCompressor {
  void operator()(ZSTD_CCtx* context) const { ZSTD_freeCCtx(context); }
};
struct FreeDictionary {
  void operator()(ZSTD_CDict* dictionary) const { ZSTD_freeCDict(dictionary); }
};

// The references of a host in the current file.
struct HostReferences {
  std::string host;
  std::string text;  // of all, joined
  std::uint32_t count = 0;
  std::uint64_t last_offset = 0;
  std::unique_ptr<ZSTD_CDict, FreeDictionary> dictionary;  // of `text`, when it is first needed
  int unlike = 0;                                          // from 0 to 2 * kMixedFrom
  bool is_mixed = false;

  std::size_t bytes() const {
    return host.size() + text.capacity() + (dictionary ? ZSTD_sizeof_CDict(dictionary.get()) : 0);
  }
};

}  // namespace

class RecordPacker::References {
 public:
  explicit References(int level) : level_(level), zstd_(ZSTD_createCCtx()) {
    require(zstd_ != nullptr, "there is memory for a zstd compressor");
  }

  void clear() {
    hosts_.clear();
    order_.clear();
    bytes_ = 0;
  }

  void append(std::string& out, std::string_view text, std::string_view host,
              std::uint64_t offset) {
    HostReferences& known = find(host);
    const std::size_t before = known.bytes();
    const ReferenceHead head{
        .text_bytes = static_cast<std::uint32_t>(text.size()),
        .references = known.count,
        .back = known.count > 0 ? offset - known.last_offset : 0,
    };
    const std::string_view frame = compress(text, known);
    append_reference_head(out, head, frame);
    out.append(frame);
    const bool is_unlike = frame.size() > text.size() / kJoinsAbove;
    if (known.count > 0) note_likeness(known, is_unlike);
    if ((is_unlike || known.count == 0) && known.count < kJoiningReferencesMax &&
        known.text.size() + text.size() <= kJoiningTextMax) {
      known.dictionary.reset();
      known.text.append(text);
      known.last_offset = offset;
      ++known.count;
    }
    bytes_ += known.bytes() - before;
    make_room();
  }

 private:
  HostReferences& find(std::string_view host) {
    const auto found = hosts_.find(std::string(host));
    if (found != hosts_.end()) {
      order_.splice(order_.begin(), order_, found->second);
      return order_.front();
    }
    order_.emplace_front().host = host;
    hosts_[order_.front().host] = order_.begin();
    bytes_ += order_.front().bytes();
    return order_.front();
  }

  static void note_likeness(HostReferences& known, bool is_unlike) {
    known.unlike = std::clamp(known.unlike + (is_unlike ? 1 : -1), 0, 2 * kMixedFrom);
    const bool is_mixed = known.is_mixed ? known.unlike > 0 : known.unlike >= kMixedFrom;
    if (is_mixed == known.is_mixed) return;
    known.is_mixed = is_mixed;
    known.unlike = is_mixed ? 2 * kMixedFrom : 0;
    known.dictionary.reset();  // it is of the other level
  }

  int level_for(const HostReferences& known) const {
    return known.is_mixed && level_ == kReferenceLevel ? kUnlikeLevel : level_;
  }

  // Returns the frame, in memory that the next call reuses.
  std::string_view compress(std::string_view text, HostReferences& known) {
    const int level = level_for(known);
    if (!known.dictionary && known.count > 0) {
      known.dictionary.reset(ZSTD_createCDict(known.text.data(), known.text.size(), level));
      require(known.dictionary != nullptr, "there is memory for a zstd dictionary");
    }
    ZSTD_CCtx_reset(zstd_.get(), ZSTD_reset_session_and_parameters);
    ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(zstd_.get(), ZSTD_c_checksumFlag, 1);
    ZSTD_CCtx_refCDict(zstd_.get(), known.dictionary.get());
    frame_.resize(std::max(frame_.size(), ZSTD_compressBound(text.size())));
    const std::size_t size =
        ZSTD_compress2(zstd_.get(), frame_.data(), frame_.size(), text.data(), text.size());
    require(!ZSTD_isError(size), "zstd compresses any bytes into its bound");
    return std::string_view(frame_).substr(0, size);
  }

  void make_room() {
    while (bytes_ > kPackerBytesMax && order_.size() > 1) {
      bytes_ -= order_.back().bytes();
      hosts_.erase(order_.back().host);
      order_.pop_back();
    }
  }

  int level_;
  std::unique_ptr<ZSTD_CCtx, FreeCompressor> zstd_;
  std::list<HostReferences> order_;  // the most recently used first
  std::unordered_map<std::string, std::list<HostReferences>::iterator> hosts_;
  std::size_t bytes_ = 0;
  std::string frame_;
};

RecordPacker::RecordPacker(MemberPacking packing, int level) : packing_(packing), gzip_(packing) {
  if (packing == MemberPacking::reference) references_ = std::make_unique<References>(level);
}
RecordPacker::~RecordPacker() = default;
RecordPacker::RecordPacker(RecordPacker&&) noexcept = default;
RecordPacker& RecordPacker::operator=(RecordPacker&&) noexcept = default;

void RecordPacker::append(std::string& out, std::string_view text) {
  gzip_.append_member(out, std::array<std::string_view, 1>{text});
}

void RecordPacker::append_page(std::string& out, std::string_view text, std::string_view host,
                               std::uint64_t offset) {
  // zstd would take a text that begins with the magic number of its dictionaries for one.
  if (!references_ || text.size() > kPackedTextBytesMax || !text.starts_with("WARC/"))
    return append(out, text);
  references_->append(out, text, host, offset);
}

void RecordPacker::start_file() {
  if (references_) references_->clear();
}

}  // namespace freshet::warc
