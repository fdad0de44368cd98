#include "store/cdxj/cdxj_sorter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "store/cdxj/sorted_lines.h"

namespace freshet {

CdxjSorter::CdxjSorter(Disk& disk, std::string path, std::size_t sort_bytes_max)
    : disk_(disk), path_(std::move(path)), sort_bytes_max_(sort_bytes_max) {}

CdxjSorter::~CdxjSorter() { forget(std::exchange(runs_, {})); }

Status CdxjSorter::add(const CdxjLine& line) {
  const auto written = write_line(line);
  if (!written) return std::unexpected(written.error());
  return add_written(*written);
}

Status CdxjSorter::add_written(std::string_view line) {
  lines_.push_back({.begin = text_.size(), .length = line.size()});
  text_.append(line);
  return text_.size() < sort_bytes_max_ ? Status() : put_aside();
}

Result<CdxjFile> CdxjSorter::write_sorted(const std::string& path) {
  const auto text = [this](Line line) {
    return std::string_view(text_).substr(line.begin, line.length);
  };
  std::ranges::sort(lines_, {}, text);
  auto run = RunWriter::create(disk_, path);
  if (!run) return std::unexpected(run.error());
  for (std::size_t i = 0; i < lines_.size(); ++i) {
    if (i > 0 && text(lines_[i]) == text(lines_[i - 1])) continue;
    if (auto done = run->add(text(lines_[i])); !done) return std::unexpected(done.error());
  }
  lines_.clear();
  text_.clear();
  return run->finish();
}

Status CdxjSorter::put_aside() {
  auto run = write_sorted(next_name());
  if (!run) return std::unexpected(run.error());
  runs_.push_back(*std::move(run));
  while (true) {
    const std::vector<CdxjFile> inputs = runs_to_merge(runs_);
    if (inputs.empty()) return {};
    auto merged = merge_runs(disk_, inputs, next_name());
    if (!merged) return std::unexpected(merged.error());
    std::erase_if(
        runs_, [&](const CdxjFile& had) { return std::ranges::find(inputs, had) != inputs.end(); });
    forget(inputs);
    runs_.push_back(*std::move(merged));
  }
}

Result<CdxjFile> CdxjSorter::finish() {
  if (runs_.empty()) return write_sorted(path_);
  if (!lines_.empty())
    if (auto done = put_aside(); !done) return std::unexpected(done.error());
  auto sorted = merge_runs(disk_, runs_, path_);
  forget(std::exchange(runs_, {}));
  return sorted;
}

std::string CdxjSorter::next_name() { return fmt::format("{}.sort-{}", path_, ++names_given_); }

void CdxjSorter::forget(const std::vector<CdxjFile>& runs) {
  // A run that cannot be removed is harmless: no catalog names it.
  for (const CdxjFile& run : runs) static_cast<void>(disk_.remove(run.path));
}

}  // namespace freshet
