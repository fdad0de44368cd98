// When the sitemaps of each host are read again.
#pragma once

#include <optional>
#include <vector>

#include "base/time.h"
#include "refresh/page_registry.h"

namespace freshet {

// Not thread-safe.
class SitemapTimer {
 public:
  // `every` of zero: sitemaps are never read.
  explicit SitemapTimer(Duration every) : every_(every) {}

  // Returns true if the sitemaps of the host are due, and notes that they are read now. They are
  // due, too, if the clock was set back behind the last reading.
  bool take_due(HostIndex host, Time now);

 private:
  Duration every_;
  std::vector<std::optional<Time>> read_;  // by host
};

}  // namespace freshet
