#include "crawl/link_table.h"

#include <algorithm>

#include "base/check.h"
#include "base/hash.h"

namespace freshet {
namespace {

constexpr std::size_t kFirstSlots = 64;

// Where the origin of an http or https URL ends: at the slash behind the host.
std::size_t origin_length(std::string_view url) {
  const std::size_t host = url.find("//");
  if (host == std::string_view::npos) return 0;
  const std::size_t path = url.find('/', host + 2);
  return path == std::string_view::npos ? url.size() : path;
}

std::uint64_t slot_hash(std::string_view key) {
  const std::uint64_t hash = hash64(key);
  return hash == 0 ? 1 : hash;
}

}  // namespace

void SeenSet::grow() {
  std::vector<std::uint64_t> old(std::max(kFirstSlots, slots_.size() * 2), 0);
  old.swap(slots_);
  count_ = 0;
  for (const std::uint64_t hash : old)
    if (hash != 0) insert_hash(hash);
}

bool SeenSet::insert_hash(std::uint64_t hash) {
  if (count_ * 4 >= slots_.size() * 3) grow();
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    if (slots_[at] == hash) return false;
    if (slots_[at] != 0) continue;
    slots_[at] = hash;
    ++count_;
    return true;
  }
}

bool SeenSet::insert(std::string_view key) { return insert_hash(slot_hash(key)); }

bool SeenSet::contains(std::string_view key) const {
  if (slots_.empty()) return false;
  const std::uint64_t hash = slot_hash(key);
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask; slots_[at] != 0; at = (at + 1) & mask)
    if (slots_[at] == hash) return true;
  return false;
}

std::optional<std::uint32_t> LinkTable::add(std::string_view url, std::string_view key,
                                            const KnownLink& link) {
  if (!seen_.insert(key)) return std::nullopt;
  const std::string_view origin = url.substr(0, origin_length(url));
  auto known = std::ranges::find(origins_, origin);
  if (known == origins_.end()) known = origins_.insert(known, std::string(origin));
  const std::string_view rest = url.substr(origin.size());
  links_.push_back({.origin = static_cast<std::uint32_t>(known - origins_.begin()),
                    .length = static_cast<std::uint32_t>(rest.size()),
                    .rest = text_.size(),
                    .known = link});
  text_ += rest;
  return size() - 1;
}

std::string LinkTable::url(std::uint32_t number) const {
  require(number < links_.size(), "a number that add() gave");
  const Stored& stored = links_[number];
  return origins_[stored.origin] + text_.substr(stored.rest, stored.length);
}

std::size_t LinkTable::bytes() const {
  return text_.capacity() + links_.capacity() * sizeof(Stored) + seen_.bytes();
}

}  // namespace freshet
