// A file in memory, for bytes that are already loaded and for tests.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "base/disk.h"

namespace freshet {

class MemoryFile final : public File {
 public:
  MemoryFile() = default;
  explicit MemoryFile(std::string bytes) : bytes_(std::move(bytes)) {}

  const std::string& bytes() const { return bytes_; }

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    if (offset >= bytes_.size()) return 0;
    const std::string_view found = std::string_view(bytes_).substr(offset, into.size());
    std::copy(found.begin(), found.end(), into.begin());
    return found.size();
  }
  Status write(std::uint64_t offset, std::string_view bytes) override {
    if (bytes_.size() < offset + bytes.size()) bytes_.resize(offset + bytes.size());
    bytes_.replace(offset, bytes.size(), bytes);
    return {};
  }
  Result<std::uint64_t> size() override { return bytes_.size(); }
  Status truncate(std::uint64_t size) override {
    bytes_.resize(size);
    return {};
  }
  Status sync() override { return {}; }

 private:
  std::string bytes_;
};

}  // namespace freshet
