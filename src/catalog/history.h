// The history: how pages change. Design: docs/design/catalog.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/rows.h"

namespace freshet {

// The part of a catalog (catalog.h) that holds checks, beliefs and events. It is changed by commits
// alone. When a page goes, so do its checks and its belief; its events stay.
class History {
 public:
  virtual Result<std::optional<PageBelief>> find_belief(const PageKey& page) = 0;
  // Visits beliefs in the order of each_page, of one host only if one is given; in pieces. Stops
  // when `visit` returns false.
  virtual Status each_belief(const std::optional<Host>& host,
                             const std::function<bool(const PageBelief&)>& visit) = 0;
  // The checks of a page, by time; the last `count_max` of them.
  virtual Result<std::vector<PageCheck>> checks(const PageKey& page, std::size_t count_max) = 0;
  // Returns the latest time at which any page was checked; nothing if none was.
  virtual Result<std::optional<Time>> latest_check() = 0;
  // Visits all checks, page by page in the order in which the pages were made, each page's by time.
  // Their `stages` are left empty. Reads with one statement, so `visit` must not change the
  // catalog.
  virtual Status each_check(const std::function<bool(const PageCheck&)>& visit) = 0;
  // Visits the checks of these pages with their `stages`, in the order of each_check. Also one
  // statement.
  virtual Status each_check_of(std::span<const PageId> pages,
                               const std::function<bool(const PageCheck&)>& visit) = 0;
  // Visits every page with its belief, in the order of each_page. Also one statement.
  virtual Status each_page_with_belief(const std::function<bool(const PageWithBelief&)>& visit) = 0;

  // Up to `count_max` events with numbers above `after`, by number.
  virtual Result<std::vector<PageEvent>> events(std::int64_t after, std::size_t count_max) = 0;
  // The number of the last event, 0 if there is none.
  virtual Result<std::int64_t> last_event() = 0;
  // Of this catalog alone: a number of an event says nothing in another one. Made by chance when
  // the catalog is.
  virtual Result<std::string> incarnation() = 0;

 protected:
  ~History() = default;
};

}  // namespace freshet
