#include "warc/unpacked_file.h"

#include <algorithm>

namespace freshet::warc {
namespace {

// The buffer is for headers; few are longer.
constexpr std::size_t kUnpackedPieceBytes = 1 << 12;

}  // namespace

UnpackedFile::UnpackedFile(File& file, const std::string& name, std::uint64_t begin,
                           std::uint64_t end, bool is_packed, SharedReferences references)
    : file_(file), begin_(begin), end_(end), plain_at_(begin) {
  if (is_packed) packed_.emplace(file, name, begin, end, references);
}

Result<std::size_t> UnpackedFile::read_member(std::span<char> into) {
  Result<std::size_t> got = 0;
  if (packed_) {
    got = packed_->read(into);
  } else if (plain_at_ < end_) {
    const std::uint64_t left = end_ - plain_at_;
    got = file_.read(
        plain_at_,
        into.first(static_cast<std::size_t>(std::min<std::uint64_t>(left, into.size()))));
    plain_at_ += got.value_or(0);
  }
  unpacked_ += got.value_or(0);
  return got;
}

Result<bool> UnpackedFile::fill() {
  buffer_.erase(0, at_);
  at_ = 0;
  const std::size_t kept = buffer_.size();
  buffer_.resize(kept + kUnpackedPieceBytes);
  auto got = read_member(std::span(buffer_).subspan(kept));
  buffer_.resize(kept + got.value_or(0));
  if (!got) return std::unexpected(got.error());
  return *got > 0;
}

Result<std::size_t> UnpackedFile::read(std::span<char> into) {
  const std::string_view held = buffer();
  if (held.empty()) return read_member(into);
  const std::size_t size = std::min(held.size(), into.size());
  std::copy_n(held.begin(), size, into.begin());
  take(size);
  return size;
}

Result<bool> UnpackedFile::next_member() {
  unpacked_ = 0;
  if (packed_) return packed_->next_member();
  const bool is_first = !in_plain_;
  in_plain_ = true;
  return is_first;
}

void UnpackedFile::start_at(std::uint64_t offset) {
  buffer_.clear();
  at_ = 0;
  unpacked_ = 0;
  if (packed_) return packed_->start_at(offset);
  in_plain_ = false;
  begin_ = plain_at_ = offset;
}

}  // namespace freshet::warc
