#include "crawl/foreign_robots.h"

#include <utility>

#include "base/stored_time.h"
#include "robots/robots_access.h"
#include "url/site.h"

namespace freshet {

std::shared_ptr<const ForeignRobots::Copy> ForeignRobots::find(const std::string& url,
                                                               Time now) const {
  const std::lock_guard lock(mutex_);
  const auto known = copies_.find(url);
  if (known == copies_.end() || !is_recent(known->second->read, now, kRobotsAgeMax)) return nullptr;
  return known->second;
}

void ForeignRobots::put(const std::string& url, Copy copy) {
  auto kept = std::make_shared<const Copy>(std::move(copy));
  const std::lock_guard lock(mutex_);
  const auto [at, is_new] = copies_.try_emplace(url);
  if (is_new)
    order_.push_back(url);
  else
    bytes_ -= at->second->body.size();
  bytes_ += kept->body.size();
  at->second = std::move(kept);
  while (bytes_ > kCopyBytesMax && order_.size() > 1) {
    const auto oldest = copies_.find(order_.front());
    bytes_ -= oldest->second->body.size();
    copies_.erase(oldest);
    order_.pop_front();
  }
}

bool ForeignRobots::take_turn(const Host& host, Time now) {
  const std::string site(site_of(host.name()));
  const auto is_over = [&](const Turns& turns) {
    return now < turns.first || now - turns.first >= kRobotsAgeMax;
  };
  const std::lock_guard lock(mutex_);
  if (!turns_.contains(site) && turns_.size() >= kSitesMax) {
    std::erase_if(turns_, [&](const auto& entry) { return is_over(entry.second); });
    if (turns_.size() >= kSitesMax) return false;
  }
  const auto [at, is_new] = turns_.try_emplace(site, Turns{.first = now});
  Turns& turns = at->second;
  if (is_over(turns)) turns = {.first = now};
  if (turns.count >= kRequestsPerSiteMax) return false;
  ++turns.count;
  return true;
}

}  // namespace freshet
