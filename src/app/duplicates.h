// Pages of an archive that say the same as another page, by their main text, whatever frame is
// around it: near-duplicates within a host and between hosts.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "similar/near_duplicates.h"
#include "store/selection.h"

namespace freshet {

// Shorter main texts are not compared: "Untitled" says nothing.
inline constexpr std::size_t kComparedWordsMin = 20;

struct DuplicateGroup {
  std::string original;             // URL of the first page of its kind
  std::vector<std::string> copies;  // URLs of the others
  bool is_error = false;            // the text tells of an error: soft 404s
};

struct Duplicates {
  std::size_t pages = 0;                    // HTML pages that were compared
  std::size_t distinct = 0;                 // of those, without copies
  std::vector<DuplicateGroup> groups = {};  // the largest first
  std::vector<PageId> copies = {};
};

// Compares the newest versions of the selected HTML pages, in the order of the selection.
Result<Duplicates> find_duplicates(ArchiveSession& session, Selection selection,
                                   double threshold = kDuplicateResemblance);

std::string to_json(const Duplicates& duplicates);

}  // namespace freshet
