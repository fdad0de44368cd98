#include "append_bench.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <utility>
#include <vector>

#include "base/check.h"
#include "crawl/sink_thread.h"
#include "measure.h"
#include "store/archive_writer.h"
#include "store/tags_file.h"
#include "testkit/test_data.h"

namespace freshet::bench {
namespace {

constexpr SinkThreadOptions kSink{.batch_pages = 250, .batch_time = std::chrono::hours(1)};

void must(const Status& status) {
  if (!status) fmt::print(stderr, "{}\n", status.error().message);
  require(status.has_value(), "the archive does what the benchmark asks");
}

warc::Exchange exchange_of(const Pages& pages, std::size_t number) {
  warc::Exchange made;
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

}  // namespace

double wall_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Pages::Pages() {
  for (const std::string& page : testkit::real_page_texts()) pool_ += page;
}

std::string Pages::page(std::size_t number) const {
  const std::size_t at = number * 37'003 % (pool_.size() - kPageBytes);
  std::string page = fmt::format("<!doctype html><title>{}</title>", number);
  return page.append(pool_, at, kPageBytes - page.size());
}

Spent append_all(const Pages& pages, std::size_t count, const std::string& directory) {
  std::filesystem::remove_all(directory);
  SystemClock clock;
  auto writer = ArchiveWriter::open(system_disk(), directory, clock, Random(1), {});
  must(writer ? Status() : Status(std::unexpect, writer.error()));
  SinkThread sink(**writer, nullptr, kSink, [](const auto& told) { told(); },
                  {.links_changed = [](const auto&) {},
                   .failed = [](const Error& error) { must(std::unexpected(error)); }});
  const Spent start{.wall = wall_seconds(), .cpu = cpu_seconds()};
  std::vector<std::size_t> resident;
  for (std::size_t number = 0; number < count; ++number) {
    warc::Exchange exchange = exchange_of(pages, number);
    auto tags = make_tags_entry(exchange.body, "text/html; charset=utf-8", Scripting::off);
    sink.keep(
        {.exchange = std::move(exchange), .tags = *std::move(tags), .news = {}, .is_page = true});
    if ((number + 1) % (count / 4) == 0) resident.push_back(resident_kilobytes());
  }
  must(sink.finish());
  must((*writer)->close());
  const Spent spent{.wall = wall_seconds() - start.wall, .cpu = cpu_seconds() - start.cpu};
  resident.push_back(resident_kilobytes());
  fmt::print(stderr, "resident memory at each quarter (the pages of the benchmark included): ");
  for (const std::size_t kilobytes : resident) fmt::print(stderr, "{} ", kilobytes / 1024);
  fmt::print(stderr, "MB\n");
  std::filesystem::remove_all(directory);
  return spent;
}

}  // namespace freshet::bench
