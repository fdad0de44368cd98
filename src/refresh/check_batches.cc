#include "refresh/check_batches.h"

#include <utility>

namespace freshet {

CheckBatches::Batch& CheckBatches::batch(HostIndex host) {
  if (batches_.size() <= host) batches_.resize(host + std::size_t{1});
  return batches_[host];
}

void CheckBatches::wake(HostIndex host) {
  if (!std::exchange(batch(host).is_woken, true)) woken_.push_back(host);
}

void CheckBatches::add(HostIndex host, PageIndex page, double worth) {
  batch(host).pages.push_back(page);
  batch(host).worth += worth;
  wake(host);
}

std::vector<PageIndex> CheckBatches::take(HostIndex host) {
  return std::exchange(batch(host), {}).pages;
}

void CheckBatches::visit_ended(HostIndex host) {
  if (!batch(host).pages.empty()) wake(host);
}

std::vector<CheckBatches::Wake> CheckBatches::take_woken() {
  std::vector<Wake> woken;
  for (const HostIndex host : std::exchange(woken_, {}))
    woken.push_back({.host = host, .worth = batch(host).worth});
  return woken;
}

}  // namespace freshet
