// Fetches pages for watches that have a request of their own: headers, cookies, a method, a body, a
// password. Their answers are for one watch alone, so they never enter the archive: they are
// compared from memory and dropped.
//
//   fetch() ──> queue of the host ──> name, guard, robots.txt ──> request ──> answered
//
// One request at a time goes to a host, and a pause follows it. robots.txt is obeyed as in a crawl.
// Redirects are not followed: a secret stays with the origin of its watch.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "registry/ids.h"
#include "watch/watch_spec.h"
#include "web/address.h"
#include "web/ares_resolver.h"
#include "web/curl_web.h"

namespace freshet {

struct OwnFetch {
  WatchId watch = 0;
  std::string url = {};
  WatchRequest request = {};  // with its secrets
};

struct OwnAnswer {
  WatchId watch = 0;
  int status = 0;            // 0: there was no answer
  std::string problem = {};  // then, or if the page may not be fetched: why
  std::string content_type = {};
  std::string body = {};  // without content coding
};

struct OwnFetcherOptions {
  AddressGuard guard = {};
  CurlWebOptions web = {};
  AresResolverOptions resolver = {};
  std::string agent = "freshet";  // for robots.txt
  std::string user_agent = "freshet";
  Duration pause = std::chrono::seconds(1);  // between requests to a host
};

class OwnFetcher {
 public:
  static constexpr std::size_t kHostsMax = 10'000;  // that are remembered
  static constexpr std::size_t kRobotsBytesMax = std::size_t{500} << 10;
  static constexpr Duration kRobotsAgeMax = std::chrono::hours(24);
  // Where robots.txt could not be fetched, it is tried again after this time.
  static constexpr Duration kRobotsRetry = std::chrono::minutes(10);

  // `answered` is called on the thread of the fetcher.
  static Result<std::unique_ptr<OwnFetcher>> open(OwnFetcherOptions options,
                                                  std::function<void(OwnAnswer)> answered);
  ~OwnFetcher();  // fetches under way are dropped
  OwnFetcher(const OwnFetcher&) = delete;
  OwnFetcher& operator=(const OwnFetcher&) = delete;

  // Thread-safe. Each fetch is answered once.
  void fetch(OwnFetch fetch);

 private:
  class Loop;

  explicit OwnFetcher(std::unique_ptr<Loop> loop);

  std::unique_ptr<Loop> loop_;
};

}  // namespace freshet
