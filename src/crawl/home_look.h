// Home pages of an archive as the parking detector sees them.
#pragma once

#include <optional>

#include "base/error.h"
#include "clean/page_look.h"
#include "store/archive.h"
#include "url/host.h"

namespace freshet {

// Reads one snapshot; nothing if it is neither HTML nor a redirect.
Result<std::optional<PageLook>> look_at_stored(Archive& archive, const Found& found);

// Reads the newest home page of a host: by https if that was kept with status 200, else by http.
// Nothing if none was kept, or it cannot be judged.
Result<std::optional<PageLook>> look_at_home(Archive& archive, const Host& host);

}  // namespace freshet
