// Reads pages of an archive: their size and type, HTTP heads, tags and text.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "charset/charset.h"
#include "store/archive.h"
#include "store/tags_file.h"
#include "warc/http_head.h"

namespace freshet {

// Returns "response", "revisit", "not_modified" or "resource", as exports and commands write it.
std::string_view kind_name(SnapshotKind kind);

// Returns the row of a snapshot with the size and type of the page. A revisit has no body and a 304
// has no type; both take them from the snapshot they refer to, if it is in the archive.
Result<SnapshotRow> row_of_page(Archive& archive, const Found& found);

// Returns the head of the 304 that confirmed a page, from the metadata record beside the revisit;
// an empty head if there is none.
Result<warc::HttpHead> read_confirming_head(Archive& archive, const Found& found);

// An HTML page and its stored tags.
struct TaggedPage {
  std::string bytes;  // decoded
  Utf8Text utf8;
  TagsEntry tags;

  // Points into this value.
  std::string_view text() const { return utf8.text(bytes); }
};
// Errc::not_found if the snapshot is not an HTML page, or has no tag index.
Result<TaggedPage> read_tagged_page(Archive& archive, const Found& with_body);

// The title and the visible text of an HTML page, read with its stored tags.
struct ReadPage {
  std::string title;
  std::string text;
  // Only of main text, and empty if the page does not state them.
  std::string author = {};
  std::string date = {};
  std::string language = {};
};
Result<ReadPage> read_page_text(Archive& archive, const Found& with_body);

}  // namespace freshet
