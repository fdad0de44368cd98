#include "registry/login_throttle.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/stored_time.h"
#include "url/ip_address.h"

namespace freshet {
namespace {

constexpr std::size_t kThrottleKeyBytes = 256;

std::string account_key(std::string_view account) {
  return ascii_lower(account.substr(0, kThrottleKeyBytes));
}

}  // namespace

std::string network_of(std::string_view address) {
  auto ipv6 = parse_ipv6(address);
  if (!ipv6) return std::string(address.substr(0, kThrottleKeyBytes));
  const bool is_mapped_ipv4 =
      std::all_of(ipv6->begin(), ipv6->begin() + 5, [](auto part) { return part == 0; }) &&
      (*ipv6)[5] == 0xffff;
  std::string text;
  if (is_mapped_ipv4) {
    append_ipv4(text, Ipv4Address{(*ipv6)[6]} << 16 | (*ipv6)[7]);
    return text;
  }
  std::fill(ipv6->begin() + 4, ipv6->end(), std::uint16_t{0});
  append_ipv6(text, *ipv6);
  return text + "/64";
}

Duration LoginThrottle::wait(const Book& book, const std::string& key, const ThrottleLimits& limits,
                             Time now) {
  const auto found = book.find(key);
  if (found == book.end() || !is_recent(found->second.last, now, kThrottleMemory)) return {};
  const int beyond = found->second.count - limits.free_failures;
  if (beyond < 0) return {};
  constexpr int kDoublingsMax = 30;
  const Duration needed = std::min(
      limits.wait_max, limits.first_wait * (std::int64_t{1} << std::min(beyond, kDoublingsMax)));
  return std::clamp(found->second.last + needed - now, Duration{0}, needed);
}

void LoginThrottle::count(Book& book, const std::string& key, Time now) {
  if (book.size() >= kThrottledMax && !book.contains(key)) {
    std::erase_if(book, [&](const auto& entry) {
      return !is_recent(entry.second.last, now, kThrottleMemory);
    });
    if (book.size() >= kThrottledMax)
      book.erase(
          std::ranges::min_element(book, {}, [](const auto& entry) { return entry.second.last; }));
  }
  Failures& failures = book[key];
  if (!is_recent(failures.last, now, kThrottleMemory)) failures.count = 0;
  ++failures.count;
  failures.last = now;
}

Duration LoginThrottle::admit(std::string_view account, std::string_view address, Time now) {
  const std::string name = account_key(account);
  const std::string network = network_of(address);
  const Duration longest = std::max(wait(accounts_, name, kAccountThrottle, now),
                                    wait(addresses_, network, kAddressThrottle, now));
  if (longest > Duration{0}) return longest;
  count(accounts_, name, now);
  count(addresses_, network, now);
  return {};
}

void LoginThrottle::succeeded(std::string_view account, std::string_view address) {
  accounts_.erase(account_key(account));
  const auto found = addresses_.find(network_of(address));
  if (found == addresses_.end()) return;
  if (--found->second.count <= 0) addresses_.erase(found);
}

}  // namespace freshet
