// How fast records are made of real pages: igzip by level (in pieces as GzipWriter has it, and in
// one shot) and zlib, each page a gzip member; SHA-1; then the whole snapshot. One pass each in
// turn, medians of CPU time. The reference is zlib level 6, which most archives use.
#include <fmt/format.h>
#include <isa-l/igzip_lib.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/digest.h"
#include "measure.h"
#include "testkit/test_data.h"
#include "warc/snapshot_encoder.h"

namespace {

using namespace freshet;

std::size_t by_zlib(const std::string& page, int level) {
  static std::string out;
  out.resize(page.size() + page.size() / 100 + 1000);
  z_stream stream{};
  require(deflateInit2(&stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK, "init");
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(page.data()));
  stream.avail_in = static_cast<uInt>(page.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  require(deflate(&stream, Z_FINISH) == Z_STREAM_END, "packed");
  deflateEnd(&stream);
  return stream.total_out;
}

std::size_t by_igzip(const std::string& page, std::uint32_t level, bool in_one_shot) {
  constexpr std::uint32_t kBufferBytes[] = {1, ISAL_DEF_LVL1_DEFAULT, ISAL_DEF_LVL2_DEFAULT,
                                            ISAL_DEF_LVL3_DEFAULT};
  static std::vector<std::uint8_t> buffer(ISAL_DEF_LVL3_DEFAULT);
  static isal_zstream stream;
  static std::string out;
  out.resize(page.size() + page.size() / 100 + 1000);
  if (in_one_shot)
    isal_deflate_stateless_init(&stream);
  else
    isal_deflate_init(&stream);
  stream.level = level;
  stream.level_buf = buffer.data();
  stream.level_buf_size = kBufferBytes[level];
  stream.gzip_flag = IGZIP_GZIP;
  stream.end_of_stream = 1;
  stream.next_in = reinterpret_cast<std::uint8_t*>(const_cast<char*>(page.data()));
  stream.avail_in = static_cast<std::uint32_t>(page.size());
  stream.next_out = reinterpret_cast<std::uint8_t*>(out.data());
  stream.avail_out = static_cast<std::uint32_t>(out.size());
  const int said = in_one_shot ? isal_deflate_stateless(&stream) : isal_deflate(&stream);
  require(said == COMP_OK && stream.avail_in == 0, "packed");
  return stream.total_out;
}

std::size_t by_writer(const std::string& page) {
  static warc::GzipWriter writer;
  static std::string out;
  out.clear();
  const std::string_view part = page;
  writer.append_member(out, std::span(&part, 1));
  return out.size();
}

warc::Exchange exchange_of(const std::string& page) {
  warc::Exchange exchange;
  exchange.url = "https://a.example/page.html";
  exchange.ip = "192.0.2.7";
  exchange.protocol = "http/1.1";
  exchange.request_head = "GET /page.html HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\n\r\n";
  exchange.status = 200;
  exchange.reason = "OK";
  exchange.headers = {{"Content-Type", "text/html; charset=utf-8"}, {"Server", "example"}};
  exchange.body = page;
  exchange.metadata = {{"via", "https://a.example/"}, {"hopsFromSeed", "L"}};
  return exchange;
}

}  // namespace

int main() {
  std::vector<warc::Exchange> exchanges;
  std::size_t bytes = 0;
  for (const auto& file : testkit::real_pages()) {
    exchanges.push_back(exchange_of(testkit::read_file(file)));
    bytes += exchanges.back().body.size();
  }
  const auto over_pages = [&](auto work) {
    return [&exchanges, work]() -> std::size_t {
      std::size_t sum = 0;
      for (const warc::Exchange& exchange : exchanges) sum += work(exchange);
      return sum;
    };
  };
  std::vector<bench::Contender> contenders;
  for (const int level : {6, 1}) {
    contenders.push_back({fmt::format("zlib {}", level), over_pages([level](const auto& exchange) {
                            return by_zlib(exchange.body, level);
                          })});
  }
  for (const bool in_one_shot : {false, true}) {
    for (const std::uint32_t level : {0u, 1u, 2u, 3u}) {
      contenders.push_back({fmt::format("igzip {}{}", level, in_one_shot ? ", one shot" : ""),
                            over_pages([=](const auto& exchange) {
                              return by_igzip(exchange.body, level, in_one_shot);
                            })});
    }
  }
  contenders.push_back(
      {"GzipWriter", over_pages([](const auto& exchange) { return by_writer(exchange.body); })});
  contenders.push_back({"SHA-1, twice", over_pages([](const auto& exchange) {
                          return sha1(exchange.body).bytes[0] + sha1(exchange.body).bytes[1] + 0u;
                        })});
  warc::SnapshotEncoder encoder;
  Random ids(1);
  contenders.push_back(
      {"snapshot", over_pages([&](const auto& exchange) {
         return encoder.encode(exchange, warc::stored_answer(exchange), std::nullopt, ids, "")
             .bytes.size();
       })});
  bench::run_interleaved(contenders);
  bench::print_speeds(contenders, bytes, "zlib 6");
  for (const bench::Contender& contender : contenders) {
    if (contender.name != "SHA-1, twice")
      fmt::print("{}: {:.4f} of the pages\n", contender.name,
                 static_cast<double>(contender.count) / static_cast<double>(bytes));
  }
}
