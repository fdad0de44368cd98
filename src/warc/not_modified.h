// The stored form of a 304: a revisit of the profile server-not-modified without a block. Replay
// programs (pywb) send the head of a revisit to the client, if it has one, and a browser shows
// nothing for a 304. Without a head they use that of the record it refers to. The validators of the
// 304 are in fields of the record's header, as Heritrix writes them; its full head is in the
// metadata record beside it.
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

// Convert the head of a 304 to fields of a metadata record, and back; an empty head if there are
// none.
std::vector<Field> not_modified_fields(const HttpHead& http);
HttpHead read_not_modified_head(const std::vector<Field>& metadata);

// Returns the part of a 304's head that the header of its record has: status and validators.
HttpHead head_of_not_modified(const Header& header);

// Returns the header of the same revisit without its block. `http` is the head in that block.
Header without_block(Header header, const HttpHead& http);

}  // namespace freshet::warc
