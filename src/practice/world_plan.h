// The parameters of a practice world. Worlds with equal plans are equal, byte for byte.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/time.h"

namespace freshet {

// The features of the world beyond plain pages with links. Switching one off changes nothing else.
struct WorldFeatures {
  bool robots = true;      // robots.txt with rules; off: no host has one
  bool fine_rules = true;  // patterns, exceptions, rules for freshet only, redirected robots.txt
  bool sitemaps = true;    // with pages that only a sitemap names
  bool split_sitemaps = true;  // an index and its parts, in a folder of their own, some compressed
  bool requisites = true;      // style sheets, images, scripts, fonts
  bool redirects = true;       // of every kind; also between hosts with and without "www."
  bool tls = true;             // some hosts have https, and redirect http to it
  bool directives = true;      // noindex, nofollow, noarchive
  bool encodings = true;       // windows-1252 and shift_jis beside utf-8
  bool codings = true;         // gzip, br, zstd for clients that accept them
  bool validators = true;      // right, wrong and missing ETag and Last-Modified
  bool changes = true;         // pages change with the clock
  bool missing_pages = true;   // links to 404 and 410, hosts with soft 404s
  bool duplicates = true;      // pages with identical bytes
  bool cookies = true;         // are set; no page depends on them
  bool shared_addresses = true;  // several hosts on one address
  bool ipv6 = false;             // some hosts on IPv6 addresses; in memory only
  bool traps = true;             // one host in ten has an unbounded part
  bool misbehaviour = true;      // one host in five has a fault
  bool systems = false;          // healthy hosts have a content system and a trap of random letters
  bool crossings = false;  // robots.txt on other hosts, image redirect loops, wildcard sub-domains

  bool operator==(const WorldFeatures&) const = default;
};

// Fixed times of changes instead of random ones: of each page by its number, ascending. Applies to
// every host, so it is meant for worlds of one.
struct ChangeScript {
  std::vector<std::vector<Time>> pages;
};

struct WorldPlan {
  std::uint64_t seed = 1;
  std::uint64_t hosts = 20;
  std::uint64_t pages = 1000;  // of all hosts together, at least one each; not counting traps
  WorldFeatures features = {};
  std::uint16_t http_port = 80;
  std::uint16_t https_port = 443;

  // Change rates lie between these limits, uniform on a logarithmic scale.
  double changes_per_day_min = 0.01;
  double changes_per_day_max = 10.0;
  std::shared_ptr<const ChangeScript> script = {};  // replaces the rates
  // all pages are at version 0
  Time began = std::chrono::sys_days{std::chrono::year{2026} / 1 / 1};

  // Crawl-delay of one host in eight; zero: none.
  std::chrono::milliseconds crawl_delay{0};

  // Longest latency of a normal host; slow hosts are far beyond it.
  std::chrono::milliseconds latency_max{80};

  // Time for which a busy host answers 503, and the value of its Retry-After.
  std::chrono::seconds busy_for{20};

  // Hosts of a farm beside those above: parked ones and others that look like it (farm.h). 0: none.
  std::uint64_t farm_hosts = 0;

  bool operator==(const WorldPlan&) const = default;
};

// Greatest depth of a page outside traps, in links from the home page of its host.
inline constexpr unsigned kPracticeDepthMax = 5;

}  // namespace freshet
