// How a 304 is stored: as a revisit of the profile server-not-modified without a block. Programs
// that replay archives (pywb) send the head of a revisit to the reader, if it has one, and a
// browser shows nothing for a 304. Without a head they take that of the record it refers to. The
// validators of the 304 are in fields of the record's header, as Heritrix writes them; all of its
// head is in the metadata record beside it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "warc/http_head.h"
#include "warc/record.h"

namespace freshet::warc {

inline constexpr std::string_view kEtagField = "WARC-Etag";
inline constexpr std::string_view kLastModifiedField = "WARC-Last-Modified";
// A line of the 304's head, in a metadata record.
inline constexpr std::string_view kNotModifiedHeadField = "notModifiedHead";

// Returns true for a revisit record of the profile server-not-modified.
bool is_not_modified_revisit(const Header& header);

// The head of a 304 as fields of a metadata record, and read from such fields; an empty head if
// there are none.
std::vector<Field> not_modified_fields(const HttpHead& http);
HttpHead read_not_modified_head(const std::vector<Field>& metadata);

// The head of a 304 as far as the header of its record tells it: status and validators.
HttpHead head_of_not_modified(const Header& header);

// The header for the same revisit without its block. `http` is the head that the block holds.
Header without_block(Header header, const HttpHead& http);

}  // namespace freshet::warc
