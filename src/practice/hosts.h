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

inline constexpr std::uint64_t kPracticeHostsMax = 10'000'000;  // they have addresses in 127/8
inline constexpr std::uint64_t kPracticePagesMax = 1'000'000'000;

// A host that misbehaves is small, whatever its rank: all its pages hang on its home page.
inline constexpr std::uint64_t kFaultyHostPages = 6;

// The endless part that a host has beside its pages.
enum class Trap : std::uint8_t {
  none,
  calendar,            // a month links to the next one
  session_ids,         // every link carries another one
  query_permutations,  // the same list by every order and value of its parameters
  deeper_path,         // a/a/a/a/
  near_duplicates,     // pages that differ in a number
  pagination,          // a next page that is empty, and has a next page
};
inline constexpr unsigned kTrapCount = 6;  // without none

// What a host does wrong. Those of the first kind do it on every page but the home page; those of
// the second, from `is_whole` on, as a whole.
enum class HostFault : std::uint8_t {
  none,
  slow_head,          // minutes until the head
  drip,               // a few bytes a second
  endless,            // a body without end
  reset_before_head,  // the connection is reset instead of an answer
  reset_in_body,      // and here in the middle of it
  says_more,          // Content-Length is larger than the body
  says_less,          // and here smaller
  bad_chunks,         // chunks that are none
  gzip_bomb,
  zstd_bomb,
  redirect_loop,
  header_flood,  // thousands of header lines
  long_header,   // one line of many megabytes
  garbage_html,  // random bytes as text/html
  huge_tags,     // a tag with megabytes of attributes
  no_http,       // bytes that are no answer at all
  never_answers,
  too_many_requests,   // 429 to everything
  busy,                // 503 with Retry-After at first, then fine
  robots_unavailable,  // robots.txt answers 503
  robots_too_many,     // robots.txt answers 429
  robots_silent,       // robots.txt does not answer
  wrong_certificate,
  name_missing,  // the name is linked but does not exist
  name_fails,    // the name servers answer SERVFAIL
  name_silent,   // they do not answer
  name_private,  // the name has an address in a private network
};
inline constexpr unsigned kHostFaultCount = 27;  // without none
constexpr bool is_whole(HostFault fault) { return fault >= HostFault::too_many_requests; }
constexpr bool is_of_name(HostFault fault) { return fault >= HostFault::name_missing; }

std::string_view name_of(Trap trap);
std::string_view name_of(HostFault fault);

enum class RobotsKind : std::uint8_t { missing, rules, redirected };

struct HostFacts {
  std::uint64_t number = 0;
  std::uint64_t rank = 0;
  std::uint64_t pages = 1;      // the home page included
  std::string name = {};        // under which its pages are: "site-17.practice.test"
  std::string other_name = {};  // that redirects to it: with "www." or without; empty: none
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
  // "http://www.site-17.practice.test": from where all is redirected to it; empty: from nowhere.
  std::string other_base = {};
  std::string base = {};  // "http://site-17.practice.test:8080": what a path is put behind
};

class Hosts {
 public:
  explicit Hosts(const WorldPlan& plan);

  std::uint64_t count() const { return plan_.hosts; }
  HostFacts by_number(std::uint64_t number) const;
  HostFacts by_rank(std::uint64_t rank) const;

  // The host that has this name, as its own or its other one.
  std::optional<HostFacts> by_name(std::string_view name) const;

  // A host by a power law of its rank: the first is the one that most link to.
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

// Whether it is one of the registrable domains that the hosts are in.
bool is_practice_zone(std::string_view domain);

// The networks that the hosts are in, for those who must allow them.
inline constexpr const char* kPracticeNetworkV4 = "127.0.0.0/8";
inline constexpr const char* kPracticeNetworkV6 = "fd00:7e57::/32";

}  // namespace freshet
