// Which snapshots of an archive somebody wants.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"

namespace freshet {

// The pages of any of these hosts, domains and URLs (none named: all pages), within the times.
struct Selection {
  std::vector<std::string> hosts = {};    // "example.com", "example.com:8080": these hosts only
  std::vector<std::string> domains = {};  // "example.com": it and what is below it
  std::vector<std::string> urls = {};     // exactly these pages
  Time from = kTimeMin;
  Time to = kTimeMax;      // the last moment that counts
  bool only_last = false;  // of each page the newest that meets the rest
};

// Visits what is selected, page by page, the snapshots of a page by time. Stops with the visitor's
// error. Pages that are asked for by URL and are not there are passed over.
Status each_selected(Archive& archive, const Selection& selection,
                     const std::function<Status(const Found&)>& visit);

}  // namespace freshet
