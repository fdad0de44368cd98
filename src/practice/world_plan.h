// What a practice world is made from. Two worlds of equal plans are equal, byte for byte.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/time.h"

namespace freshet {

// What the world has beside plain pages that link to each other. A feature that is off changes
// nothing else than what it is about.
struct WorldFeatures {
  bool robots = true;      // robots.txt with rules; off: it is missing everywhere
  bool fine_rules = true;  // patterns, exceptions, rules for freshet alone, robots.txt elsewhere
  bool sitemaps = true;    // and with them pages that nothing else names
  bool split_sitemaps = true;    // in an index and its parts, in a folder of their own, some packed
  bool requisites = true;        // style sheets, images, scripts, fonts
  bool redirects = true;         // of every kind; hosts with "www." too
  bool tls = true;               // some hosts speak https, and send there from http
  bool directives = true;        // noindex, nofollow, noarchive
  bool encodings = true;         // windows-1252 and shift_jis beside utf-8
  bool codings = true;           // gzip, br, zstd for those who accept them
  bool validators = true;        // right, wrong and missing ETag and Last-Modified
  bool changes = true;           // pages change with the clock
  bool missing_pages = true;     // links to 404 and 410, hosts that answer them with 200
  bool duplicates = true;        // pages with the same bytes
  bool cookies = true;           // set; nothing asks for them
  bool shared_addresses = true;  // several hosts at one address
  bool ipv6 = false;             // some hosts at IPv6 addresses; in memory only
  bool traps = true;             // one host in ten has an endless part
  bool misbehaviour = true;      // one host in five does something bad
  bool systems = false;          // healthy hosts have a content system and a trap of letters
  bool crossings = false;        // robots.txt at other hosts, endless images and sub-domains

  bool operator==(const WorldFeatures&) const = default;
};

// When pages change, in place of chance: of each page by its number, rising. It holds for every
// host, so it is for worlds of one.
struct ChangeScript {
  std::vector<std::vector<Time>> pages;
};

struct WorldPlan {
  std::uint64_t seed = 1;
  std::uint64_t hosts = 20;
  std::uint64_t pages = 1000;  // of all hosts together, at least one each; without the traps'
  WorldFeatures features = {};
  std::uint16_t http_port = 80;
  std::uint16_t https_port = 443;

  // The rates of change lie between these, evenly on a logarithmic scale.
  double changes_per_day_min = 0.01;
  double changes_per_day_max = 10.0;
  std::shared_ptr<const ChangeScript> script = {};                      // in place of rates
  Time began = std::chrono::sys_days{std::chrono::year{2026} / 1 / 1};  // all pages: version 0

  // Crawl-delay of one host in eight; zero: of none.
  std::chrono::milliseconds crawl_delay{0};

  // An answer takes up to this long to begin, by host; slow ones are far beyond it.
  std::chrono::milliseconds latency_max{80};

  // How long a host is down that answers 503 with Retry-After, and the time that it names.
  std::chrono::seconds busy_for{20};

  bool operator==(const WorldPlan&) const = default;
};

// How deep a page of the trap-free part lies at most, in links from the home page of its host.
inline constexpr unsigned kPracticeDepthMax = 5;

}  // namespace freshet
