// Makes the funnel of an archive (report/funnel.h) from its pages.
#pragma once

#include <cstddef>

#include "app/archive_session.h"
#include "base/error.h"
#include "report/funnel.h"

namespace freshet {

// Most pages that are read; of a larger archive, pages spread evenly over it.
inline constexpr std::size_t kFunnelPagesMax = 2'000;

Result<Funnel> make_funnel(ArchiveSession& session, std::size_t pages_max = kFunnelPagesMax);

}  // namespace freshet
