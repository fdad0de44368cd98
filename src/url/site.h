// The site that a host name belongs to: the domain that somebody registered, found with the public
// suffix list (https://publicsuffix.org) as libpsl carries it. "news.bbc.co.uk" belongs to
// "bbc.co.uk", "a.github.io" to itself.
#pragma once

#include <optional>
#include <string_view>

namespace freshet {

// All of these take a host name as Url::hostname() and Host::name() give it, and return a part of
// it. A final dot is left out. An address has neither suffix nor registrable domain.

// "co.uk" of "news.bbc.co.uk". A top-level domain that the list does not know is a suffix too.
std::optional<std::string_view> public_suffix(std::string_view hostname);

// "bbc.co.uk" of "news.bbc.co.uk"; none if the name is a public suffix itself.
std::optional<std::string_view> registrable_domain(std::string_view hostname);

// The registrable domain, or else the whole name: every host belongs to some site.
std::string_view site_of(std::string_view hostname);

}  // namespace freshet
