// The report of an archive, from its catalog and a planner that was loaded from it.
#pragma once

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/plan.h"
#include "refresh/planner.h"
#include "report/report.h"
#include "store/archive.h"

namespace freshet {

// `plan` says what is a link and what is a URL.
Result<Report> make_report(Archive& archive, const CrawlPlan& plan, const Planner& planner,
                           Time now);

}  // namespace freshet
