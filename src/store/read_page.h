// Reads pages of an archive: their size and type, their heads, their tags and their text.
#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "charset/charset.h"
#include "store/archive.h"
#include "store/tags_file.h"
#include "warc/http_head.h"

namespace freshet {

// "response", "revisit", "not_modified", "resource": as exports and commands write it.
std::string_view kind_name(SnapshotKind kind);

// The row of a snapshot with the size and the type of the page. A revisit has no body of its own,
// and a 304 no type: they are those of the snapshot that it repeats, if that is in the archive.
Result<SnapshotRow> row_of_page(Archive& archive, const Found& found);

// The head of the 304 by which a page was confirmed, which stands in a metadata record beside the
// revisit; an empty head if there is none.
Result<warc::HttpHead> read_confirming_head(Archive& archive, const Found& found);

// An HTML page as it was captured, with its stored tags.
struct TaggedPage {
  std::string bytes;  // unpacked
  Utf8Text utf8;
  TagsEntry tags;

  // A view into this value.
  std::string_view text() const { return utf8.text(bytes); }
};
// Errc::not_found if it is no HTML page.
Result<TaggedPage> read_tagged_page(Archive& archive, const Found& with_body);

// The title and the text of an HTML page, as people see them; from its stored tags.
struct ReadPage {
  std::string title;
  std::string text;
};
Result<ReadPage> read_page_text(Archive& archive, const Found& with_body);

}  // namespace freshet
