#include "practice/hosts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/check.h"
#include "practice/chance.h"

namespace freshet {

namespace {

// Page counts fall with the power -0.8 of the rank: of 200 hosts with 20,000 pages the first has
// one twelfth of the pages, the last about forty pages.
constexpr double kPowerLeft = 0.2;

constexpr std::array<std::string_view, 2> kZones = {"practice.test", "harbour.test"};
constexpr std::uint32_t kFirstAddress = 0x7f100000;  // 127.16.0.0
constexpr std::uint64_t kHostsPerSharedAddress = 8;

std::string_view zone_of(std::uint64_t number) { return kZones[number % 16 == 5 ? 1 : 0]; }

IpAddress v6_address(std::uint64_t index) {
  std::array<std::uint8_t, 16> bytes = {0xfd, 0, 0x7e, 0x57};
  // Each host has a /64 of its own: hosts of one /64 count as hosts of one address.
  for (unsigned i = 0; i < 4; ++i) bytes[7 - i] = static_cast<std::uint8_t>(index >> (8 * i));
  bytes[15] = 1;
  return IpAddress::v6(bytes);
}

std::string base_of(std::string_view name, bool is_tls, const WorldPlan& plan) {
  const std::uint16_t port = is_tls ? plan.https_port : plan.http_port;
  const bool is_default = port == (is_tls ? 443 : 80);
  return fmt::format("{}://{}{}", is_tls ? "https" : "http", name,
                     is_default ? "" : fmt::format(":{}", port));
}

}  // namespace

bool is_practice_zone(std::string_view domain) {
  return std::find(kZones.begin(), kZones.end(), domain) != kZones.end();
}

std::string_view name_of(Trap trap) {
  constexpr std::array<std::string_view, kTrapCount + 1> kNames = {
      "none",        "calendar",        "session-ids", "query-permutations",
      "deeper-path", "near-duplicates", "pagination"};
  return kNames[static_cast<std::size_t>(trap)];
}

std::string_view name_of(HostFault fault) {
  constexpr std::array<std::string_view, kHostFaultCount + 1> kNames = {"none",
                                                                        "slow-head",
                                                                        "drip",
                                                                        "endless",
                                                                        "reset-before-head",
                                                                        "reset-in-body",
                                                                        "says-more",
                                                                        "says-less",
                                                                        "bad-chunks",
                                                                        "gzip-bomb",
                                                                        "zstd-bomb",
                                                                        "redirect-loop",
                                                                        "header-flood",
                                                                        "long-header",
                                                                        "garbage-html",
                                                                        "huge-tags",
                                                                        "no-http",
                                                                        "never-answers",
                                                                        "too-many-requests",
                                                                        "busy",
                                                                        "robots-unavailable",
                                                                        "robots-too-many",
                                                                        "robots-silent",
                                                                        "wrong-certificate",
                                                                        "name-missing",
                                                                        "name-fails",
                                                                        "name-silent",
                                                                        "name-private"};
  return kNames[static_cast<std::size_t>(fault)];
}

Hosts::Hosts(const WorldPlan& plan) : plan_(plan) {
  require(plan_.hosts > 0 && plan_.hosts <= kPracticeHostsMax,
          "a world has hosts, and not too many");
  plan_.pages = std::min(plan_.pages, kPracticePagesMax);
  // Any factor coprime to the count gives a permutation.
  std::uint64_t n = chance(plan_.seed, ChanceOf::ranks, {}) % plan_.hosts;
  while (std::gcd(n, plan_.hosts) != 1) n = (n + 1) % std::max<std::uint64_t>(plan_.hosts, 2);
  factor_ = plan_.hosts == 1 ? 0 : n;
  shift_ = chance(plan_.seed, ChanceOf::ranks, {1}) % plan_.hosts;
  // Extended Euclid, with the result kept positive.
  std::int64_t a = static_cast<std::int64_t>(n), m = static_cast<std::int64_t>(plan_.hosts);
  std::int64_t x = 1, y = 0;
  for (std::int64_t b = m; b != 0;) {
    const std::int64_t quotient = a / b;
    a = std::exchange(b, a - quotient * b);
    x = std::exchange(y, x - quotient * y);
  }
  inverse_ = static_cast<std::uint64_t>((x % m + m) % m);
}

std::uint64_t Hosts::pages_before(std::uint64_t rank) const {
  const std::uint64_t good = plan_.hosts - faulty();
  const std::uint64_t granted = good + faulty() * kFaultyHostPages;
  const std::uint64_t extra = plan_.pages > granted ? plan_.pages - granted : 0;
  if (rank >= good) return extra;
  const double part = (std::pow(1.0 + static_cast<double>(rank), kPowerLeft) - 1) /
                      (std::pow(1.0 + static_cast<double>(good), kPowerLeft) - 1);
  return static_cast<std::uint64_t>(part * static_cast<double>(extra));
}

std::uint64_t Hosts::faulty() const {
  if (!plan_.features.misbehaviour || plan_.hosts < 2) return 0;
  return plan_.hosts < 5 ? 1 : plan_.hosts / 5;
}

HostFault Hosts::fault_at(std::uint64_t rank) const {
  const std::uint64_t from_end = plan_.hosts - 1 - rank;
  if (from_end >= faulty()) return HostFault::none;
  return static_cast<HostFault>(1 + (from_end + plan_.seed) % kHostFaultCount);
}

Trap Hosts::trap_at(std::uint64_t rank) const {
  const std::uint64_t from_end = plan_.hosts - 1 - rank;
  if (!plan_.features.traps || from_end < faulty()) return Trap::none;
  if (from_end - faulty() >= std::max<std::uint64_t>(plan_.hosts / 10, 1)) return Trap::none;
  return static_cast<Trap>(1 + (from_end - faulty() + plan_.seed) % kTrapCount);
}

void Hosts::set_addresses(HostFacts& host) const {
  if (host.fault == HostFault::name_private) {
    host.addresses = {IpAddress::v4(0x0a000001)};  // 10.0.0.1
    return;
  }
  const std::uint64_t bits = chance(plan_.seed, ChanceOf::host, {host.number, 7});
  std::uint64_t place = host.number;
  if (plan_.features.shared_addresses && bits % 4 == 0) place -= place % kHostsPerSharedAddress;
  const bool has_v6 = plan_.features.ipv6 && (bits >> 8) % 4 == 0;
  const bool has_v4 = !has_v6 || (bits >> 16) % 2 == 0;
  if (has_v4)
    host.addresses.push_back(IpAddress::v4(kFirstAddress + static_cast<std::uint32_t>(place)));
  if (has_v6) host.addresses.push_back(v6_address(place));
}

HostFacts Hosts::by_number(std::uint64_t number) const {
  const WorldFeatures& features = plan_.features;
  HostFacts host;
  host.number = number;
  host.rank = (number * factor_ + shift_) % plan_.hosts;
  host.fault = fault_at(host.rank);
  host.pages = host.fault != HostFault::none
                   ? kFaultyHostPages
                   : 1 + pages_before(host.rank + 1) - pages_before(host.rank);
  host.trap = trap_at(host.rank);

  ChanceStream draw(chance(plan_.seed, ChanceOf::host, {number}));
  const bool has_www = draw.below(6) == 0, is_www = draw.below(2) == 0;
  host.name = fmt::format("site-{}.{}", number, zone_of(number));
  if (features.redirects && has_www) {
    host.other_name = "www." + host.name;
    if (is_www) std::swap(host.name, host.other_name);
  }
  const std::uint64_t tls = draw.below(5), robots = draw.below(8);
  host.is_tls = features.tls && (tls == 0 || host.fault == HostFault::wrong_certificate);
  if (features.robots && robots > 0)
    host.robots = robots == 1 && features.redirects && features.fine_rules ? RobotsKind::redirected
                                                                           : RobotsKind::rules;
  host.names_us = draw.below(3) == 0 && features.fine_rules;
  host.has_crawl_delay = draw.below(8) == 0 && plan_.crawl_delay.count() > 0;
  const std::uint64_t sitemap = draw.below(3), soft = draw.below(10), language = draw.below(8);
  // A sitemap is announced in robots.txt, so there must be one.
  host.has_sitemap = features.sitemaps && sitemap > 0 && host.robots != RobotsKind::missing;
  host.has_soft_404 = features.missing_pages && soft == 0;
  host.has_language_home = features.redirects && language == 0 && host.fault == HostFault::none;
  set_addresses(host);
  host.base = base_of(host.name, host.is_tls, plan_);
  if (!host.other_name.empty())
    host.other_base = base_of(host.other_name, false, plan_);
  else if (host.is_tls)
    host.other_base = base_of(host.name, false, plan_);
  return host;
}

HostFacts Hosts::by_rank(std::uint64_t rank) const {
  const std::uint64_t back = (rank + plan_.hosts - shift_) % plan_.hosts;
  return by_number(plan_.hosts == 1 ? 0 : back * inverse_ % plan_.hosts);
}

std::optional<HostFacts> Hosts::by_name(std::string_view name) const {
  std::string_view rest = name;
  if (rest.starts_with("www.")) rest.remove_prefix(4);
  if (!rest.starts_with("site-")) return std::nullopt;
  rest.remove_prefix(5);
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
  if (error != std::errc{} || number >= plan_.hosts) return std::nullopt;
  HostFacts host = by_number(number);
  if (name != host.name && (host.other_name.empty() || name != host.other_name))
    return std::nullopt;
  return host;
}

std::uint64_t Hosts::popular_rank(double unit) const {
  const double rank = std::pow(static_cast<double>(plan_.hosts) + 1, unit) - 1;
  return std::min(static_cast<std::uint64_t>(rank), plan_.hosts - 1);
}

}  // namespace freshet
