// Judges the name servers of a crawl by the home pages of the hosts that were visited, so that
// further hosts of a parking provider can be left out before they are fetched (clean/parking.h).
//
// A verdict must be able to fall. So it rests on the newest home pages of a name server, some of
// its hosts are visited anyway (is_probed), and each of these pages is judged at once. A host
// without a known name server is never left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "clean/parking.h"
#include "url/host.h"

namespace freshet {

// A name server counts as parking from this confidence on. Without any regular host it takes the
// home pages of 16 owners, or of 5 if the name server is on the list.
inline constexpr double kParkingConfidenceMin = 0.95;

// One host in so many is visited although its name server is judged parking.
inline constexpr std::uint64_t kProbedOneIn = 25;

// Returns true if the host is one of those. The answer depends on its name only.
bool is_probed(const Host& host);

// The newest owners of a name server; older ones are forgotten.
inline constexpr std::size_t kWatchedOwnersMax = 32;

// Returns the key of the name servers in a HostRow.
std::string stored_name_server_key(std::string_view name_servers);

struct ParkingWatchLimits {
  std::size_t bytes = std::size_t{16} << 20;  // of all pages; above it name servers are forgotten
};

enum class VerdictChange : std::uint8_t { none, found, withdrawn };

// Not thread-safe: the host queue owns it. Pages in, verdicts out; no clock, no chance.
class ParkingWatch {
 public:
  explicit ParkingWatch(ParkingWatchLimits limits = {}) : limits_(limits) {}

  // Adds the home page of a visited host, in place of an earlier one of its owner. Returns how the
  // verdict on its name server changed. A page without name server or redirecting to another site
  // is ignored.
  VerdictChange add(HomePage page);

  // Returns the judgement of a name server that is parking; nullptr if it is not, or not surely.
  const ServerJudgement* find_parking(std::string_view name_server) const;

  std::size_t servers() const { return servers_.size(); }
  std::size_t bytes() const { return bytes_; }

 private:
  struct Server {
    std::deque<HomePage> pages;  // the newest last, one of each owner
    std::size_t unjudged = 0;    // pages since the last judgement
    std::uint64_t touched = 0;
    ServerJudgement judgement = {};
  };
  using Servers = std::map<std::string, Server, std::less<>>;

  static bool is_parking(const Server& server);
  static bool is_worth_judging(const Server& server);
  void take(Server& server, HomePage page);
  void judge(Server& server);
  void forget_some(const Server& kept);

  ParkingWatchLimits limits_;
  Servers servers_;  // by key
  std::size_t bytes_ = 0;
  std::uint64_t steps_ = 0;
};

}  // namespace freshet
