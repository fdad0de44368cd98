// All watches of the registry, ready to be checked, and the ways to find them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "monitor/active_watch.h"

namespace freshet {

// Not thread-safe: the thread of the registry uses it.
class WatchBook {
 public:
  using UrlSet = std::unordered_set<std::string>;

  explicit WatchBook(ActivationTools tools) : tools_(std::move(tools)) {}

  // Reads watches that were added or edited, and those whose tags were; drops removed ones.
  // Returns those that were read.
  Result<std::vector<WatchId>> refresh();
  ActiveWatch* find(WatchId id);
  std::map<WatchId, ActiveWatch>& all() { return watches_; }
  bool is_empty() const { return watches_.empty(); }

  // Returns the watches of single pages that are checked by the archive's copy of this URL.
  std::vector<ActiveWatch*> of_page(const std::string& url);
  // Returns the watches of prefixes and sites.
  std::vector<ActiveWatch*> of_sites();
  // Returns the URLs for which of_page() finds something.
  std::shared_ptr<const UrlSet> urls() const { return urls_; }

 private:
  Status read_tags_again(std::vector<WatchId>& changed);
  void index();

  ActivationTools tools_;
  std::map<WatchId, ActiveWatch> watches_;
  std::unordered_multimap<std::string, WatchId> pages_;  // by URL in the archive
  std::vector<WatchId> sites_;
  std::shared_ptr<const UrlSet> urls_ = std::make_shared<UrlSet>();
};

}  // namespace freshet
