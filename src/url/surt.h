// SURT keys, under which archives sort what they hold: "com,example)/path?query".
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// The key that warcio.js 2.4.11 (getSurt), and so the tools of the Webrecorder family, make of
// `url`: lower case; no scheme, user, default port, "www." or fragment; the labels of the host in
// reverse (those of an IPv4 address too); query arguments sorted. What is no http or https URL
// comes back almost as it is: warcio.js has taken the "www." out by then.
//
// The key depends on how the URL is written: bytes that come percent-encoded end in lower case
// ("%c3"), characters beyond ASCII are encoded afterwards, in upper case. So make it of the string
// that stands in the archive.
std::string surt(std::string_view url);

}  // namespace freshet
