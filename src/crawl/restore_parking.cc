#include "crawl/restore_parking.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "crawl/home_look.h"
#include "crawl/visit_report.h"
#include "url/site.h"

namespace freshet {
namespace {

constexpr std::size_t kOwnersMin = 5;           // of a name server; fewer say nothing
constexpr std::size_t kHostsKeptMax = 200'000;  // visited ones, while rows are read

bool is_left_out(const HostRow& row) {
  if (row.place != HostPlace::retired || !row.continuation.empty()) return false;
  const auto report = VisitReport::from_json(row.report);
  return report && report->state == VisitState::left_out;
}

// The hosts of one name server.
struct ServerHosts {
  std::set<std::string> owners;
  std::vector<Host> visited;  // one of each owner
  std::vector<Host> left_out;
};

class Restoring {
 public:
  void add(const HostRow& row) {
    if (is_left_out(row)) {
      servers_[stored_name_server_key(row.name_servers)].left_out.push_back(row.host);
      return;
    }
    const bool is_visited = !row.continuation.empty();
    if (!is_visited || row.name_servers.empty() || kept_ >= kHostsKeptMax) return;
    ServerHosts& server = servers_[stored_name_server_key(row.name_servers)];
    if (server.visited.size() >= kWatchedOwnersMax ||
        !server.owners.emplace(site_of(row.host.name())).second)
      return;
    server.visited.push_back(row.host);
    ++kept_;
  }

  void read_pages(Archive& archive, ParkingWatch& watch) const {
    std::vector<std::pair<const std::string*, const ServerHosts*>> order;
    for (const auto& [key, server] : servers_)
      if (server.visited.size() >= kOwnersMin) order.emplace_back(&key, &server);
    std::ranges::stable_sort(order, std::greater(), [](const auto& one) {
      return std::pair(!one.second->left_out.empty(), one.second->visited.size());
    });
    std::size_t pages = 0;
    for (const auto& [key, server] : order)
      for (const Host& host : server->visited) {
        if (++pages > kRestoredPagesMax) return;
        auto look = look_at_home(archive, host);
        if (!look || !*look) continue;  // a page that cannot be read is no evidence
        watch.add(
            {std::string(host.key()), std::string(site_of(host.name())), *key, **std::move(look)});
      }
  }

  std::vector<LinkCount> waking_links(const Scope& scope, ParkingMode mode,
                                      const ParkingWatch& watch) const {
    std::vector<LinkCount> links;
    for (const auto& [key, server] : servers_) {
      const bool is_parking = mode == ParkingMode::skip && watch.find_parking(key) != nullptr;
      for (const Host& host : server.left_out)
        if (scope.may_hold(host) && (!is_parking || scope.is_named(host)))
          links.push_back({.host = host, .wakes = true});
    }
    return links;
  }

 private:
  std::map<std::string, ServerHosts> servers_;  // by key
  std::size_t kept_ = 0;
};

}  // namespace

Status restore_parking(Frontier& frontier, Archive& archive, const Scope& scope, ParkingMode mode,
                       ParkingWatch& watch) {
  Restoring restoring;
  const Status each = frontier.each_host([&](const HostRow& row) {
    restoring.add(row);
    return true;
  });
  if (!each) return each;
  if (mode != ParkingMode::off) restoring.read_pages(archive, watch);
  return frontier.add_links(restoring.waking_links(scope, mode, watch));
}

}  // namespace freshet
