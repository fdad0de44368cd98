// How many bytes the pages of a host take, packed alone by gzip and against each other (packing
// "reference"), and what packing, unpacking and reading at random cost: as ratios to gzip, which
// runs in turns with it. Pages are whole records, with the header that a crawl gives them.
//
//   packing_bench NAME DIRECTORY...   each directory is a host; its *.htm* files are its pages
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/memory_file.h"
#include "base/random.h"
#include "measure.h"
#include "testkit/test_data.h"
#include "warc/reader.h"
#include "warc/record_packer.h"
#include "warc/snapshot_encoder.h"

namespace {

using namespace freshet;
using bench::cpu_seconds;

struct BenchPage {
  std::string host;
  std::string text;  // of its record
};

struct Place {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

struct Packed {
  std::string bytes;
  std::vector<Place> places;
  double pack_seconds = 0;
  double read_seconds = 0;  // in random order, references kept
  double cold_seconds = 0;  // the same, nothing kept
};

constexpr int kRounds = 3;
constexpr std::size_t kColdReads = 200;

std::string record_of(const std::string& url, const std::string& body, Random& ids) {
  warc::Exchange exchange;
  exchange.url = url;
  exchange.time = *parse_time("2026-11-18T02:30:00.123456Z");
  exchange.ip = "192.0.2.1";
  exchange.protocol = "http/1.1";
  exchange.status = 200;
  exchange.reason = "OK";
  exchange.headers = {{"Server", "nginx"},
                      {"Date", "Wed, 18 Nov 2026 02:30:00 GMT"},
                      {"Content-Type", "text/html"},
                      {"Content-Length", std::to_string(body.size())},
                      {"Connection", "keep-alive"}};
  exchange.body = body;
  warc::SnapshotEncoder encoder(warc::MemberPacking::reference);
  return encoder.encode(exchange, warc::stored_answer(exchange), std::nullopt, ids, "urn:uuid:0")
      .main_text;
}

// The pages of all hosts, as a crawl of several hosts at once meets them: hosts take turns.
std::vector<BenchPage> pages_of(const std::vector<std::string>& directories) {
  Random random(1);
  std::vector<std::vector<BenchPage>> hosts;
  std::size_t most = 0;
  for (const std::string& directory : directories) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory))
      if (entry.is_regular_file() && entry.path().extension().string().starts_with(".htm"))
        files.push_back(entry.path());
    std::sort(files.begin(), files.end());
    for (std::size_t i = files.size(); i > 1; --i) std::swap(files[i - 1], files[random.below(i)]);
    const std::string host = fmt::format("host{}.example", hosts.size());
    std::vector<BenchPage>& pages = hosts.emplace_back();
    for (const auto& file : files)
      pages.push_back(
          {.host = host,
           .text = record_of(fmt::format("http://{}/{}", host, file.filename().string()),
                             testkit::read_file(file), random)});
    most = std::max(most, pages.size());
  }
  std::vector<BenchPage> all;
  for (std::size_t i = 0; i < most; ++i)
    for (auto& pages : hosts)
      if (i < pages.size()) all.push_back(std::move(pages[i]));
  return all;
}

Packed pack(const std::vector<BenchPage>& pages, warc::MemberPacking packing, int level) {
  Packed packed;
  const double begin = cpu_seconds();
  warc::RecordPacker packer(packing, level);
  for (const BenchPage& page : pages) {
    const std::uint64_t offset = packed.bytes.size();
    packer.append_page(packed.bytes, page.text, page.host, offset);
    packed.places.push_back({.offset = offset, .length = packed.bytes.size() - offset});
  }
  packed.pack_seconds = cpu_seconds() - begin;
  return packed;
}

Result<warc::Record> read_page(File& file, const Place& place, warc::ReferenceReader* references) {
  return warc::read_record_at(file, "bench", place.offset, place.length, 1 << 28,
                              {.reader = references, .number = 1});
}

void read_at_random(const std::vector<BenchPage>& pages, Packed& packed) {
  MemoryFile file(packed.bytes);
  warc::ReferenceReader references;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    const auto record = read_page(file, packed.places[i], &references);
    require(record && pages[i].text.ends_with(record->block + "\r\n\r\n"), "each page comes back");
  }
  Random random(5);
  const auto timed = [&](std::size_t reads, warc::ReferenceReader* kept) {
    const double begin = cpu_seconds();
    for (std::size_t i = 0; i < reads; ++i)
      require(read_page(file, packed.places[random.below(pages.size())], kept).has_value(), "read");
    return (cpu_seconds() - begin) / static_cast<double>(reads);
  };
  packed.read_seconds = timed(pages.size(), &references);
  packed.cold_seconds = timed(std::min(pages.size(), kColdReads), nullptr);
}

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

}  // namespace

int main(int count, char** arguments) {
  const std::vector<std::string> given(arguments + 1, arguments + count);
  if (given.size() < 2) {
    fmt::print(stderr, "usage: packing_bench NAME DIRECTORY...\n");
    return 2;
  }
  const std::vector<BenchPage> pages = pages_of({given.begin() + 1, given.end()});
  std::size_t raw = 0;
  for (const BenchPage& page : pages) raw += page.text.size();
  fmt::print("{}: {} pages, {:.1f} MB\n", given[0], pages.size(), static_cast<double>(raw) / 1e6);
  fmt::print("{:<14} {:>8} {:>8} {:>8} {:>12} {:>12}\n", "", "% of raw", "fewer", "pack", "read",
             "read, cold");
  struct Way {
    const char* name;
    warc::MemberPacking packing;
    int level;
    std::size_t bytes = 0;
    std::vector<double> pack, read, cold;
  };
  std::vector<Way> ways = {
      {"gzip", warc::MemberPacking::igzip, 0, 0, {}, {}, {}},
      {"reference", warc::MemberPacking::reference, warc::kReferenceLevel, 0, {}, {}, {}},
      {"repack", warc::MemberPacking::reference, warc::kReferenceLevelBest, 0, {}, {}, {}}};
  for (int round = 0; round < kRounds; ++round) {
    for (Way& way : ways) {
      Packed packed = pack(pages, way.packing, way.level);
      read_at_random(pages, packed);
      way.bytes = packed.bytes.size();
      way.pack.push_back(packed.pack_seconds);
      way.read.push_back(packed.read_seconds);
      way.cold.push_back(packed.cold_seconds);
    }
  }
  const Way& gzip = ways.front();
  for (const Way& way : ways) {
    fmt::print("{:<14} {:>8.2f} {:>8.2f} {:>8.2f} {:>12.2f} {:>12.2f}\n", way.name,
               100 * static_cast<double>(way.bytes) / static_cast<double>(raw),
               static_cast<double>(gzip.bytes) / static_cast<double>(way.bytes),
               median(way.pack) / median(gzip.pack), median(way.read) / median(gzip.read),
               median(way.cold) / median(gzip.cold));
  }
}
