#include "crawl/meter.h"

namespace freshet {

void Meter::keep(Kept kept) {
  const std::uint64_t bytes = bytes_ += kept.exchange.body.size();
  const std::uint64_t pages = pages_ += kept.is_page ? 1 : 0;
  ++answers_;
  sink_.keep(std::move(kept));
  const bool by_pages = limits_.pages != 0 && pages >= limits_.pages;
  const bool by_bytes = limits_.bytes != 0 && bytes >= limits_.bytes;
  if ((by_pages || by_bytes) && !is_reached_.exchange(true))
    at_limit_(by_pages ? RunCause::page_limit : RunCause::byte_limit);
}

}  // namespace freshet
