// The archive as a crawl fills it: 20,000 pages of 41 KB with gzip, digests, tags and catalog rows,
// beside what the parts take alone; then the catalog at the size of a large crawl
// (catalog_bench.cc).
//
// store_bench [directory] [pages] [thousands of catalog rows]; by default below the working
// directory, 20000 and 1000. The directory should be on a real disk: syncs are part of the work.
#include <fmt/format.h>
#include <zlib.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/digest.h"
#include "catalog_bench.h"
#include "measure.h"
#include "store/archive.h"
#include "store/archive_writer.h"
#include "store/background_writer.h"
#include "store/tags_file.h"
#include "testkit/test_data.h"
#include "warc/gzip.h"

namespace freshet::bench {
namespace {

constexpr std::size_t kPageBytes = 41'000;
constexpr std::size_t kBatchPages = 250;

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void must(const Status& status) {
  if (!status) fmt::print(stderr, "{}\n", status.error().message);
  require(status.has_value(), "the archive does what the benchmark asks");
}

// Real pages behind each other, cut into pages of one size.
class Pages {
 public:
  Pages() {
    for (const std::string& page : testkit::real_page_texts()) pool_ += page;
  }
  std::string page(std::size_t number) const {
    const std::size_t at = number * 37'003 % (pool_.size() - kPageBytes);
    std::string page = fmt::format("<!doctype html><title>{}</title>", number);
    return page.append(pool_, at, kPageBytes - page.size());
  }

 private:
  std::string pool_;
};

warc::Capture capture_of(const Pages& pages, std::size_t number) {
  warc::Capture made;
  made.url = fmt::format("https://www.site-{}.example/articles/{}.html", number / 100, number);
  made.time = *parse_time("2026-01-01") + std::chrono::milliseconds(number);
  made.ip = "127.0.0.1";
  made.protocol = "http/1.1";
  made.request_head =
      "GET /articles HTTP/1.1\r\nHost: www.site.example\r\nUser-Agent: freshet\r\n\r\n";
  made.status = 200;
  made.reason = "OK";
  made.headers = {{"Content-Type", "text/html; charset=utf-8"},
                  {"Date", "Thu, 01 Jan 2026 00:00:00 GMT"},
                  {"ETag", "\"abcdef\""}};
  made.body = pages.page(number);
  made.metadata = {{"fetchTimeMs", "120"}, {"hopsFromSeed", "L"}};
  return made;
}

std::size_t resident_kilobytes() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stoul(line.substr(6));
  return 0;
}

struct Spent {
  double wall = 0;
  double cpu = 0;
};

template <class Work>
Spent measure(Work work) {
  const double wall = wall_seconds();
  const double cpu = cpu_seconds();
  work();
  return {.wall = wall_seconds() - wall, .cpu = cpu_seconds() - cpu};
}

// All pages through the background writer, as the crawl does it: the caller makes the tags, the
// writer the rest. The pages themselves are made before each batch, outside of the time.
Spent append_all(const Pages& pages, std::size_t count, const std::string& directory) {
  SystemClock clock;
  auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
  must(writer ? Status() : Status(std::unexpect, writer.error()));
  BackgroundWriter background(*std::move(writer));
  Spent spent;
  std::vector<std::size_t> resident;
  for (std::size_t first = 0; first < count; first += kBatchPages) {
    std::vector<warc::Capture> batch;
    for (std::size_t i = 0; i < kBatchPages; ++i) batch.push_back(capture_of(pages, first + i));
    const Spent one = measure([&] {
      for (warc::Capture& capture : batch) {
        auto tags = make_tags_entry(capture.body, "text/html; charset=utf-8", Scripting::off);
        must(background.append(std::move(capture), *std::move(tags)));
      }
      must(background.commit().get());
    });
    spent.wall += one.wall;
    spent.cpu += one.cpu;
    if (first % (count / 4) == 0) resident.push_back(resident_kilobytes());
  }
  const Spent end = measure([&] { must(background.close()); });
  resident.push_back(resident_kilobytes());
  fmt::print("resident memory at each quarter (the pages of the benchmark included): ");
  for (const std::size_t kilobytes : resident) fmt::print("{} ", kilobytes / 1024);
  fmt::print("MB\n");
  return {.wall = spent.wall + end.wall, .cpu = spent.cpu + end.cpu};
}

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

std::size_t zlib_6(const std::string& page, std::string& out) {
  z_stream stream{};
  require(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK,
          "zlib starts");
  out.resize(deflateBound(&stream, page.size()));
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(page.data()));
  stream.avail_in = static_cast<uInt>(page.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "zlib packs a page");
  deflateEnd(&stream);
  return stream.total_out;
}

void bench_append(const std::string& directory, std::size_t count) {
  const Pages pages;
  std::filesystem::remove_all(directory);
  warc::GzipWriter gzip;
  std::string out;
  std::size_t igzip_bytes = 0;
  std::size_t zlib_bytes = 0;
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
  const Spent zlib =
      each_page(pages, count, [&](const std::string& page) { zlib_bytes += zlib_6(page, out); });
  const Spent append = append_all(pages, count, directory);
  std::filesystem::remove_all(directory);

  const double megabytes = 1e-6 * static_cast<double>(count * kPageBytes);
  const double alone = igzip.wall + digests.wall;
  const double by_zlib = zlib.wall + digests.wall;
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
  line("zlib level 6 and two SHA-1 alone", {.wall = by_zlib, .cpu = zlib.cpu + digests.cpu});
  fmt::print(
      "append is {:.2f} times the reference (asked: at most 1.6), and {:.1f} times as fast as\n"
      "zlib 6 and the digests alone (asked: at least 3). Packed: igzip {:.1f} %, zlib {:.1f} "
      "%.\n\n",
      append.wall / alone, by_zlib / append.wall,
      100e-6 * static_cast<double>(igzip_bytes) / megabytes,
      100e-6 * static_cast<double>(zlib_bytes) / megabytes);
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
