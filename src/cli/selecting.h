// Words of the command line that say which pages and which moments: URLs with or without scheme,
// hosts as people write them, times; and the flags by which snapshots are selected.
#pragma once

#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"
#include "cli/command.h"
#include "store/archive.h"
#include "store/selection.h"

namespace freshet {

// The URLs that may be meant by `text`: itself, or without a scheme https:// and http:// before it,
// in that order. Wrong usage if it can be none.
std::expected<std::vector<std::string>, Failure> meant_urls(std::string_view text);

// The key of the host that `text` names: "example.com", "Example.com:8080", "http://example.com/".
std::expected<std::string, Failure> meant_host(std::string_view flag, std::string_view text);

// The moment that the value of `flag` names; its end: "2026-11" means the last moment of November.
std::expected<Time, Failure> meant_time(std::string_view flag, std::string_view text);
std::expected<Time, Failure> meant_end(std::string_view flag, std::string_view text);

// The newest snapshot of the first of meant_urls(text) that is in the archive, or that nearest to
// `time`. The failure says what is there instead.
std::expected<Found, Failure> find_meant(Archive& archive, std::string_view text, Time time);

// --host, --domain, --from, --to; and with them --url, --urls, --last.
std::vector<Option> range_options();
std::vector<Option> selection_options();
std::vector<Option> page_options();  // --url, --urls

// What range_options() were given.
std::expected<Selection, Failure> meant_range(const Arguments& arguments);

// Adds the pages that --url and --urls name to the selection. URLs that are not in the archive are
// warned of; if none of them is, that is a failure.
CommandResult take_named_pages(const Arguments& arguments, Archive& archive, Selection& selection);

// What selection_options() were given. URLs that are not in the archive are warned of; if none of
// them is, that is a failure.
std::expected<Selection, Failure> meant_selection(const Arguments& arguments, Archive& archive);

}  // namespace freshet
