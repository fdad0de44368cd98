// How pages changed, as far as their snapshots tell: what a catalog that is made again can know of
// checks, beliefs and events.
#pragma once

#include <span>

#include "base/error.h"
#include "catalog/catalog.h"

namespace freshet {

// Of one page, its snapshots by time. `known` are checks that are there already, also by time: what
// they say of a snapshot counts more than its payload. The page is `added` with its first version
// (an answer with status 200 to 299); another payload is a change, a repeated one and a "not
// modified" are none; 404, 410, 301 and 308 are its end; other answers are checks that failed.
// A belief counts checks, and leaves rates to those who learn them. Nothing of a page that is not
// of http or https, or never had a version.
PageNews derive_history(const PageKey& page, std::span<const SnapshotRow> snapshots,
                        std::span<const PageCheck> known);

// Writes down what the snapshots of all pages tell; of a catalog that has no events yet.
Status derive_histories(Catalog& catalog);

}  // namespace freshet
