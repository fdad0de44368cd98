#include "warc/chunked.h"

#include <algorithm>

#include "base/ascii.h"

namespace freshet::warc {
namespace {

constexpr std::size_t kSizeDigitsMax = 15;  // so that the size fits into 64 bits

// Moves bytes up to the next line feed from `bytes` to `line`; returns true if there was one.
bool take_line(std::string_view& bytes, std::string& line) {
  const std::size_t end = bytes.find('\n');
  line.append(bytes.substr(0, std::min(end, kChunkLineBytesMax + 1)));
  bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  if (end == std::string_view::npos) return false;
  if (line.ends_with('\r')) line.pop_back();
  return true;
}

}  // namespace

bool Dechunker::read_size() {
  const std::string_view line = line_;
  std::size_t digits = 0;
  left_ = 0;
  for (; digits < line.size() && is_ascii_hex_digit(line[digits]); ++digits) {
    if (digits == kSizeDigitsMax) return false;
    left_ = left_ << 4 | hex_value(line[digits]);
  }
  const std::string_view rest = trim_ascii_whitespace(line.substr(digits));
  return digits > 0 && (rest.empty() || rest.front() == ';');
}

void Dechunker::step(std::string_view& bytes, std::string& out) {
  if (place_ == Place::bytes) {
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(left_, bytes.size()));
    out.append(bytes.substr(0, size));
    bytes.remove_prefix(size);
    left_ -= size;
    if (left_ == 0) place_ = Place::bytes_end;
    return;
  }
  const bool is_whole = take_line(bytes, line_);
  if (line_.size() > kChunkLineBytesMax) place_ = Place::failed;
  if (!is_whole || has_failed()) return;
  if (place_ == Place::bytes_end) {
    has_first_chunk_ |= line_.empty();
    place_ = line_.empty() ? Place::size_line : Place::failed;
  } else if (!read_size()) {
    place_ = Place::failed;
  } else {
    has_first_chunk_ |= left_ == 0;
    place_ = left_ > 0 ? Place::bytes : Place::ended;
  }
  line_.clear();
}

bool Dechunker::push(std::string_view bytes, std::string& out) {
  while (!bytes.empty() && place_ != Place::failed && place_ != Place::ended) step(bytes, out);
  return !has_failed();
}

}  // namespace freshet::warc
