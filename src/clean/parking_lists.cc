#include "clean/parking_lists.h"

#include <algorithm>
#include <iterator>

namespace freshet {
namespace {

struct ListedServer {
  std::string_view name;
  ServerKind kind;
};

struct ListedNetwork {
  std::uint32_t first;
  int prefix_bits;
};

#include "clean/parking_lists.inc"

}  // namespace

std::string_view parking_lists_date() { return "2026-11-18"; }

ServerKind listed_kind(std::string_view name_server) {
  while (!name_server.empty()) {
    const auto found =
        std::ranges::lower_bound(kListedServers, name_server, {}, &ListedServer::name);
    if (found != std::end(kListedServers) && found->name == name_server) return found->kind;
    const std::size_t dot = name_server.find('.');
    name_server.remove_prefix(dot == name_server.npos ? name_server.size() : dot + 1);
  }
  return ServerKind::unknown;
}

bool is_parking_network(std::uint32_t address) {
  const auto behind = std::ranges::upper_bound(kListedNetworks, address, {}, &ListedNetwork::first);
  if (behind == std::begin(kListedNetworks)) return false;
  const ListedNetwork& network = *std::prev(behind);
  constexpr int kAddressBits = 32;
  const int host_bits = kAddressBits - network.prefix_bits;
  return host_bits >= kAddressBits || (address - network.first) >> host_bits == 0;
}

}  // namespace freshet
