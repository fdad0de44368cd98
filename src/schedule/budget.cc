#include "schedule/budget.h"

#include <algorithm>

namespace freshet {
namespace {

std::uint64_t part_of(std::uint64_t whole, double share) {
  if (whole == kUnlimited) return kUnlimited;
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(static_cast<double>(whole) * share));
}

std::uint64_t sum_within_range(std::uint64_t a, std::uint64_t b) {
  return a > kUnlimited - b ? kUnlimited : a + b;
}

}  // namespace

bool DayBudget::allows(std::uint32_t site, std::uint32_t host, std::uint64_t bytes) const {
  if (is_spent() || sum_within_range(bytes_, bytes) > options_.bytes) return false;
  if (host < hosts_.size() && hosts_[host] >= options_.requests_per_host) return false;
  if (options_.requests_per_host == 0) return false;
  const Spent spent = site < sites_.size() ? sites_[site] : Spent{};
  if (spent.checks >= part_of(options_.checks, options_.site_share_max)) return false;
  // A site's first check is always allowed, however large its pages are.
  return spent.checks == 0 ||
         sum_within_range(spent.bytes, bytes) <= part_of(options_.bytes, options_.site_share_max);
}

void DayBudget::spend(std::uint32_t site, std::uint32_t host, std::uint64_t bytes) {
  if (sites_.size() <= site) sites_.resize(site + std::size_t{1});
  if (hosts_.size() <= host) hosts_.resize(host + std::size_t{1});
  checks_ = sum_within_range(checks_, 1);
  bytes_ = sum_within_range(bytes_, bytes);
  sites_[site].checks += 1;
  sites_[site].bytes = sum_within_range(sites_[site].bytes, bytes);
  hosts_[host] += 1;
}

void DayBudget::next_day() {
  checks_ = 0;
  bytes_ = 0;
  sites_.clear();
  hosts_.clear();
}

}  // namespace freshet
