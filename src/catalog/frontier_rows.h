// Rows of the frontier: sessions of workers, hosts, claims, leases, wanted URLs and notes.
//
// A host is in one place at a time:
//
//   known ──merge_links──> ready ──claim_hosts──> claimed ──lease_host──> leased
//                            ^                      │                       │
//                            │<──── release ────────┼───────────────────────┤ due at once, or the
//                            │                      │                       │ session was reaped
//                            │<──── woken ── waiting <─ its address is taken │
//                            │<──── due comes ── due <─────── release ───────┤
//                            │<── a waking link ── retired <── release ──────┘
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "catalog/page_key.h"
#include "url/host.h"

namespace freshet {

using SessionId = std::int64_t;  // given by the catalog, never used again

// No worker opens a session for longer. One that lasts for longer was opened before the clock was
// set back, or by a version whose sessions did not expire.
inline constexpr Duration kSessionLifeMax = std::chrono::days(1);
using Epoch = std::int64_t;  // the number of claims of one host

// Default limit of hosts of one address that are visited at the same time.
inline constexpr std::int64_t kAddressCap = 1;

// The longest wait of a host for its next visit. A host that is due later was put back by a clock
// that was ahead; it counts as due now.
inline constexpr Duration kDueWaitMax = std::chrono::days(32);

// New links into one host, found since the last report. A seed is a link too.
struct LinkCount {
  Host host;
  std::int64_t links = 1;
  bool wakes = false;          // a retired host becomes ready again
  std::uint64_t url_hash = 0;  // hash64 of the URL that is linked to; 0: unknown

  friend bool operator==(const LinkCount&, const LinkCount&) = default;
};

// A host that is to be visited although there is no new link to it.
struct HostWake {
  Host host;
  std::int64_t value = 1;  // of the visit, in waiting pages: compared with those of other hosts

  friend bool operator==(const HostWake&, const HostWake&) = default;
};

// The method of estimating the pages that wait at a host from the links into it (Genovese and
// Geraci).
enum class LinkEstimate : std::uint8_t {
  in_degree,  // every link is a page
  bloom,      // links with one url_hash are one page, by a Bloom filter of each host; a link
              // without url_hash counts as by in_degree
};

// Proof that a session holds a host. It is valid until the host is released or the session ends,
// and never again after that: the next holder has a higher epoch.
struct LeaseFence {
  SessionId session = 0;
  Host host;
  Epoch epoch = 0;

  friend bool operator==(const LeaseFence&, const LeaseFence&) = default;
};

// A host that a worker has taken and may resolve, but not visit: it has no address yet.
struct HostClaim {
  LeaseFence fence;
  std::int64_t score = 0;
  std::string last_address = {};  // empty if it was never resolved
  std::string continuation =
      {};  // left by the last holder for the next one; the catalog does not read it

  friend bool operator==(const HostClaim&, const HostClaim&) = default;
};

enum class LeaseAnswer : std::uint8_t {
  leased,  // the host may be visited
  waits,   // its address is taken: the claim is over, the host comes back when the address is free
};

// The state in which the holder of a host releases it.
struct HostRelease {
  std::optional<Time> next_due = {};  // none: it is not to be visited again
  std::int64_t due_value = 0;         // pages worth a check then; becomes its score
  std::string continuation = {};      // of a host that was put back half done
  std::string report = {};            // of this visit; not read by the catalog
};

enum class HostPlace : std::uint8_t {
  known = 0,    // the archive has pages of it, or its links were not merged: not in the frontier
  ready = 1,    // may be claimed
  claimed = 2,  // held by a worker, which may be visiting it
  waiting = 3,  // for its address
  due = 4,      // at its time
  retired = 5,  // not to be visited again
};

struct HostRow {
  Host host;
  HostPlace place = HostPlace::known;
  std::int64_t in_links = 0;  // merged ever
  std::int64_t score = 0;     // waiting pages: due_value of the last release, and links since then
  std::string address = {};   // the last known one; empty if it was never resolved
  std::optional<Time> next_due = {};
  std::int64_t due_value = 0;
  Epoch epoch = 0;
  std::string continuation = {};
  std::string report = {};        // of the last visit
  std::string name_servers = {};  // of its domain; see note_name_servers()

  friend bool operator==(const HostRow&, const HostRow&) = default;
};

// The next hosts of a partition, without taking them.
struct PartitionEdge {
  std::optional<std::int64_t> top_score = {};  // of those that are ready
  std::optional<Time> next_due = {};           // the earliest of those that are due
  std::int64_t due_value = 0;                  // of the host with this next_due

  friend bool operator==(const PartitionEdge&, const PartitionEdge&) = default;
};

// The numbers of hosts by place.
struct HostCounts {
  std::int64_t known = 0;
  std::int64_t ready = 0;
  std::int64_t claimed = 0;  // includes those that are leased
  std::int64_t leased = 0;
  std::int64_t waiting = 0;
  std::int64_t due = 0;
  std::int64_t retired = 0;
  std::int64_t waited_for = 0;  // addresses that hosts wait for

  std::int64_t all() const { return known + ready + claimed + waiting + due + retired; }
  friend bool operator==(const HostCounts&, const HostCounts&) = default;
};

// A crawl. It may take a page from the archive instead of the web if the page was stored since it
// began.
struct CrawlRow {
  std::int64_t id = 0;  // given by the catalog, counted up
  Time began;
  std::string plan;  // its instructions; not read by the catalog

  friend bool operator==(const CrawlRow&, const CrawlRow&) = default;
};

// The last outcome of a URL that gave no snapshot.
struct UrlNote {
  PageKey page;
  Time time;
  std::string outcome;     // in a word: "timeout"
  std::string detail;      // in a sentence, for people
  std::int64_t tries = 0;  // number of attempts

  friend bool operator==(const UrlNote&, const UrlNote&) = default;
};

// A URL of `host` that a page of another host needs; it waits there for the host's visit.
struct WantedUrl {
  Host host;
  std::string url;
  bool is_page = false;   // else a requisite: its links are not followed
  std::string via;        // the page that needs it
  std::int64_t hops = 0;  // redirects and imports in a row that led here, over all hosts

  friend bool operator==(const WantedUrl&, const WantedUrl&) = default;
};

// The templates of a host, learned from its pages: one row for each host that has any.
struct HostTemplates {
  Host host;
  std::uint32_t version = 0;  // raised by each redesign of the site
  Time learned{};
  std::string packed;  // docs/formats/templates.md

  friend bool operator==(const HostTemplates&, const HostTemplates&) = default;
};

// The findings of a visit other than snapshots. Finished items are removed before new ones are
// added.
struct FrontierNews {
  std::optional<LeaseFence> fence = {};  // left out unless this lease is held at the commit
  std::vector<LinkCount> links = {};
  std::vector<WantedUrl> wanted = {};  // one that was wanted before in this crawl changes nothing,
                                       // done or not; each new one is a waking link too
  std::vector<PageKey> wanted_done = {};
  std::vector<UrlNote> notes = {};  // replaces the note on the same URL unless that is newer
  std::vector<PageKey> notes_done = {};
  std::optional<HostTemplates> templates = {};  // replaces those that the host has

  bool is_empty() const {
    return links.empty() && wanted.empty() && wanted_done.empty() && notes.empty() &&
           notes_done.empty() && !templates;
  }
};

}  // namespace freshet
