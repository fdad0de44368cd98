// Where a visit leaves what it has: answers for the archive, and what they say of other hosts.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "catalog/rows.h"
#include "crawl/observation.h"
#include "warc/capture.h"

namespace freshet {

struct Kept {
  warc::Capture capture;
  std::optional<std::string> tags;
  FrontierNews news;                            // acknowledged together with the capture
  bool is_page = false;                         // not a requisite, robots.txt or sitemap
  std::optional<Observation> observation = {};  // of a page
};

class Sink {
 public:
  virtual ~Sink() = default;

  // These may wait when much is waiting to be written. What cannot be written ends the crawl; that
  // is not the visit's business.
  virtual void keep(Kept kept) = 0;
  virtual void tell(FrontierNews news) = 0;
  // A check that gave nothing to keep.
  virtual void note(Observation observation) = 0;

  // Calls `then`, on the thread of the host queue, when all that was handed over before is
  // acknowledged.
  virtual void when_acknowledged(std::function<void()> then) = 0;

  // Nobody has more to hand over until those who wait are called: there is no batch to wait for.
  virtual void hurry() = 0;
};

}  // namespace freshet
