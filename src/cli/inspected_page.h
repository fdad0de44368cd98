// The page that `freshet inspect` shows.
#pragma once

#include <expected>
#include <optional>

#include "cli/command.h"
#include "cli/saved_page.h"
#include "url/url.h"

namespace freshet {

struct InspectedPage : SavedPage {
  std::optional<Url> url;
};

// Reads FILE with the Content-Type and URL that were given.
std::expected<InspectedPage, Failure> read_inspected_page(const Session& session);

}  // namespace freshet
