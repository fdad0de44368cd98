// Derives the catalog row and the index line of a record. Fetched, imported and re-scanned records
// all go through here, so their rows agree.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/digest.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "html/tag_index.h"
#include "store/cdxj/cdxj_line.h"
#include "warc/http_head.h"
#include "warc/record.h"

namespace freshet {

// Returns the key of the page: the href of the URL without fragment, and its host. A text that is
// not a URL is kept unchanged.
PageKey page_key_of(std::string_view url);

// The header field of an imported main record that holds the time of its import.
inline constexpr std::string_view kImportedField = "Freshet-Imported";

struct SnapshotFacts {
  NewSnapshot row;  // without place
  CdxjLine line;    // without place
};

// Describes a record that is a snapshot of a page: a response, revisit or resource. Nothing for
// other records, and for those without a target or a date. `payload` is the digest computed from
// the block.
std::optional<SnapshotFacts> describe_record(const warc::Header& header, const warc::HttpHead& http,
                                             const Sha1Digest& payload,
                                             std::uint64_t payload_bytes);

// Returns true if a snapshot of this kind holds its own body: a response or a resource.
bool has_body(SnapshotKind kind);

// Returns true if the block of the record is an HTTP message.
bool is_http_block(const warc::Header& header);

// Copies the place of `row` into `line`.
void set_line_place(CdxjLine& line, const SnapshotRow& row, std::string_view warc_name);

// Returns the name of a WARC in index lines: "freshet-20261116003446-00001.warc.gz".
std::string index_file_name(std::string_view warc_name);

// Limits for decoding a page to find its tags: its size in bytes and, past the first megabyte, its
// ratio to the bytes received.
inline constexpr std::size_t kTaggedPageBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kTaggedPageRatioMax = 200;
std::size_t tagged_page_bytes_max(std::size_t received);

// Returns the tags entry of a record, with record offset 0, if its payload is readable HTML.
std::optional<std::string> tags_entry_of(const warc::HttpHead& http, std::string_view payload,
                                         SnapshotKind kind, Scripting scripting);

bool is_html_mime(std::string_view mime);

// Returns true if the status says that the page is permanently gone: 404, 410 and permanent
// redirects.
bool is_gone_status(int status);

}  // namespace freshet
