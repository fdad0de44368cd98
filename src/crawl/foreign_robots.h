// robots.txt files that hosts redirect to other hosts. RFC 9309, 2.3.1.2 requires following such
// redirects. A file is fetched once for all hosts that redirect to it. Since a third party chooses
// the URL, the number of these requests per site and day is limited.
#pragma once

#include <cstddef>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "base/time.h"
#include "url/host.h"
#include "warc/http_head.h"

namespace freshet {

// Thread-safe.
class ForeignRobots {
 public:
  static constexpr std::size_t kRequestsPerSiteMax = 100;              // per day
  static constexpr std::size_t kSitesMax = 10'000;                     // that are counted
  static constexpr std::size_t kCopyBytesMax = std::size_t{16} << 20;  // of all copies

  struct Copy {
    Time read;
    warc::HttpHead head;
    std::string body;
  };

  // Returns the copy of `url`, if it is fresh at `now`.
  std::shared_ptr<const Copy> find(const std::string& url, Time now) const;
  void put(const std::string& url, Copy copy);

  // Counts a request to `host`; returns false if its site has reached the limit.
  bool take_turn(const Host& host, Time now);

 private:
  struct Turns {
    Time first;
    std::size_t count = 0;
  };

  mutable std::mutex mutex_;  // guards the members below
  std::map<std::string, std::shared_ptr<const Copy>> copies_;
  std::deque<std::string> order_;                    // of the copies, oldest first
  std::size_t bytes_ = 0;                            // of the copies
  std::map<std::string, Turns, std::less<>> turns_;  // by site
};

}  // namespace freshet
