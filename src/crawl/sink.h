// The destination of a visit's results: answers for the archive, and their information about other
// hosts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/rows.h"
#include "crawl/observation.h"
#include "warc/exchange.h"

namespace freshet {

struct Kept {
  warc::Exchange exchange;
  std::optional<std::string> tags;
  FrontierNews news;                            // committed together with the exchange
  bool is_page = false;                         // not a requisite, robots.txt or sitemap
  std::optional<Observation> observation = {};  // of a page
  std::optional<PageEvent> redesign = {};       // of the site, if this page tells of it
};

class Sink {
 public:
  virtual ~Sink() = default;

  // These may block while much is waiting to be written. A write error ends the crawl; the visit
  // does not handle it.
  virtual void keep(Kept kept) = 0;          // an answer for the archive
  virtual void tell(FrontierNews news) = 0;  // links and notes for the frontier
  // A check without an answer to keep.
  virtual void note(Observation observation) = 0;

  // Calls `then`, on the thread of the host queue, when all previous results are acknowledged.
  virtual void when_acknowledged(std::function<void()> then) = 0;

  // Commits soon: no more results come until the waiting callbacks are called, so there is no batch
  // to wait for.
  virtual void flush_soon() = 0;
};

}  // namespace freshet
