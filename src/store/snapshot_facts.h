// What the catalog and the index say of a record. One place makes it, whether the record was just
// fetched, imported, or found in a WARC again.
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

// The page that a URL names: its href without fragment, and its host. A text that is no URL is kept
// as it is.
PageKey page_key_of(std::string_view url);

// The header field of an imported main record: when it was imported.
inline constexpr std::string_view kImportedField = "Freshet-Imported";

struct SnapshotFacts {
  NewSnapshot row;  // without place
  CdxjLine line;    // without place
};

// Of a record that is a snapshot of a page: response, revisit or resource. Nothing for others, and
// for those that lack a target or a date. `payload` was computed from the block.
std::optional<SnapshotFacts> describe_record(const warc::Header& header, const warc::HttpHead& http,
                                             const Sha1Digest& payload,
                                             std::uint64_t payload_bytes);

// Returns true if a snapshot of this kind holds its own body: a response or a resource.
bool has_body(SnapshotKind kind);

// Whether the block of the record is an HTTP message.
bool is_http_block(const warc::Header& header);

// Puts the place of `row` into `line`.
void set_line_place(CdxjLine& line, const SnapshotRow& row, std::string_view warc_name);

// "freshet-20261116003446-00001.warc.gz": how index lines name a WARC.
std::string index_file_name(std::string_view warc_name);

// How much of a page is unpacked to find its tags: so much at most, and past the first megabyte no
// more than so many times what was received.
inline constexpr std::size_t kTaggedPageBytesMax = std::size_t{64} << 20;
inline constexpr std::size_t kTaggedPageRatioMax = 200;
std::size_t tagged_page_bytes_max(std::size_t received);

// The tags entry of a record, if its payload is HTML that can be read; with record offset 0.
std::optional<std::string> tags_entry_of(const warc::HttpHead& http, std::string_view payload,
                                         SnapshotKind kind, Scripting scripting);

bool is_html_mime(std::string_view mime);

// Whether the status of an answer says for good that the page is not there any more: 404, 410, and
// the redirects that are not only for now.
bool is_gone_status(int status);

}  // namespace freshet
