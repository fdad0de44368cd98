// The archive as a crawl fills it: 20,000 pages of 41 KB with gzip, digests, tags and catalog rows,
// beside what the parts take alone; then the catalog at the size of a large crawl
// (catalog_bench.cc).
//
// store_bench [directory] [pages] [thousands of catalog rows]; by default below the working
// directory, 20000 and 1000. The directory should be on a real disk: syncs are part of the work.
#include <fmt/format.h>
#include <stdio.h>

#include <filesystem>
#include <string>
#include <vector>

#include "append_bench.h"
#include "base/check.h"
#include "base/digest.h"
#include "catalog_bench.h"
#include "measure.h"
#include "warc/gzip.h"

namespace freshet::bench {
namespace {

constexpr std::size_t kBatchPages = 250;

template <class Work>
Spent measure(Work work) {
  const double wall = wall_seconds();
  const double cpu = cpu_seconds();
  work();
  return {.wall = wall_seconds() - wall, .cpu = cpu_seconds() - cpu};
}

// The pages are made before each batch, outside of the time.
template <class Work>
Spent each_page(const Pages& pages, std::size_t count, Work work) {
  Spent spent;
  for (std::size_t first = 0; first < count; first += kBatchPages) {
    std::vector<std::string> batch;
    for (std::size_t i = 0; i < kBatchPages; ++i) batch.push_back(pages.page(first + i));
    const Spent one = measure([&] {
      for (const std::string& page : batch) work(page);
    });
    spent.wall += one.wall;
    spent.cpu += one.cpu;
  }
  return spent;
}

// The same append by store_zlib_bench, which is this with zlib at level 6 in the place of igzip.
Spent append_all_by_zlib(std::size_t count, const std::string& directory) {
  const auto program = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const std::string command =
      fmt::format("'{}/store_zlib_bench' '{}' {}", program.string(), directory, count);
  FILE* answer = popen(command.c_str(), "r");
  Spent spent;
  const bool read =
      answer != nullptr && std::fscanf(answer, "%lf %lf", &spent.wall, &spent.cpu) == 2;
  require(read && pclose(answer) == 0, "store_zlib_bench is built beside this and works");
  return spent;
}

void bench_append(const std::string& directory, std::size_t count) {
  const Pages pages;
  warc::GzipWriter gzip;
  std::string out;
  std::size_t igzip_bytes = 0;
  const Spent igzip = each_page(pages, count, [&](const std::string& page) {
    out.clear();
    const std::string_view part = page;
    gzip.append_member(out, {&part, 1});
    igzip_bytes += out.size();
  });
  Sha1 sha1;
  const Spent digests = each_page(pages, count, [&](const std::string& page) {
    for (int twice = 0; twice < 2; ++twice) {
      sha1.update(page);
      static_cast<void>(sha1.finish());
    }
  });
  const Spent append = append_all(pages, count, directory);
  const Spent by_zlib = append_all_by_zlib(count, directory);

  const double megabytes = 1e-6 * static_cast<double>(count * kPageBytes);
  const double alone = igzip.wall + digests.wall;
  const auto line = [&](std::string_view name, const Spent& spent) {
    fmt::print("{:<52}{:>8.2f}{:>8.2f}{:>8.0f}{:>9.2f}\n", name, spent.wall, spent.cpu,
               megabytes / spent.wall, spent.wall / alone);
  };
  fmt::print("{} pages, {:.0f} MB\n{:<52}{:>8}{:>8}{:>8}{:>9}\n", count, megabytes, "", "wall s",
             "cpu s", "MB/s", "of alone");
  line("igzip alone", igzip);
  line("two SHA-1 alone", digests);
  line("both alone: the reference", {.wall = alone, .cpu = igzip.cpu + digests.cpu});
  line("append: gzip, digests, tags, index, rows, syncs", append);
  line("the same append by zlib level 6", by_zlib);
  fmt::print(
      "append is {:.2f} times the reference (asked: at most 1.6), and {:.1f} times as fast as by\n"
      "zlib 6 (asked: at least 3). Packed by igzip: {:.1f} %.\n\n",
      append.wall / alone, by_zlib.wall / append.wall,
      100e-6 * static_cast<double>(igzip_bytes) / megabytes);
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  const std::string directory = argc > 1 ? argv[1] : "store_bench.scratch";
  const std::size_t pages = argc > 2 ? std::stoul(argv[2]) : 20'000;
  const std::size_t thousands = argc > 3 ? std::stoul(argv[3]) : 1000;
  freshet::bench::bench_append(directory, pages);
  return freshet::bench::run_catalog_bench(directory, thousands);
}
