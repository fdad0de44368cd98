// The site of a host name: its registered domain, found with the public suffix list
// (https://publicsuffix.org) in libpsl. "news.bbc.co.uk" belongs to "bbc.co.uk", "a.github.io" to
// itself.
#pragma once

#include <optional>
#include <string_view>

namespace freshet {

// All of these take a host name in the form of Url::hostname() and Host::name(), and return a part
// of it without a final dot. An address has neither suffix nor registrable domain.

// Returns "co.uk" for "news.bbc.co.uk". A top-level domain missing from the list is a suffix too.
std::optional<std::string_view> public_suffix(std::string_view hostname);

// Returns "bbc.co.uk" for "news.bbc.co.uk"; none if the name is itself a public suffix.
std::optional<std::string_view> registrable_domain(std::string_view hostname);

// Returns the registrable domain, or else the whole name: every host belongs to a site.
std::string_view site_of(std::string_view hostname);

}  // namespace freshet
