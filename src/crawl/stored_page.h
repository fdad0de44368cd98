// A page of the archive, read like one from the web.
#pragma once

#include <optional>

#include "catalog/rows.h"
#include "crawl/page_reader.h"
#include "store/archive.h"

namespace freshet {

struct StoredWishes {
  bool wants_print = false;
  const SiteTemplates* templates = nullptr;  // for the print
  bool wants_links = false;
  const LinkHashes* without = nullptr;  // see AnswerToRead
};

// Returns nothing if the archive cannot provide it any more, or it is not a page.
std::optional<ReadAnswer> read_stored(Archive& archive, PageReader& reader, const PageRow& page,
                                      const SnapshotRow& snapshot, const StoredWishes& wishes);

}  // namespace freshet
