// The hosts of a practice world, each computed from its number.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "practice/world_plan.h"
#include "web/address.h"

namespace freshet {

inline constexpr std::uint64_t kPracticeHostsMax = 10'000'000;  // their addresses are in 127/8
inline constexpr std::uint64_t kPracticePagesMax = 1'000'000'000;

// Pages of a misbehaving host, whatever its rank: all of them are linked from its home page.
inline constexpr std::uint64_t kFaultyHostPages = 6;

// The unbounded part of a host beside its pages.
enum class Trap : std::uint8_t {
  none,
  calendar,            // each month links to the next one
  session_ids,         // every link carries a new one
  query_permutations,  // the same list under every order and value of its parameters
  deeper_path,         // a/a/a/a/
  near_duplicates,     // pages that differ in one number
  pagination,          // an empty page that links to the next one
};
inline constexpr unsigned kTrapCount = 6;  // not counting none

// The fault of a host. Faults of the first kind affect every page except the home page; those from
// `is_whole` on affect the whole host.
enum class HostFault : std::uint8_t {
  none,
  slow_head,          // minutes before the head
  drip,               // a few bytes a second
  endless,            // a body without end
  reset_before_head,  // the connection is reset instead of an answer
  reset_in_body,      // the connection is reset in the middle of the body
  says_more,          // Content-Length is larger than the body
  says_less,          // Content-Length is smaller than the body
  bad_chunks,         // invalid chunks
  gzip_bomb,
  zstd_bomb,
  redirect_loop,
  header_flood,  // thousands of header lines
  long_header,   // one line of many megabytes
  garbage_html,  // random bytes as text/html
  huge_tags,     // a tag with megabytes of attributes
  no_http,       // bytes that are not HTTP
  never_answers,
  too_many_requests,   // 429 to everything
  busy,                // 503 with Retry-After at first, 200 later
  robots_unavailable,  // robots.txt answers 503
  robots_too_many,     // robots.txt answers 429
  robots_silent,       // robots.txt is never answered
  wrong_certificate,
  name_missing,  // the name is linked but does not resolve
  name_fails,    // the name servers answer SERVFAIL
  name_silent,   // the name servers do not answer
  name_private,  // the name has an address in a private network
};
inline constexpr unsigned kHostFaultCount = 27;  // not counting none
constexpr bool is_whole(HostFault fault) { return fault >= HostFault::too_many_requests; }
constexpr bool is_of_name(HostFault fault) { return fault >= HostFault::name_missing; }

std::string_view name_of(Trap trap);
std::string_view name_of(HostFault fault);

enum class RobotsKind : std::uint8_t { missing, rules, redirected };

struct HostFacts {
  std::uint64_t number = 0;
  std::uint64_t rank = 0;
  std::uint64_t pages = 1;      // the home page included
  std::string name = {};        // "site-17.practice.test"
  std::string other_name = {};  // redirects to `name`: with "www." or without; empty: none
  bool is_tls = false;
  Trap trap = Trap::none;
  HostFault fault = HostFault::none;
  RobotsKind robots = RobotsKind::missing;
  bool names_us = false;  // its robots.txt has a group for freshet
  bool has_crawl_delay = false;
  bool has_sitemap = false;
  bool has_soft_404 = false;
  bool has_language_home = false;  // "/" redirects to "/en/"
  std::vector<IpAddress> addresses = {};
  // "http://www.site-17.practice.test": every URL under it redirects to `base`; empty: none.
  std::string other_base = {};
  std::string base = {};  // "http://site-17.practice.test:8080": prefix of its paths
};

class Hosts {
 public:
  explicit Hosts(const WorldPlan& plan);

  std::uint64_t count() const { return plan_.hosts; }
  HostFacts by_number(std::uint64_t number) const;
  HostFacts by_rank(std::uint64_t rank) const;

  // Returns the host whose name or other name this is.
  std::optional<HostFacts> by_name(std::string_view name) const;

  // Draws a host by a power law of its rank: most links go to the first.
  std::uint64_t popular_rank(double unit) const;

 private:
  Trap trap_at(std::uint64_t rank) const;
  HostFault fault_at(std::uint64_t rank) const;
  std::uint64_t pages_before(std::uint64_t rank) const;
  std::uint64_t faulty() const;
  void set_addresses(HostFacts& host) const;

  WorldPlan plan_;
  std::uint64_t factor_ = 1;  // rank = (number * factor + shift) mod hosts
  std::uint64_t inverse_ = 1;
  std::uint64_t shift_ = 0;
};

// Returns true if the domain is one of the registrable domains of the hosts.
bool is_practice_zone(std::string_view domain);

// The networks of the hosts, to be put on a crawler's list of allowed networks.
inline constexpr const char* kPracticeNetworkV4 = "127.0.0.0/8";
inline constexpr const char* kPracticeNetworkV6 = "fd00:7e57::/32";

}  // namespace freshet
