// The pace of addresses. Hosts have a pace of their own (crawl/pace.h), but many hosts can share
// one address, and a robots.txt may be redirected to a host that no visit has leased. So every
// request of a crawl takes a pass for its address. With hosts_per_address = 1 an address gets the
// request rate of one host: one burst, then a delay between requests. With N it gets up to N
// concurrent requests, and the delay is divided by N.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>

#include "web/address.h"
#include "web/events.h"

namespace freshet {

// Returns the address that is counted: an IPv4 address, also if it is written as IPv6 (mapped,
// NAT64); a /64 of IPv6, which is what one customer of a network gets.
IpAddress pace_key(const IpAddress& address);

// Thread-safe. Ticks of all loops have one origin.
class AddressPace {
 public:
  // State of an address that was idle for this long is dropped; it may have a burst again.
  static constexpr Duration kForgetAfter = std::chrono::minutes(10);

  // The right to have one pending request. Released when destroyed.
  class Pass {
   public:
    Pass(Pass&& other) noexcept;
    Pass& operator=(Pass&& other) noexcept;
    Pass(const Pass&) = delete;
    Pass& operator=(const Pass&) = delete;
    ~Pass();

    // Reports the answer: the delay counts from here. Without this call it counts from the start.
    void finish(Tick now);

   private:
    friend class AddressPace;
    Pass(AddressPace& pace, const IpAddress& key) : pace_(&pace), key_(key) {}

    AddressPace* pace_;
    IpAddress key_;
  };

  // The pace of the host that the request is for.
  struct Terms {
    Duration delay{};
    int burst = 0;  // of the host, or 0 if it is used up
  };

  struct Entry {
    std::optional<Pass> pass = {};
    Tick ask_again{};  // when to ask again, without a pass
  };

  // `at_once`: concurrent requests to an address; the delay is divided by it.
  explicit AddressPace(std::int64_t at_once);

  // Returns a pass for a request that starts now, or when to ask again. Passes must not outlive
  // this.
  Entry enter(const IpAddress& address, Tick now, const Terms& terms);

  std::size_t known() const;

 private:
  static constexpr Duration kBusyCheckMin = std::chrono::milliseconds(50);
  static constexpr Duration kBusyCheckMax = std::chrono::seconds(1);
  static constexpr std::size_t kSweepAt = 1024;  // and whenever the size has doubled since the last
                                                 // sweep

  struct Place {
    Tick last{};  // start or end of the latest request
    std::int64_t under_way = 0;
    std::int64_t used = 0;  // of the burst
  };

  void leave(const IpAddress& key, std::optional<Tick> now);
  void sweep(Tick now);

  const std::int64_t at_once_;
  mutable std::mutex mutex_;  // guards the members below
  std::map<IpAddress, Place> places_;
  std::size_t sweep_at_ = kSweepAt;
};

}  // namespace freshet
