// From what people write to pages, hosts and times: URLs with or without a scheme, hosts in several
// spellings, dates of any precision.
//
// Errors: Errc::invalid if the text cannot be what it should be, Errc::not_found if the archive
// does not have the page. Messages are one sentence for people, safe to show.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "store/archive.h"

namespace freshet {

// Returns the URLs that `text` may stand for: itself, or if it has no scheme, with https:// and
// http:// before it, in that order.
Result<std::vector<std::string>> candidate_urls(std::string_view text);

// Returns the key of the host in `text`: "example.com", "Example.com:8080", "http://example.com/".
// `name` is what errors call the value, here and below: "--host".
Result<std::string> parse_host(std::string_view name, std::string_view text);

// Returns the first moment of `text`; its last moment: "2026-11" ends with November.
Result<Time> parse_start(std::string_view name, std::string_view text);
Result<Time> parse_end(std::string_view name, std::string_view text);

// Returns the snapshot nearest to `time` of the first of candidate_urls(text) that is in the
// archive.
Result<std::optional<Found>> find_if_kept(Archive& archive, std::string_view text, Time time);

// The same, but a page that is missing is an error, which suggests what there is instead.
Result<Found> find_page(Archive& archive, std::string_view text, Time time = kTimeMax);

}  // namespace freshet
