#include "store/maintenance/verify_index.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <filesystem>

#include "store/archive/index_keeper.h"
#include "store/cdxj/cdxj_reader.h"

namespace freshet {
namespace {

constexpr std::size_t kReadBytes = std::size_t{1} << 20;

std::string make_scratch() {
  std::string path = (std::filesystem::temp_directory_path() / "freshet-verify-XXXXXX").string();
  return ::mkdtemp(path.data()) ? path : std::string();
}

// Iterates over a sorted sequence whose reader pushes lines: reads it piece by piece, so that two
// sequences can be compared side by side.
class LineWalk {
 public:
  explicit LineWalk(CdxjReader& reader) : reader_(reader) {}

  // Returns the next line as write_line gives it; nothing at the end.
  Result<std::optional<std::string>> next() {
    if (at_ == lines_.size())
      if (auto filled = fill(); !filled) return std::unexpected(filled.error());
    if (at_ == lines_.size()) return std::nullopt;
    return std::move(lines_[at_++]);
  }

 private:
  static constexpr std::size_t kLinesAtOnce = 10'000;

  Status fill() {
    lines_.clear();
    at_ = 0;
    Status status;
    auto read = reader_.each({{.from = from_, .to = std::nullopt}}, [&](const CdxjLine& line) {
      auto text = write_line(line);
      if (!text) {
        status = std::unexpected(text.error());
        return false;
      }
      lines_.push_back(*std::move(text));
      return lines_.size() < kLinesAtOnce;
    });
    if (!read) return read;
    if (!status) return status;
    // The next piece begins after the last line of this one.
    if (!lines_.empty()) from_ = lines_.back() + '\x01';
    return {};
  }

  CdxjReader& reader_;
  std::string from_;
  std::vector<std::string> lines_;
  std::size_t at_ = 0;
};

std::string_view first_words(std::string_view line) { return line.substr(0, line.find(" {")); }

}  // namespace

IndexCheck::IndexCheck(Disk& disk, std::string directory)
    : disk_(disk),
      directory_(std::move(directory)),
      scratch_(make_scratch()),
      expected_(system_disk(), scratch_ + "/expected") {}

IndexCheck::~IndexCheck() {
  if (scratch_.empty()) return;
  std::error_code ignored;
  std::filesystem::remove_all(scratch_, ignored);
}

// A line that parses may still be damaged, for example in letter case, so each must equal the
// output of write_line.
Status IndexCheck::check_bytes(const FileRow& row, Findings& findings) {
  auto file = disk_.open(directory_ + "/" + row.name, Access::read);
  if (!file && file.error().code == Errc::not_found) {
    findings.fault(fmt::format("{}: the file is missing", row.name));
    return {};
  }
  if (!file) return std::unexpected(file.error());
  std::string buffer;
  std::uint64_t read = 0;
  std::uint64_t line_offset = 0;
  while (read < row.committed) {
    const std::size_t before = buffer.size();
    buffer.resize(before + std::min<std::uint64_t>(kReadBytes, row.committed - read));
    auto got = (*file)->read(read, std::span(buffer).subspan(before));
    if (!got) return std::unexpected(got.error());
    buffer.resize(before + *got);
    if (*got == 0) break;
    read += *got;
    std::size_t begin = 0;
    for (std::size_t end = 0; (end = buffer.find('\n', begin)) != std::string::npos;
         begin = end + 1) {
      const std::string_view text = std::string_view(buffer).substr(begin, end - begin);
      const auto line = parse_line(text);
      const auto again =
          line ? write_line(*line) : Result<std::string>(std::unexpect, line.error());
      if (!again || *again != text) {
        findings.fault(fmt::format("{}, offset {}: the index line is not as it was written",
                                   row.name, line_offset + begin));
      }
      ++findings.verified.index_lines;
    }
    line_offset += begin;
    buffer.erase(0, begin);
    if (buffer.size() > kCdxjLineBytesMax) break;
  }
  if (read != row.committed || !buffer.empty()) {
    findings.fault(
        fmt::format("{}, offset {}: the index line is incomplete", row.name, line_offset));
  }
  return {};
}

Status IndexCheck::compare(const std::vector<FileRow>& files, Findings& findings) {
  const std::uint64_t faults_before = findings.verified.faults;
  for (const FileRow& row : files) {
    if (row.kind != FileKind::cdxj_run && row.kind != FileKind::cdxj_tail) continue;
    ++findings.verified.files;
    if (auto checked = check_bytes(row, findings); !checked) return checked;
  }
  // Damaged lines cannot be compared in order.
  if (findings.verified.faults != faults_before) return {};
  auto expected_run = expected_.finish();
  if (!expected_run) return std::unexpected(expected_run.error());
  auto expected = CdxjReader::open(system_disk(), {*expected_run});
  if (!expected) return std::unexpected(expected.error());
  auto actual = CdxjReader::open(disk_, index_files(directory_, files));
  if (!actual) return std::unexpected(actual.error());
  LineWalk expected_walk(*expected);
  LineWalk actual_walk(*actual);
  auto wanted = expected_walk.next();
  auto there = actual_walk.next();
  while (true) {
    if (!wanted) return std::unexpected(wanted.error());
    if (!there && there.error().code != Errc::corrupt) return std::unexpected(there.error());
    if (!there) {
      findings.fault(there.error().message);
      return {};
    }
    if (!*wanted && !*there) return {};
    const bool is_missing = !*there || (*wanted && **wanted < **there);
    const bool is_extra = !*wanted || (*there && **there < **wanted);
    if (is_missing)
      findings.fault(fmt::format("index: the line \"{}\" is missing", first_words(**wanted)));
    if (is_extra)
      findings.fault(
          fmt::format("index: the line \"{}\" belongs to no record", first_words(**there)));
    if (!is_extra) wanted = expected_walk.next();
    if (!is_missing) there = actual_walk.next();
  }
}

}  // namespace freshet
