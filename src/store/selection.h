// Selects snapshots of an archive.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"

namespace freshet {

// The pages of these hosts, domains and URLs (if none are named, all pages), within the times.
struct Selection {
  std::vector<std::string> hosts = {};    // "example.com", "example.com:8080": these hosts only
  std::vector<std::string> domains = {};  // "example.com": with its subdomains
  std::vector<std::string> urls = {};     // exactly these pages
  Time from = kTimeMin;
  Time to = kTimeMax;      // inclusive
  bool only_last = false;  // only the newest matching snapshot of each page
  std::set<PageId> left_out = {};
  // Begins behind this page, in the order of ArchiveIndex::each_page: for all pages, or for those
  // of domains or of one host.
  PageKey after = {};
};

// Visits the selected snapshots page by page, those of a page in order of time. Stops at an error
// of the visitor and returns it. URLs that are not in the archive are skipped.
Status each_selected(Archive& archive, const Selection& selection,
                     const std::function<Status(const Found&)>& visit);

}  // namespace freshet
