// A bounded cache of values with an expiry time; the least recently used is evicted first.
#pragma once

#include <cstddef>
#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "base/check.h"
#include "web/events.h"

namespace freshet {

template <class Value>
class ExpiringCache {
 public:
  explicit ExpiringCache(std::size_t entries_max) : entries_max_(entries_max) {
    require(entries_max > 0, "a cache has room for something");
  }

  // Returns null if there is no value or it has expired. Valid until the next call.
  const Value* find(const std::string& key, Tick now) {
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return nullptr;
    if (found->second->good_until <= now) {
      entries_.erase(found->second);
      by_key_.erase(found);
      return nullptr;
    }
    entries_.splice(entries_.begin(), entries_, found->second);
    return &found->second->value;
  }

  void put(const std::string& key, Value value, Tick good_until) {
    if (const auto found = by_key_.find(key); found != by_key_.end()) {
      entries_.erase(found->second);
      by_key_.erase(found);
    }
    if (entries_.size() == entries_max_) {
      by_key_.erase(entries_.back().key);
      entries_.pop_back();
    }
    entries_.push_front({key, good_until, std::move(value)});
    by_key_.emplace(entries_.front().key, entries_.begin());
  }

  std::size_t size() const { return entries_.size(); }

 private:
  struct Entry {
    std::string key;
    Tick good_until;
    Value value;
  };

  std::size_t entries_max_;
  std::list<Entry> entries_;  // the most recently used first
  // Keys refer to those in entries_, which do not move.
  std::unordered_map<std::string_view, typename std::list<Entry>::iterator> by_key_;
};

}  // namespace freshet
