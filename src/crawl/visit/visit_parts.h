// The state shared by the parts of one visit. The visit owns it all and outlives its parts.
#pragma once

#include "crawl/cookies.h"
#include "crawl/memory.h"
#include "crawl/visit/agenda.h"
#include "crawl/visit/visit_task.h"
#include "crawl/visit_report.h"

namespace freshet {

struct VisitParts {
  const VisitTools& tools;
  const VisitTask& task;
  const VisitLimits& limits;
  Agenda& agenda;
  VisitMemory& memory;
  VisitReport& report;
  CookieJar& cookies;
};

}  // namespace freshet
