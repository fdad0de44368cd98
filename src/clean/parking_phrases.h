// Markup of parking services and phrases of parked pages.
#pragma once

#include <cstddef>
#include <string_view>

namespace freshet {

// Returns the name of a parking service whose markup or scripts are in the page; empty if none.
std::string_view find_parking_service(std::string_view html);

// Returns how many distinct phrases of parked pages are in `text`, which is in lower case.
std::size_t count_sale_phrases(std::string_view text);

}  // namespace freshet
