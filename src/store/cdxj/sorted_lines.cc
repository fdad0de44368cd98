#include "store/cdxj/sorted_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/escape.h"

namespace freshet {
namespace {

constexpr std::size_t kWriteBytes = std::size_t{256} << 10;

std::string part_path(const std::string& path) { return path + ".part"; }

}  // namespace

Error damaged_index(const std::string& path, std::uint64_t offset, std::string_view what) {
  return {Errc::corrupt,
          fmt::format("index file \"{}\", offset {}: {}", visible(path), offset, what)};
}

Result<std::unique_ptr<File>> open_index_file(Disk& disk, const CdxjFile& file) {
  auto opened = disk.open(file.path, Access::read);
  if (!opened) return opened;
  const auto size = (*opened)->size();
  if (!size) return std::unexpected(size.error());
  if (*size < file.bytes) {
    return std::unexpected(damaged_index(
        file.path, *size,
        fmt::format("expected {} bytes, as were committed, but the file ends here", file.bytes)));
  }
  return opened;
}

Result<std::optional<std::string_view>> FileLines::next() {
  std::size_t searched = 0;  // bytes of this line that hold no line feed
  while (true) {
    const std::size_t found = buffer_.find('\n', used_ + searched);
    if (found != std::string::npos) {
      const std::string_view line = std::string_view(buffer_).substr(used_, found - used_);
      if (line.size() > kCdxjLineBytesMax) break;
      line_ = at_;
      at_ += line.size() + 1;
      used_ = found + 1;
      return line;
    }
    if (at_ == end_) return std::nullopt;
    searched = buffer_.size() - used_;
    if (searched > kCdxjLineBytesMax) break;
    if (read_to_ == end_) {
      return std::unexpected(damaged_index(
          path_, at_, fmt::format("expected a line feed before offset {}, the end", end_)));
    }
    if (auto read = read_more(); !read) return std::unexpected(read.error());
  }
  return std::unexpected(damaged_index(
      path_, at_, fmt::format("expected a line of at most {} bytes", kCdxjLineBytesMax)));
}

Status FileLines::skip_to(std::string_view from) {
  while (true) {
    const auto line = next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return {};
    if (**line < from) continue;
    used_ -= (*line)->size() + 1;
    at_ = line_;
    return {};
  }
}

Status FileLines::read_more() {
  buffer_.erase(0, used_);
  used_ = 0;
  const std::size_t had = buffer_.size();
  const auto wanted =
      static_cast<std::size_t>(std::min<std::uint64_t>(read_bytes_, end_ - read_to_));
  read_bytes_ = kReadBytes;
  buffer_.resize(had + wanted);
  const auto got = file_.read(read_to_, std::span(buffer_).subspan(had));
  if (!got) return std::unexpected(got.error());
  if (*got < wanted) {
    return std::unexpected(
        damaged_index(path_, read_to_ + *got, fmt::format("expected {} bytes in the file", end_)));
  }
  read_to_ += wanted;
  return {};
}

// Lines of a tail, in sorted order.
class TailLines final : public LineSource {
 public:
  TailLines(const SortedTail& tail, std::size_t first) : tail_(tail), next_(first) {}

  Result<std::optional<std::string_view>> next() override {
    if (next_ == tail_.lines_.size()) return std::nullopt;
    return tail_.text(tail_.lines_[next_++]);
  }
  const std::string& path() const override { return tail_.path_; }
  std::uint64_t offset() const override { return next_ == 0 ? 0 : tail_.lines_[next_ - 1].begin; }

