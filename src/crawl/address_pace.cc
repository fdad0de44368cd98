#include "crawl/address_pace.h"

#include <algorithm>
#include <array>
#include <utility>

namespace freshet {
namespace {

constexpr std::size_t kNetworkBytes = 8;  // of an IPv6 address: a /64
constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
constexpr std::array<std::uint8_t, 12> kNat64 = {0, 0x64, 0xff, 0x9b, 0, 0, 0, 0, 0, 0, 0, 0};

}  // namespace

IpAddress pace_key(const IpAddress& address) {
  if (address.is_v4()) return address;
  std::array<std::uint8_t, 16> bytes = address.bytes();
  for (const auto& prefix : {kMapped, kNat64}) {
    if (!std::equal(prefix.begin(), prefix.end(), bytes.begin())) continue;
    std::uint32_t v4 = 0;
    for (std::size_t i = prefix.size(); i < bytes.size(); ++i) v4 = v4 << 8 | bytes[i];
    return IpAddress::v4(v4);
  }
  std::fill(bytes.begin() + kNetworkBytes, bytes.end(), std::uint8_t{0});
  return IpAddress::v6(bytes);
}

AddressPace::Pass::Pass(Pass&& other) noexcept
    : pace_(std::exchange(other.pace_, nullptr)), key_(other.key_) {}

AddressPace::Pass& AddressPace::Pass::operator=(Pass&& other) noexcept {
  if (this == &other) return *this;
  if (pace_ != nullptr) pace_->leave(key_, std::nullopt);
  pace_ = std::exchange(other.pace_, nullptr);
  key_ = other.key_;
  return *this;
}

AddressPace::Pass::~Pass() {
  if (pace_ != nullptr) pace_->leave(key_, std::nullopt);
}

void AddressPace::Pass::finish(Tick now) {
  if (pace_ != nullptr) std::exchange(pace_, nullptr)->leave(key_, now);
}

AddressPace::AddressPace(std::int64_t at_once) : at_once_(std::max<std::int64_t>(at_once, 1)) {}

AddressPace::Entry AddressPace::enter(const IpAddress& address, Tick now, const Terms& terms) {
  const IpAddress key = pace_key(address);
  const Duration gap = terms.delay / at_once_;
  const std::lock_guard lock(mutex_);
  if (places_.size() >= sweep_at_) sweep(now);
  const auto [at, is_new] = places_.try_emplace(key);
  Place& place = at->second;
  const bool is_idle = place.under_way == 0 && now - place.last >= kForgetAfter;
  if (is_new || is_idle) place = {.last = now - gap};
  if (place.under_way >= at_once_)
    return {.ask_again = now + std::clamp(gap, kBusyCheckMin, kBusyCheckMax)};
  if (place.used >= terms.burst && place.last + gap > now) return {.ask_again = place.last + gap};
  ++place.under_way;
  ++place.used;
  place.last = std::max(place.last, now);
  return {.pass = Pass(*this, key)};
}

void AddressPace::leave(const IpAddress& key, std::optional<Tick> now) {
  const std::lock_guard lock(mutex_);
  const auto at = places_.find(key);
  if (at == places_.end()) return;
  --at->second.under_way;
  if (now) at->second.last = std::max(at->second.last, *now);
}

void AddressPace::sweep(Tick now) {
  std::erase_if(places_, [&](const auto& entry) {
    return entry.second.under_way == 0 && now - entry.second.last >= kForgetAfter;
  });
  sweep_at_ = std::max(kSweepAt, 2 * places_.size());
}

std::size_t AddressPace::known() const {
  const std::lock_guard lock(mutex_);
  return places_.size();
}

}  // namespace freshet
