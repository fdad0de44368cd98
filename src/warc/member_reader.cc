#include "warc/member_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/check.h"

namespace freshet::warc {
namespace {

constexpr std::string_view kGzipMagic = "\x1f\x8b";
constexpr std::size_t kTextPieceBytes = 1 << 16;

}  // namespace

bool begins_member(std::string_view bytes) {
  if (bytes.empty()) return false;
  for (const std::string_view magic : {kGzipMagic, reference_magic()})
    if (magic.starts_with(bytes.substr(0, magic.size()))) return true;
  return false;
}

MemberReader::MemberReader(File& file, std::string name, std::uint64_t begin, std::uint64_t end,
                           SharedReferences shared)
    : file_(file),
      name_(name),
      end_(end),
      gzip_(file, std::move(name), begin, end),
      shared_(shared) {}

ReferenceReader& MemberReader::references() {
  if (shared_.reader) return *shared_.reader;
  if (!own_) own_ = std::make_unique<ReferenceReader>();
  return *own_;
}

Result<bool> MemberReader::next_member() {
  require(!in_member(), "a member is read to its end before the next");
  if (record_) {
    const std::uint64_t next = position();
    record_.reset();
    gzip_.start_at(next);
  }
  auto ahead = gzip_.peek(reference_magic().size());
  if (!ahead) return std::unexpected(ahead.error());
  if (!ahead->starts_with(reference_magic())) return gzip_.next_member();
  const std::uint64_t offset = gzip_.position();
  gzip_.start_at(offset);
  auto record = references().read(file_, name_, shared_.number, offset, end_);
  if (!record) return std::unexpected(record.error());
  record_ = *std::move(record);
  offset_ = offset;
  given_ = 0;
  in_record_ = true;
  return true;
}

Result<std::size_t> MemberReader::read(std::span<char> into) {
  if (!record_) return gzip_.read(into);
  const std::size_t size = std::min(into.size(), record_->text.size() - given_);
  std::copy_n(record_->text.data() + given_, size, into.data());
  given_ += size;
  if (size == 0) in_record_ = false;
  return size;
}

void MemberReader::start_at(std::uint64_t offset) {
  record_.reset();
  in_record_ = false;
  gzip_.start_at(offset);
}

Result<std::string> read_member_text(MemberReader& members, std::size_t bytes_max) {
  std::string text;
  while (text.size() <= bytes_max) {
    const std::size_t kept = text.size();
    text.resize(kept + std::max(kept, kTextPieceBytes));
    auto got = members.read(std::span(text).subspan(kept));
    text.resize(kept + got.value_or(0));
    if (!got) return std::unexpected(got.error());
    if (*got == 0) return text;
  }
  return std::unexpected(
      Error{Errc::limit, fmt::format("offset {}: expected a member of at most {} bytes",
                                     members.member_offset(), bytes_max)});
}

}  // namespace freshet::warc
