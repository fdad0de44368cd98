// The change history of one page, and its current estimates.
#pragma once

#include <string_view>

#include "app/archive_session.h"
#include "base/error.h"
#include "report/page_history.h"

namespace freshet {

// `url` may lack its scheme. Errc::not_found if the page is not in the archive. For JSON see
// to_json(const PageHistory&).
Result<PageHistory> page_history(ArchiveSession& session, std::string_view url);

}  // namespace freshet
