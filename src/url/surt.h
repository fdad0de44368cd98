// SURT keys, by which archives sort their records: "com,example)/path?query".
#pragma once

#include <string>
#include <string_view>

namespace freshet {

// Returns the key that warcio.js 2.4.11 (getSurt), and so the tools of the Webrecorder family,
// compute for `url`: lower case; no scheme, user, default port, "www." or fragment; the labels of
// the host in reverse (those of an IPv4 address too); query arguments sorted. A URL other than http
// or https is returned almost unchanged: warcio.js has removed the "www." by then.
//
// The key depends on the spelling of the URL: percent-encoded bytes of the input become lower case
// ("%c3"), characters beyond ASCII are encoded afterwards, in upper case. So compute it from the
// string stored in the archive.
std::string surt(std::string_view url);

}  // namespace freshet
