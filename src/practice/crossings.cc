#include "practice/crossings.h"

#include <fmt/format.h>

#include <charconv>

namespace freshet {

namespace {

constexpr std::uint64_t kKeepers = 3;       // hosts that serve the robots.txt of others
constexpr std::uint64_t kWildcardRank = 1;  // of the host with wildcard sub-domains
constexpr std::uint64_t kHostsMin = 10;     // with fewer hosts, those chosen could be faulty ones
constexpr std::uint64_t kNumberMax = 1 << 30;  // of a sub-domain

// Reads a number and removes it from the front of `text`.
std::optional<std::uint64_t> take_number(std::string_view& text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{}) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

bool has_crossings(const WorldPlan& plan) {
  return plan.features.crossings && plan.hosts >= kHostsMin;
}

HostFacts keeper_for(const Hosts& hosts, std::uint64_t number) {
  return hosts.by_rank(number % kKeepers);
}

std::string wildcard_url(const WorldPlan& plan, const HostFacts& parent, std::uint64_t number) {
  const std::string port = plan.http_port == 80 ? "" : fmt::format(":{}", plan.http_port);
  return fmt::format("http://w{}.{}{}/", number, parent.name, port);
}

}  // namespace

std::string far_robots_url(const WorldPlan& plan, const Hosts& hosts, const HostFacts& host) {
  if (!has_crossings(plan) || host.robots != RobotsKind::rules || host.number % 4 != 1) return "";
  const HostFacts keeper = keeper_for(hosts, host.number);
  if (keeper.number == host.number) return "";
  return fmt::format("{}/robots-of/{}.txt", keeper.base, host.number);
}

std::optional<HostFacts> far_robots_at(const WorldPlan& plan, const Hosts& hosts,
                                       const HostFacts& keeper, std::string_view path) {
  constexpr std::string_view kFolder = "/robots-of/";
  if (!has_crossings(plan) || !path.starts_with(kFolder)) return std::nullopt;
  std::string_view rest = path.substr(kFolder.size());
  const auto number = take_number(rest);
  if (!number || *number >= hosts.count() || rest != ".txt") return std::nullopt;
  HostFacts host = hosts.by_number(*number);
  if (far_robots_url(plan, hosts, host) != keeper.base + std::string(path)) return std::nullopt;
  return host;
}

std::string endless_image(const WorldPlan& plan, const HostFacts& host) {
  const bool has_one = has_crossings(plan) && plan.features.requisites && host.number % 4 == 2;
  return has_one && host.fault == HostFault::none ? fmt::format("/ping/{}/0", host.number) : "";
}

std::optional<ImageHop> endless_image_hop(const WorldPlan& plan, const Hosts& hosts,
                                          std::string_view path) {
  constexpr std::string_view kFolder = "/ping/";
  if (!has_crossings(plan) || !path.starts_with(kFolder)) return std::nullopt;
  std::string_view rest = path.substr(kFolder.size());
  const auto number = take_number(rest);
  if (!number || *number >= hosts.count() || !rest.starts_with('/')) return std::nullopt;
  rest.remove_prefix(1);
  const auto hops = take_number(rest);
  if (!hops || !rest.empty() || *hops >= kNumberMax) return std::nullopt;
  const HostFacts next = *hops % 2 == 0 ? keeper_for(hosts, *number) : hosts.by_number(*number);
  return ImageHop{.location = fmt::format("{}/ping/{}/{}", next.base, *number, *hops + 1),
                  .hops = *hops};
}

std::string wildcard_entrance(const WorldPlan& plan, const HostFacts& host) {
  return has_crossings(plan) && host.rank == kWildcardRank ? wildcard_url(plan, host, 0) : "";
}

std::optional<HostFacts> wildcard_parent(const WorldPlan& plan, const Hosts& hosts,
                                         std::string_view name) {
  if (!has_crossings(plan) || !name.starts_with('w')) return std::nullopt;
  std::string_view rest = name.substr(1);
  const auto number = take_number(rest);
  if (!number || *number >= kNumberMax || !rest.starts_with('.')) return std::nullopt;
  rest.remove_prefix(1);
  auto parent = hosts.by_name(rest);
  if (!parent || parent->rank != kWildcardRank || parent->name != rest) return std::nullopt;
  return parent;
}

std::string wildcard_page(const WorldPlan& plan, const HostFacts& parent, std::string_view name) {
  std::string_view rest = name.substr(1);
  const std::uint64_t number = take_number(rest).value_or(0);
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><title>Berths</title></head>\n<body><h1>Berths</h1>"
      "<p>This berth of the harbour is free, and so are those beside it, to the left and to the "
      "right of the old bridge.</p>\n<a href=\"{}\">left</a> <a "
      "href=\"{}\">right</a></body></html>\n",
      wildcard_url(plan, parent, 2 * number + 1), wildcard_url(plan, parent, 2 * number + 2));
}

}  // namespace freshet
