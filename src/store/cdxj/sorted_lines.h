// Building blocks of cdxj_index.h, cdxj_sorter.h and cdxj_reader.h: lines of files and memory
// merged into one sorted sequence, and the writer of a sorted file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "store/cdxj/cdxj_index.h"

namespace freshet {

// Returns the error "index file "x", offset 17: expected a line feed".
Error damaged_index(const std::string& path, std::uint64_t offset, std::string_view what);

// Opens an index file for reading. Errc::corrupt if it is shorter than committed.
Result<std::unique_ptr<File>> open_index_file(Disk& disk, const CdxjFile& file);

// A sequence of lines in order. A view is valid until the next call.
class LineSource {
 public:
  virtual ~LineSource() = default;
  virtual Result<std::optional<std::string_view>> next() = 0;

  // The file and offset of the last line of next(), for messages.
  virtual const std::string& path() const = 0;
  virtual std::uint64_t offset() const = 0;
};

// The lines of a file from `begin` to `end`, both at line boundaries. `file` and `path` outlive it.
class FileLines final : public LineSource {
 public:
  static constexpr std::size_t kFirstReadBytes = 4096;
  static constexpr std::size_t kReadBytes = 65536;

  FileLines(File& file, const std::string& path, std::uint64_t begin, std::uint64_t end)
      : file_(file), path_(path), at_(begin), read_to_(begin), end_(end) {}

  Result<std::optional<std::string_view>> next() override;
  const std::string& path() const override { return path_; }
  std::uint64_t offset() const override { return line_; }

  // Skips lines that sort before `from`.
  Status skip_to(std::string_view from);

 private:
  Status read_more();

  File& file_;
  const std::string& path_;
  std::uint64_t line_ = 0;  // offset of the current line
  std::uint64_t at_;        // offset of the next line
  std::uint64_t read_to_;   // the bytes of the file from at_ to here are in buffer_, from used_ on
  std::uint64_t end_;
  std::string buffer_;
  std::size_t used_ = 0;
  std::size_t read_bytes_ = kFirstReadBytes;
};

// A tail, read completely and sorted in memory.
class SortedTail {
 public:
  static Result<SortedTail> load(Disk& disk, const CdxjFile& file);

  // The lines from `from` on. The tail outlives the source.
  std::unique_ptr<LineSource> lines_from(std::string_view from) const;

 private:
  friend class TailLines;
  struct Line {
    std::uint32_t begin = 0;
    std::uint32_t length = 0;
  };

  std::string_view text(Line line) const {
    return std::string_view(bytes_).substr(line.begin, line.length);
  }

  std::string path_;
  std::string bytes_;
  std::vector<Line> lines_;
};

// Merges several sources into one sequence; identical lines appear once. A source that is out of
// order is an error.
class MergedLines {
 public:
  explicit MergedLines(std::vector<std::unique_ptr<LineSource>> sources);

  // Returns the next line, valid until the next call.
  Result<std::optional<std::string_view>> next();
  // The source of that line.
  const LineSource& source() const { return *sources_[current_]; }

 private:
  struct Head {
    std::string_view line;
    std::size_t source;
  };
  Status advance(std::size_t source);

  std::vector<std::unique_ptr<LineSource>> sources_;
  std::vector<Head> heap_;  // the least line first
  std::size_t current_ = 0;
  bool has_begun_ = false;
  bool has_current_ = false;
  std::string last_;
};

// Writes a run under a temporary name and renames it when it is complete. Lines come in order.
class RunWriter {
 public:
  static Result<RunWriter> create(Disk& disk, const std::string& path);
  RunWriter(RunWriter&&) noexcept;
  RunWriter& operator=(RunWriter&&) = delete;
  ~RunWriter();  // an unfinished file is removed

  Status add(std::string_view line);
  Result<CdxjFile> finish();

 private:
  RunWriter(Disk& disk, std::string path, std::unique_ptr<File> file)
      : disk_(&disk), path_(std::move(path)), file_(std::move(file)) {}
  Status flush();

  Disk* disk_;
  std::string path_;
  std::unique_ptr<File> file_;  // none when finished or moved from
  std::uint64_t written_ = 0;
  std::string buffer_;
};

}  // namespace freshet
