// The pages of a host that the archive knows, for a visit that checks them: the scheduled ones, and
// the copies to compare with.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/rows.h"
#include "crawl/check_orders.h"
#include "crawl/observation.h"
#include "crawl/visit/visit_parts.h"
#include "url/url.h"

namespace freshet {

// One thread uses it.
class KnownPages {
 public:
  explicit KnownPages(const VisitParts& visit)
      : visit_(visit), orders_(visit.tools.archive, visit.tools.clock) {}

  // Puts the orders of the task on the agenda. Returns those that will not be carried out.
  std::vector<UncheckedPage> add_orders(std::vector<CheckOrder> orders);

  // Returns the order for a requested page; none if the page is new.
  std::optional<CheckOrder> take_order(const Errand& errand, LinkNumber number);

  enum class Standing : std::uint8_t {
    unknown,  // it may be taken up as a new page
    known,    // it is scheduled, or there is a note not to ask for it
  };
  // Decides about a page that a checked page links to. A page that was gone is ordered to be
  // checked again.
  Standing standing_of(const Url& url);

  // Returns the pages that are linked again since the last call.
  std::vector<PageMark> take_marks();

 private:
  bool add_order(CheckOrder order);

  VisitParts visit_;
  CheckOrders orders_;
  std::vector<PageMark> marks_;
};

}  // namespace freshet
