// Decides which pages of a host a visit takes up: scope, depth, levels, traps, kinds that bring
// nothing new and redirects, asked in one order wherever the URL was found. Knows no archive and no
// web. One thread uses it.
#pragma once

#include <cstdint>
#include <optional>

#include "base/time.h"
#include "crawl/drop_reason.h"
#include "crawl/plan.h"
#include "crawl/scope.h"
#include "crawl/traps.h"
#include "crawl/visit/agenda.h"
#include "url/url.h"

namespace freshet {

enum class FoundBy : std::uint8_t {
  link,
  redirect,  // in the place of a URL that was admitted
  sitemap,
  others,   // a seed, or a page of another host
  earlier,  // an earlier visit, whose scope and depth may have been wider
};

struct FoundPage {
  const Url& url;  // of a page, in normal form
  FoundBy by = FoundBy::link;
  unsigned depth = 0;
  unsigned steps = 0;      // beyond that depth, along a list
  unsigned redirects = 0;  // that led to it
};

class Admission {
 public:
  // Scope, limits and agenda outlive it.
  Admission(const Scope& scope, const VisitLimits& limits, const TrapLimits& traps,
            const Agenda& agenda, Time now)
      : scope_(scope), limits_(limits), agenda_(agenda), traps_(traps, now) {}

  // Returns why the page is not taken up. Asked once for each new page: those that pass are
  // counted.
  std::optional<DropReason> refusal(const FoundPage& found);

  // Counts a page that an earlier visit has admitted.
  void count(const Url& url) { traps_.count(url); }

 private:
  const Scope& scope_;
  const VisitLimits& limits_;
  const Agenda& agenda_;
  TrapGuard traps_;
};

}  // namespace freshet
