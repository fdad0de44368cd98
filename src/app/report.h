// The freshness of an archive, and the results of its checks.
#pragma once

#include <optional>
#include <string>

#include "app/archive_session.h"
#include "base/error.h"
#include "base/time.h"
#include "report/report.h"

namespace freshet {

struct ReportRequest {
  std::optional<Time> at = {};  // none: now
};

struct ArchiveReport {
  std::string archive;  // its name, without the directories above it
  Report report;
};

Result<ArchiveReport> make_report(ArchiveSession& session, const ReportRequest& request = {});

// With every host and every day.
std::string to_json(const ArchiveReport& report);

}  // namespace freshet
