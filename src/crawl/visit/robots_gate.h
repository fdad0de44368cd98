// The robots.txt rules of one host, by origin: decides which URLs may be fetched now.
//
// The gate decides; it fetches nothing. `ask` tells the visit to fetch the file first and to pass
// on the answer. Rules hold for a day. A file that cannot be fetched closes its origin; one that
// has been unreachable for 30 days counts as absent (RFC 9309, 2.3.1.4). One thread uses it.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/time.h"
#include "crawl/plan.h"
#include "crawl/visit/errand.h"
#include "robots/robots_txt.h"
#include "url/url.h"
#include "warc/http_head.h"

namespace freshet {

class RobotsGate {
 public:
  using DownSince = std::map<std::string, Time, std::less<>>;  // by origin

  enum class Access : std::uint8_t { allowed, forbidden, ask, unreachable };

  // `down`: the origins whose files were unreachable for earlier visits. The plan outlives the
  // gate.
  RobotsGate(const CrawlPlan& plan, DownSince down) : plan_(plan), down_(std::move(down)) {}

  Access access(const Url& url, Time now) const;

  // Rules that hold from now on for every origin of the file.
  struct Rules {
    std::optional<std::chrono::milliseconds> crawl_delay = {};
    std::vector<std::string> sitemaps = {};
  };
  struct Redirect {
    Url target;
  };
  struct Unreadable {
    std::string why;
  };
  using Outcome = std::variant<Rules, Redirect, Unreadable>;

  // Takes an answer for `file`, which was fetched from `url` at `read`.
  Outcome on_answer(const FetchRobots& file, const Url& url, const warc::HttpHead& head,
                    std::string_view body, Time read);

  // Takes note that no try is left. Returns true if the file has been unreachable for so long that
  // it counts as absent: everything may be fetched.
  bool on_unreachable(const FetchRobots& file, Time now);

  // Closes the origins of the file for a day: its pages are unreachable.
  void close(const FetchRobots& file, Time now);

  void forbid_all(const FetchRobots& file, Time now);

  const DownSince& down() const { return down_; }

 private:
  struct Origin {
    RobotsRules rules;
    bool is_reachable = true;
    Time read{};
  };

  void set(const FetchRobots& file, const RobotsRules& rules, Time read);

  const CrawlPlan& plan_;
  std::map<std::string, Origin, std::less<>> origins_;
  DownSince down_;
};

// Returns the errand for the robots.txt of an origin; nothing if it has no URL.
std::optional<Errand> robots_errand(const std::string& origin);

// Returns the errand for the file that `from` was redirected to. Its rules hold for every origin
// that the chain went through.
Errand redirected_robots(const Errand& from, const Url& target);

}  // namespace freshet
