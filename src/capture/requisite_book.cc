#include "capture/requisite_book.h"

#include <algorithm>

namespace freshet {

void RequisiteBook::add(const PageKey& requisite) {
  if (!requisite.host) return;
  by_host_[std::string(requisite.host->key())].try_emplace(requisite.url, Booked{.key = requisite});
}

RequisiteBook::Booked* RequisiteBook::find(const PageKey& requisite) {
  if (!requisite.host) return nullptr;
  const auto host = by_host_.find(requisite.host->key());
  if (host == by_host_.end()) return nullptr;
  const auto place = host->second.find(requisite.url);
  return place == host->second.end() ? nullptr : &place->second;
}

void RequisiteBook::observe(const PageKey& requisite, Time time) {
  add(requisite);
  Booked* booked = find(requisite);
  if (booked == nullptr) return;
  const bool is_after = instant_ && time > *instant_;
  (is_after ? booked->revisited : booked->visited) = time;
}

void RequisiteBook::begin_revisits(Time instant) {
  instant_ = instant;
  for (auto& [host, requisites] : by_host_)
    for (auto& [url, booked] : requisites) booked.is_ordered = false;
}

void RequisiteBook::begin_round() {
  instant_.reset();
  for (auto& [host, requisites] : by_host_)
    for (auto& [url, booked] : requisites) {
      if (booked.revisited) booked.visited = booked.revisited;
      booked.revisited.reset();
      booked.is_ordered = false;
    }
}

bool RequisiteBook::is_due(const Booked& booked) const {
  if (booked.is_ordered) return false;
  return instant_ ? booked.visited && !booked.revisited : !booked.visited;
}

std::vector<PageKey> RequisiteBook::due(std::string_view host) const {
  std::vector<PageKey> found;
  const auto place = by_host_.find(host);
  if (place == by_host_.end()) return found;
  for (const auto& [url, booked] : place->second)
    if (is_due(booked)) found.push_back(booked.key);
  return found;
}

std::size_t RequisiteBook::count_due(std::string_view host) const {
  const auto place = by_host_.find(host);
  if (place == by_host_.end()) return 0;
  return static_cast<std::size_t>(
      std::ranges::count_if(place->second, [&](const auto& it) { return is_due(it.second); }));
}

void RequisiteBook::set_ordered(const PageKey& requisite, bool is_ordered) {
  if (Booked* booked = find(requisite)) booked->is_ordered = is_ordered;
}

void RequisiteBook::give_up(std::string_view host) {
  const auto place = by_host_.find(host);
  if (place == by_host_.end()) return;
  for (auto& [url, booked] : place->second) booked.is_ordered = true;
}

std::size_t RequisiteBook::seen() const {
  std::size_t count = 0;
  for (const auto& [host, requisites] : by_host_)
    for (const auto& [url, booked] : requisites)
      count += booked.visited || booked.revisited ? 1U : 0U;
  return count;
}

std::size_t RequisiteBook::revisited() const {
  std::size_t count = 0;
  for (const auto& [host, requisites] : by_host_)
    for (const auto& [url, booked] : requisites)
      count += booked.visited && booked.revisited ? 1U : 0U;
  return count;
}

}  // namespace freshet
