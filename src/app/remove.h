// Plans the removal of pages from an archive.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/error.h"
#include "store/archive.h"
#include "store/rewrite.h"

namespace freshet {

struct RemovalRequest {
  std::vector<std::string> urls = {};   // without a scheme: both of https and http
  std::vector<std::string> hosts = {};  // all of their pages
  std::string reason = {};
};

// The pages to remove; take_down(writer, removal.what) removes them.
struct Removal {
  TakeDown what;
  std::vector<std::string> first_pages;  // at most kRemovalPagesShown
  std::uint64_t pages = 0;
  std::uint64_t snapshots = 0;
};

inline constexpr std::size_t kRemovalPagesShown = 10;

// Takes exactly the pages that are named, not those that archives take for the same. Errc::invalid
// if a word is no URL or host, Errc::not_found if the archive does not have it.
Result<Removal> plan_removal(Archive& archive, const RemovalRequest& request);

}  // namespace freshet
