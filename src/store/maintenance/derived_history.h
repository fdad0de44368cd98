// Derives the history of pages (checks, beliefs, events) from their snapshots, for a catalog that
// is rebuilt.
#pragma once

#include <span>

#include "base/error.h"
#include "catalog/catalog.h"

namespace freshet {

// Derives the history of one page from its snapshots, in order of time. `known` are checks that
// exist already, also in order of time; they take precedence over a comparison of payloads. The
// page is `added` with its first version (an answer with status 200 to 299). Another payload is a
// change; a repeated payload and a 304 are not. 404, 410, 301 and 308 end the page; other answers
// are failed checks. A belief only counts checks; rates are learned elsewhere. Empty for a page
// that is not http or https, or never had a version.
PageNews derive_history(const PageKey& page, std::span<const SnapshotRow> snapshots,
                        std::span<const PageCheck> known);

// Derives the histories of all pages and stores them, in a catalog that has no events yet.
Status derive_histories(Catalog& catalog);

}  // namespace freshet
