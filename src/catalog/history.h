// The history of page changes: checks, beliefs and events. Design: docs/design/catalog.md.
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

// The part of a catalog (catalog.h) that holds checks, beliefs and events. Only commits change it.
// When a page is removed, so are its checks and its belief; its events stay.
class History {
 public:
  virtual Result<std::optional<PageBelief>> find_belief(const PageKey& page) = 0;
  // Visits beliefs in the order of each_page, only those of `host` if it is given; in pieces. Stops
  // when `visit` returns false.
  virtual Status each_belief(const std::optional<Host>& host,
                             const std::function<bool(const PageBelief&)>& visit) = 0;
  // Returns the last `count_max` checks of a page, by time.
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

  // Returns up to `count_max` events with numbers above `after`, by number.
  virtual Result<std::vector<PageEvent>> events(std::int64_t after, std::size_t count_max) = 0;
  // Returns the number of the last event, 0 if there is none.
  virtual Result<std::int64_t> last_event() = 0;
  // Returns a random name that the catalog got when it was made. The number of an event is valid
  // only in the catalog with the same name.
  virtual Result<std::string> incarnation() = 0;

 protected:
  ~History() = default;
};

}  // namespace freshet
