#include "store/cdxj/cdxj_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/escape.h"
#include "store/cdxj/cdxj_sorter.h"
#include "store/cdxj/sorted_lines.h"

namespace freshet {
namespace {

// A run of one tail is of tier 0, a run of kRunsPerTier of those of tier 1, and so on. The bounds
// lie between their sizes.
unsigned tier_of(const CdxjFile& run) {
  unsigned tier = 0;
  for (std::uint64_t bytes = run.bytes / (kTailBytesMax * kRunsPerTier / 2); bytes > 0;
       bytes /= kRunsPerTier)
    ++tier;
  return tier;
}

// The open files of a merge. Tails are in memory.
struct Inputs {
  std::vector<std::unique_ptr<File>> files;
  std::vector<std::unique_ptr<SortedTail>> tails;
  std::vector<std::unique_ptr<LineSource>> sources;
};

// `files` outlive the inputs.
Result<Inputs> open_inputs(Disk& disk, std::span<const CdxjFile> files) {
  Inputs inputs;
  for (const CdxjFile& file : files) {
    if (file.is_sorted) {
      auto opened = open_index_file(disk, file);
      if (!opened) return std::unexpected(opened.error());
      inputs.files.push_back(*std::move(opened));
      inputs.sources.push_back(
          std::make_unique<FileLines>(*inputs.files.back(), file.path, 0, file.bytes));
    } else {
      auto tail = SortedTail::load(disk, file);
      if (!tail) return std::unexpected(tail.error());
      inputs.tails.push_back(std::make_unique<SortedTail>(*std::move(tail)));
      inputs.sources.push_back(inputs.tails.back()->lines_from(""));
    }
  }
  return inputs;
}

}  // namespace

Result<CdxjTail> CdxjTail::open(Disk& disk, const std::string& path, std::uint64_t committed) {
  auto file = disk.open(path, Access::write);
  if (!file) return std::unexpected(file.error());
  const auto size = (*file)->size();
  if (!size) return std::unexpected(size.error());
  if (*size < committed) {
    return std::unexpected(damaged_index(
        path, *size,
        fmt::format("expected {} bytes, as were committed, but the file ends here", committed)));
  }
  if (*size > committed)
    if (auto done = (*file)->truncate(committed); !done) return std::unexpected(done.error());
  return CdxjTail(*std::move(file), path, committed);
}

Result<std::uint64_t> CdxjTail::append(std::span<const CdxjLine> lines) {
  std::string written;
  for (const CdxjLine& line : lines) {
    const auto text = write_line(line);
    if (!text) return std::unexpected(text.error());
    written.append(*text).push_back('\n');
    if (bytes_ + written.size() > kTailBytesLimit) {
      return std::unexpected(
          Error{Errc::limit, fmt::format("\"{}\" would grow past {} bytes; a batch must be smaller",
                                         visible(path_), kTailBytesLimit)});
    }
  }
  if (auto done = file_->write(bytes_, written); !done) return std::unexpected(done.error());
  bytes_ += written.size();
  return bytes_;
}

std::vector<CdxjFile> runs_to_merge(std::span<const CdxjFile> files) {
  std::map<unsigned, std::vector<CdxjFile>> tiers;
  for (const CdxjFile& file : files)
    if (file.is_sorted) tiers[tier_of(file)].push_back(file);
  for (auto& [tier, runs] : tiers)
    if (runs.size() >= kRunsPerTier) return std::move(runs);
  return {};
}

Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> files, const std::string& path) {
  auto inputs = open_inputs(disk, files);
  if (!inputs) return std::unexpected(inputs.error());
  auto run = RunWriter::create(disk, path);
  if (!run) return std::unexpected(run.error());
  MergedLines lines(std::move(inputs->sources));
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return run->finish();
    if (auto done = run->add(**line); !done) return std::unexpected(done.error());
  }
}

Result<CdxjFile> merge_runs(Disk& disk, std::span<const CdxjFile> files, const std::string& path,
                            const CdxjEdit& edit) {
  auto inputs = open_inputs(disk, files);
  if (!inputs) return std::unexpected(inputs.error());
  CdxjSorter sorter(disk, path);
  MergedLines lines(std::move(inputs->sources));
  while (true) {
    const auto line = lines.next();
    if (!line) return std::unexpected(line.error());
    if (!*line) return sorter.finish();
    auto parsed = parse_line(**line);
    if (!parsed) {
      return std::unexpected(
          damaged_index(lines.source().path(), lines.source().offset(), parsed.error().message));
    }
    const auto edited = edit(*std::move(parsed));
    if (!edited) continue;
    if (auto done = sorter.add(*edited); !done) return std::unexpected(done.error());
  }
}

}  // namespace freshet
