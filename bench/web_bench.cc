// What a page costs the client: 20,000 pages of 41 KB from nginx on loopback, by freshet over 16
// kept connections on one loop, and by libcurl's easy interface over one, which throws the body
// away. CPU time of this process alone.
//
//   build/bench/web_bench [PAGES]
#include <curl/curl.h>
#include <fmt/format.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "base/check.h"
#include "measure.h"
#include "testkit/nginx.h"
#include "testkit/scratch.h"
#include "web/curl_web.h"

namespace {

using namespace freshet;

constexpr std::size_t kPageBytes = 41'000;
constexpr std::size_t kConnections = 16;

std::size_t throw_away(char*, std::size_t, std::size_t size, void* total) {
  *static_cast<std::size_t*>(total) += size;
  return size;
}

std::size_t by_libcurl(const std::string& url, std::size_t pages) {
  std::size_t bytes = 0;
  CURL* const easy = curl_easy_init();
  curl_easy_setopt(easy, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy, CURLOPT_BUFFERSIZE, 64L << 10);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &throw_away);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, &bytes);
  for (std::size_t i = 0; i < pages; ++i)
    require(curl_easy_perform(easy) == CURLE_OK, "nginx answers");
  curl_easy_cleanup(easy);
  return bytes;
}

std::size_t by_freshet(const std::string& url, std::size_t pages) {
  const auto loop = EventLoop::open().value();
  const auto web =
      open_curl_web(*loop, {.guard = AddressGuard({Network::parse("127.0.0.0/8").value()})})
          .value();
  const WebRequest request{.url = Url::parse(url).value(),
                           .addresses = {*IpAddress::parse("127.0.0.1")},
                           .headers = {{"User-Agent", "freshet (+https://example.com/)"},
                                       {"Accept", "text/html,*/*;q=0.8"},
                                       {"Accept-Language", "en"},
                                       {"Accept-Encoding", "gzip, br, zstd"}},
                           .limits = {}};
  std::size_t bytes = 0, asked = 0, answered = 0;
  std::vector<std::unique_ptr<WebConnection>> connections(kConnections);
  std::function<void(WebConnection&)> ask = [&](WebConnection& connection) {
    if (asked++ >= pages) return;
    connection.get(request, [&](WebAnswer answer) {
      require(answer.status == 200, "nginx answers");
      bytes += answer.body.size();
      ++answered;
      ask(connection);
    });
  };
  for (auto& connection : connections) {
    connection = web->connect();
    ask(*connection);
  }
  loop->run(Tick::max(), [&] { return answered == pages; });
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  const std::size_t pages = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 20'000;
  const Scratch scratch;
  std::ofstream(scratch / "page.html") << std::string(kPageBytes, 'x');
  const std::uint16_t port = testkit::free_port();
  const testkit::Nginx nginx(scratch.path(),
                             fmt::format("keepalive_requests 1000000; server {{ listen "
                                         "127.0.0.1:{}; root {}; }}",
                                         port, scratch.path()),
                             port);
  const std::string url = fmt::format("http://127.0.0.1:{}/page.html", port);
  std::vector<bench::Contender> contenders = {
      {"libcurl, one after another", [&] { return by_libcurl(url, pages); }, 5},
      {"freshet, 16 at once", [&] { return by_freshet(url, pages); }, 5}};
  bench::run_interleaved(contenders);
  for (const bench::Contender& each : contenders) {
    require(each.count == pages * kPageBytes, "every byte came");
    fmt::print("{:<28}{:>8.1f} us CPU a page {:>8.2f} of libcurl alone\n", each.name,
               1e6 * each.median() / static_cast<double>(pages),
               each.median() / contenders.front().median());
  }
  return 0;
}