 private:
  const SortedTail& tail_;
  std::size_t next_;
};

Result<SortedTail> SortedTail::load(Disk& disk, const CdxjFile& file) {
  if (file.bytes > kTailBytesLimit) {
    return std::unexpected(damaged_index(
        file.path, kTailBytesLimit,
        fmt::format("expected the end of the tail, but {} bytes were committed", file.bytes)));
  }
  auto opened = open_index_file(disk, file);
  if (!opened) return std::unexpected(opened.error());
  SortedTail tail;
  tail.path_ = file.path;
  tail.bytes_.reserve(file.bytes);
  FileLines lines(**opened, tail.path_, 0, file.bytes);
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) break;
    tail.lines_.push_back({.begin = static_cast<std::uint32_t>(tail.bytes_.size()),
                           .length = static_cast<std::uint32_t>((*line)->size())});
    tail.bytes_.append(**line).push_back('\n');
  }
  std::ranges::sort(tail.lines_, {}, [&tail](Line line) { return tail.text(line); });
  return tail;
}

std::unique_ptr<LineSource> SortedTail::lines_from(std::string_view from) const {
  const auto first =
      std::ranges::lower_bound(lines_, from, {}, [this](Line line) { return text(line); });
  return std::make_unique<TailLines>(*this, static_cast<std::size_t>(first - lines_.begin()));
}

MergedLines::MergedLines(std::vector<std::unique_ptr<LineSource>> sources)
    : sources_(std::move(sources)) {
  heap_.reserve(sources_.size());
}

Status MergedLines::advance(std::size_t source) {
  const auto line = sources_[source]->next();
  if (!line) return std::unexpected(line.error());
  if (!*line) return {};
  if ((*line)->empty()) {
    return std::unexpected(damaged_index(sources_[source]->path(), sources_[source]->offset(),
                                         "expected an index line, not an empty one"));
  }
  if (**line < last_) {
    return std::unexpected(damaged_index(sources_[source]->path(), sources_[source]->offset(),
                                         "expected a line that sorts behind the one before it"));
  }
  heap_.push_back({.line = **line, .source = source});
  std::ranges::push_heap(heap_, std::greater(), &Head::line);
  return {};
}

Result<std::optional<std::string_view>> MergedLines::next() {
  if (!std::exchange(has_begun_, true)) {
    for (std::size_t i = 0; i < sources_.size(); ++i)
      if (auto done = advance(i); !done) return std::unexpected(done.error());
  }
  while (true) {
    if (std::exchange(has_current_, false))
      if (auto done = advance(current_); !done) return std::unexpected(done.error());
    if (heap_.empty()) return std::nullopt;
    std::ranges::pop_heap(heap_, std::greater(), &Head::line);
    const Head head = heap_.back();
    heap_.pop_back();
    current_ = head.source;
    has_current_ = true;
    if (head.line == last_) continue;
    last_ = head.line;
    return std::string_view(last_);
  }
}

Result<RunWriter> RunWriter::create(Disk& disk, const std::string& path) {
  auto file = disk.open(part_path(path), Access::write);
  if (!file) return std::unexpected(file.error());
  RunWriter writer(disk, path, *std::move(file));
  if (auto done = writer.file_->truncate(0); !done) return std::unexpected(done.error());
  return writer;
}

RunWriter::RunWriter(RunWriter&&) noexcept = default;

RunWriter::~RunWriter() {
  if (!file_) return;
  file_.reset();
  static_cast<void>(disk_->remove(part_path(path_)));  // if that fails, the next run overwrites it
}

Status RunWriter::add(std::string_view line) {
  buffer_.append(line).push_back('\n');
  return buffer_.size() < kWriteBytes ? Status() : flush();
}

Status RunWriter::flush() {
  if (auto done = file_->write(written_, buffer_); !done) return done;
  written_ += buffer_.size();
  buffer_.clear();
  return {};
}

Result<CdxjFile> RunWriter::finish() {
  require(file_ != nullptr, "a run is finished once");
  if (auto done = flush(); !done) return std::unexpected(done.error());
  if (auto done = file_->sync(); !done) return std::unexpected(done.error());
  if (auto done = disk_->rename(part_path(path_), path_); !done)
    return std::unexpected(done.error());
  file_.reset();
  if (auto done = disk_->sync_directory(parent_directory(path_)); !done)
    return std::unexpected(done.error());
  return CdxjFile{.path = path_, .bytes = written_, .is_sorted = true};
}

}  // namespace freshet
