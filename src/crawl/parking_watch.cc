#include "crawl/parking_watch.h"

#include <algorithm>
#include <utility>

#include "clean/parking_authority.h"

namespace freshet {
namespace {

// Pages of other name servers to compare with: common structures are no sign of parking.
constexpr std::size_t kBackgroundServers = 8;
constexpr std::size_t kBackgroundPages = 5;  // of each

constexpr std::size_t kJudgedFrom = 5;   // owners; fewer say nothing
constexpr std::size_t kJudgedShare = 4;  // judged again when a quarter of the pages is new

std::size_t bytes_of(const HomePage& page) {
  const PageLook& look = page.look;
  std::size_t bytes = sizeof(HomePage) + page.host.size() + page.owner.size() +
                      page.name_server.size() + look.title.size() +
                      look.tags.size() * sizeof(std::uint32_t) +
                      look.tags.counts().size() * sizeof(look.tags.counts()[0]) +
                      look.blocks.size() * sizeof(std::uint64_t);
  for (const auto* sites : {&look.other_sites, &look.linked_sites})
    for (const std::string& site : *sites) bytes += sizeof(std::string) + site.size();
  return bytes;
}

}  // namespace

// The low bits of the hash are those of the partition.
bool is_probed(const Host& host) { return (host.hash() >> 32) % kProbedOneIn == 0; }

std::string stored_name_server_key(std::string_view name_servers) {
  std::vector<std::string> all;
  while (!name_servers.empty()) {
    const std::size_t end = std::min(name_servers.find(' '), name_servers.size());
    if (end > 0) all.emplace_back(name_servers.substr(0, end));
    name_servers.remove_prefix(std::min(end + 1, name_servers.size()));
  }
  return name_server_key(all);
}

bool ParkingWatch::is_parking(const Server& server) {
  return server.judgement.kind == ServerKind::parking &&
         server.judgement.confidence >= kParkingConfidenceMin;
}

// Judging compares pages with each other, so a name server with regular hosts is judged by every
// few pages only. One that seems to be parking is judged by each.
bool ParkingWatch::is_worth_judging(const Server& server) {
  if (server.pages.size() < kJudgedFrom) return false;
  return server.judgement.kind == ServerKind::parking ||
         server.judgement.kind == ServerKind::unknown ||
         server.unjudged * kJudgedShare >= server.pages.size();
}

const ServerJudgement* ParkingWatch::find_parking(std::string_view name_server) const {
  const auto found = servers_.find(name_server);
  return found != servers_.end() && is_parking(found->second) ? &found->second.judgement : nullptr;
}

VerdictChange ParkingWatch::add(HomePage page) {
  if (page.name_server.empty() || !redirect_site(page).empty()) return VerdictChange::none;
  Server& server = servers_[page.name_server];
  server.judgement.name_server = page.name_server;
  const bool was_parking = is_parking(server);
  take(server, std::move(page));
  forget_some(server);
  if (is_worth_judging(server)) judge(server);
  if (is_parking(server) == was_parking) return VerdictChange::none;
  return was_parking ? VerdictChange::withdrawn : VerdictChange::found;
}

void ParkingWatch::take(Server& server, HomePage page) {
  const auto earlier = std::ranges::find(server.pages, page.owner, &HomePage::owner);
  const auto forget = [&](const std::deque<HomePage>::iterator& at) {
    bytes_ -= bytes_of(*at);
    server.pages.erase(at);
  };
  if (earlier != server.pages.end())
    forget(earlier);
  else if (server.pages.size() >= kWatchedOwnersMax)
    forget(server.pages.begin());
  bytes_ += bytes_of(page);
  server.pages.push_back(std::move(page));
  ++server.unjudged;
  server.touched = ++steps_;
}

void ParkingWatch::judge(Server& server) {
  server.unjudged = 0;
  std::vector<HomePage> pages(server.pages.begin(), server.pages.end());
  std::vector<const Server*> others;
  for (const auto& [name, other] : servers_)
    if (&other != &server && other.pages.size() >= kBackgroundPages) others.push_back(&other);
  std::ranges::sort(others, std::greater(), &Server::touched);
  if (others.size() > kBackgroundServers) others.resize(kBackgroundServers);
  for (const Server* other : others)
    pages.insert(pages.end(), other->pages.end() - kBackgroundPages, other->pages.end());
  const ParkingReport report = judge_parking(pages, {});
  const auto found = std::ranges::find(report.servers, server.judgement.name_server,
                                       &ServerJudgement::name_server);
  if (found != report.servers.end()) server.judgement = *found;
}

// A verdict that is forgotten is found again, so the name servers that are judged parking go last.
void ParkingWatch::forget_some(const Server& kept) {
  while (bytes_ > limits_.bytes && servers_.size() > 1) {
    auto oldest = servers_.end();
    for (auto at = servers_.begin(); at != servers_.end(); ++at) {
      if (&at->second == &kept) continue;
      const auto age = [](const Server& server) {
        return std::pair(is_parking(server), server.touched);
      };
      if (oldest == servers_.end() || age(at->second) < age(oldest->second)) oldest = at;
    }
    for (const HomePage& page : oldest->second.pages) bytes_ -= bytes_of(page);
    servers_.erase(oldest);
  }
}

}  // namespace freshet
