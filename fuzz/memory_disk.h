// A disk of one file to read, whatever it is called, and one to write. For fuzz targets, where a
// real one would be slow.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/disk.h"

namespace freshet {

class OneFile final : public File {
 public:
  explicit OneFile(std::string& bytes) : bytes_(bytes) {}

  Result<std::size_t> read(std::uint64_t offset, std::span<char> into) override {
    if (offset >= bytes_.size()) return 0;
    const std::size_t count = std::min<std::size_t>(into.size(), bytes_.size() - offset);
    std::memcpy(into.data(), bytes_.data() + offset, count);
    return count;
  }
  Status write(std::uint64_t offset, std::string_view bytes) override {
    bytes_.resize(std::max<std::size_t>(bytes_.size(), offset + bytes.size()));
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
  std::string& bytes_;
};

class OneFileDisk final : public Disk {
 public:
  explicit OneFileDisk(std::string_view input) : input_(input) {}

  Result<std::unique_ptr<File>> open(const std::string&, Access access) override {
    if (access == Access::read) return std::make_unique<OneFile>(input_);
    output_.emplace();
    return std::make_unique<OneFile>(*output_);
  }
  Status remove(const std::string&) override {
    output_.reset();
    return {};
  }
  bool exists(const std::string&) override { return output_.has_value(); }

  Status rename(const std::string&, const std::string&) override { return {}; }
  Status make_directories(const std::string&) override { return {}; }
  Status sync_directory(const std::string&) override { return {}; }
  Result<std::vector<std::string>> list(const std::string&) override {
    return std::vector<std::string>();
  }
  Result<std::uint64_t> free_bytes(const std::string&) override { return std::uint64_t{1} << 40; }
  Result<std::unique_ptr<DiskLock>> lock(const std::string& path) override {
    return std::unexpected(Error{Errc::denied, "nobody locks \"" + path + "\""});
  }

 private:
  std::string input_;
  std::optional<std::string> output_;
};

}  // namespace freshet
