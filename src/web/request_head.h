// The head of a GET request as it goes over the wire.
#pragma once

#include <string>
#include <vector>

#include "url/url.h"
#include "warc/record.h"

namespace freshet {

// Path and query: what the request line names.
std::string request_target(const Url& url);

// "example.com:8080": what the Host header says.
std::string request_authority(const Url& url);

// A name or value with control characters would end its line or worse.
bool can_be_sent(const warc::Field& field);

// "Name: value", without its line end.
std::string header_line(const warc::Field& field);

}  // namespace freshet
