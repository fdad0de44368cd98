// The copy of sites as of one instant: the version of each page, with its verdict.
#pragma once

#include <string>

#include "app/archive_session.h"
#include "app/export.h"
#include "base/error.h"

namespace freshet {

// Where the report and the graphs of the sites are in a WACZ: docs/formats/coherence.md.
inline constexpr std::string_view kCoherenceReportPath = "coherence/report.json";

// Write the versions of each page of the hosts of the request (all hosts if none is named) at
// `request.as_of`, with a metadata record beside each. Pages that were not there then are left out,
// and with `only_proven` all that are not proven. A WACZ also holds the coherence report and the
// graph of each site. Errc::invalid if the selection names anything but hosts.
Result<Exported> export_as_of(ArchiveSession& session, const ExportRequest& request,
                              const ExportSink& sink);
Result<Exported> export_as_of_wacz(ArchiveSession& session, const ExportRequest& request,
                                   const std::string& path, WaczOptions options);

}  // namespace freshet
