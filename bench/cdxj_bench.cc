// Look-ups by URL in an index of 1,000,000 lines, as an archive leaves it: runs of several tiers
// and a tail. The reference reads one block of a file, which any look-up on disk must do.
#include <fmt/format.h>

#include <string>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "measure.h"
#include "store/cdxj/cdxj_index.h"
#include "store/cdxj/cdxj_reader.h"
#include "testkit/scratch.h"

namespace {

using namespace freshet;

constexpr std::uint64_t kLines = 1'000'000;
constexpr std::size_t kLookups = 20'000;

CdxjLine line_of(std::uint64_t number) {
  // Hosts in no order, so that every run covers the whole range of keys.
  const std::string url = fmt::format("https://www.host{}.example/section/{}/page-{}.html",
                                      number * 2654435761 % 5000, number % 7, number);
  return {.key = cdxj_key(url),
          .time = Time(std::chrono::seconds(1'790'000'000 + number)),
          .url = url,
          .mime = "text/html",
          .status = 200,
          .digest = sha1(url),
          .filename = "freshet-20261116003446-00001.warc.gz",
          .offset = number * 10'000,
          .length = 9'000};
}

// The archive's part: keeps the list of files and deletes what is not needed any more.
struct Index {
  const Scratch& scratch;
  std::vector<CdxjFile> runs{};
  int names = 0;
  std::uint64_t written = 0;

  std::string next_path() { return scratch / std::to_string(++names); }
  void merge(const std::vector<CdxjFile>& inputs) {
    const auto run = merge_runs(system_disk(), inputs, next_path());
    require(run.has_value(), "runs can be merged");
    for (const CdxjFile& input : inputs) {
      std::erase(runs, input);
      require(system_disk().remove(input.path).has_value(), "files can be removed");
    }
    runs.push_back(*run);
    written += run->bytes;
  }
};

std::vector<CdxjFile> build(Index& index) {
  auto tail = CdxjTail::open(system_disk(), index.next_path(), 0);
  std::vector<CdxjLine> batch;
  for (std::uint64_t i = 0; i < kLines; ++i) {
    batch.push_back(line_of(i));
    if (batch.size() < 500) continue;
    require(tail && tail->append(batch), "lines can be appended");
    batch.clear();
    if (!tail->is_full()) continue;
    index.written += tail->bytes();
    index.merge({tail->file()});
    tail = CdxjTail::open(system_disk(), index.next_path(), 0);
    for (auto full = runs_to_merge(index.runs); !full.empty(); full = runs_to_merge(index.runs))
      index.merge(full);
  }
  std::vector<CdxjFile> files = index.runs;
  files.push_back(tail->file());
  return files;
}

}  // namespace

int main() {
  const Scratch scratch;
  Index index{.scratch = scratch};
  const double start = bench::cpu_seconds();
  const std::vector<CdxjFile> files = build(index);
  const double seconds = bench::cpu_seconds() - start;
  std::uint64_t bytes = 0;
  for (const CdxjFile& file : files) bytes += file.bytes;
  fmt::print("{} lines, {:.0f} MB in {} files, {:.1f} times written, {:.0f} lines/s\n", kLines,
             static_cast<double>(bytes) * 1e-6, files.size(),
             static_cast<double>(index.written) / static_cast<double>(bytes),
             static_cast<double>(kLines) / seconds);

  auto reader = CdxjReader::open(system_disk(), files);
  require(reader.has_value(), "the index can be opened");
  const auto block_file = system_disk().open(files.front().path, Access::read);
  require(block_file.has_value(), "a run can be opened");
  std::vector<bench::Contender> contenders = {
      {.name = "read a block",
       .run =
           [&] {
             Random random(7);
             std::string block(4096, '\0');
             std::size_t got = 0;
             for (std::size_t i = 0; i < kLookups; ++i)
               got += (*block_file)->read(random.below(files.front().bytes), block).value_or(0);
             return got;
           }},
      {.name = "look up a URL", .run = [&] {
         Random random(8);
         std::size_t found = 0;
         for (std::size_t i = 0; i < kLookups; ++i) {
           const auto line = reader->nearest(line_of(random.below(kLines)).url, kTimeMax);
           found += line && *line;
         }
         require(found == kLookups, "every line is found");
         return found;
       }}};
  bench::run_interleaved(contenders);
  fmt::print("{:<28}{:>14}{:>16}\n", "", "microseconds", "of a block");
  for (const bench::Contender& c : contenders)
    fmt::print("{:<28}{:>14.1f}{:>16.1f}\n", c.name,
               c.median() * 1e6 / static_cast<double>(kLookups),
               c.median() / contenders.front().median());
}
