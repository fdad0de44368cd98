// The report of an archive, from its catalog and a planner that was loaded from it.
#pragma once

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "refresh/planner.h"
#include "report/report.h"

namespace freshet {

Result<Report> make_report(Catalog& catalog, const Planner& planner, Time now);

}  // namespace freshet
