// The head of a GET request in its wire form.
#pragma once

#include <string>
#include <vector>

#include "url/url.h"
#include "warc/record.h"

namespace freshet {

// Returns path and query for the request line.
std::string request_target(const Url& url);

// Returns the value of the Host header: "example.com:8080".
std::string request_authority(const Url& url);

// Returns false for a name or value with control characters, which could inject another header
// line.
bool can_be_sent(const warc::Field& field);

// Returns "Name: value", without the line end.
std::string header_line(const warc::Field& field);

}  // namespace freshet
