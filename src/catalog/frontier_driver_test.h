// Drives a frontier for the conformance suite.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "catalog/catalog_conformance.h"

namespace freshet {

// The actions of a worker. Hosts are named by their keys.
class FrontierDriver {
 public:
  explicit FrontierDriver(Catalog& catalog) : catalog_(catalog) {
    session = *catalog.open_session("one", at(1000));
  }

  // Adds links and merges them at once.
  void link(const std::string& key, std::int64_t links = 1) {
    const LinkCount found{.host = host(key), .links = links};
    ASSERT_TRUE(catalog_.add_links({&found, 1}));
    ASSERT_TRUE(catalog_.merge_links(found.host.partition()));
  }

  void wake(const std::string& key) {
    const LinkCount found{.host = host(key), .wakes = true};
    ASSERT_TRUE(catalog_.add_links({&found, 1}));
    ASSERT_TRUE(catalog_.merge_links(found.host.partition()));
  }

  // Claims the best host of the partition of `key` for `who`. Returns the name of the claimed host,
  // or "none".
  std::string claim(const std::string& key, SessionId who, Time now = at(0)) {
    auto claims = catalog_.claim_hosts(who, host(key).partition(), 1, now);
    if (!claims) return claims.error().message;
    if (claims->empty()) return "none";
    const HostClaim& got = claims->front();
    held.insert_or_assign(std::string(got.fence.host.key()), got);
    return std::string(got.fence.host.key());
  }
  std::string claim(const std::string& key) { return claim(key, session); }

  // Returns "leased", "waits" or the error.
  std::string lease(const std::string& key, const std::string& address, std::int64_t cap = 1) {
    const auto answer = catalog_.lease_host(held.at(key).fence, address, cap);
    if (!answer) return answer.error().message;
    return *answer == LeaseAnswer::leased ? "leased" : "waits";
  }
  std::string visit(const std::string& key, const std::string& address, std::int64_t cap = 1) {
    const std::string got = claim(key);
    return got == key ? lease(key, address, cap) : got;
  }

  // Returns the partition of the host that the release woke.
  Result<std::optional<unsigned>> release(const std::string& key, const HostRelease& left = {},
                                          Time now = at(0)) {
    return catalog_.release_host(held.at(key).fence, left, now);
  }

  HostRow row(const std::string& key) {
    auto found = catalog_.find_host(host(key));
    EXPECT_TRUE(found && *found) << key;
    return found && *found ? **found : HostRow{.host = host(key)};
  }
  HostPlace place(const std::string& key) { return row(key).place; }

  SessionId session = 0;
  std::map<std::string, HostClaim> held;

 private:
  Catalog& catalog_;
};

// Returns names of hosts in one partition: "0.example" and others that fall into it.
inline std::vector<std::string> neighbours(std::size_t count) {
  std::vector<std::string> names;
  const unsigned partition = host("0.example").partition();
  for (int i = 0; names.size() < count; ++i) {
    std::string name = std::to_string(i) + ".example";
    if (host(name).partition() == partition) names.push_back(std::move(name));
  }
  return names;
}

inline const std::vector<std::string>& near() {
  static const std::vector<std::string> names = neighbours(5);
  return names;
}

}  // namespace freshet
