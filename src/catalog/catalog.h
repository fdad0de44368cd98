// The catalog: an index of the archive's pages, the history of their changes, the frontier of hosts
// to visit, and the captures. Any implementation passes one suite of tests (catalog_conformance.h).
// Design: docs/design/catalog.md.
//
// Code takes the narrowest part that it needs: ArchiveIndex, History, Frontier or Captures. Writers
// take the Catalog.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/error.h"
#include "catalog/archive_index.h"
#include "catalog/captures.h"
#include "catalog/commit.h"
#include "catalog/frontier.h"
#include "catalog/history.h"

namespace freshet {

// While it lives, all reads of its catalog see the same state, whatever others commit.
class CatalogMoment {
 public:
  virtual ~CatalogMoment() = default;
};

// All that the catalog knows about one URL.
struct KnownUrl {
  std::optional<PageRow> page = {};
  std::optional<PageBelief> belief = {};
  std::optional<UrlNote> note = {};

  friend bool operator==(const KnownUrl&, const KnownUrl&) = default;
};

// One thread uses a catalog at a time; others open their own.
//
// Errors: Errc::denied if a lease or session is no longer held or the catalog was opened to read;
// Errc::unavailable if another is writing; Errc::limit if the disk is full; Errc::invalid if a
// change contradicts itself or the catalog; Errc::corrupt. After an error nothing has changed, with
// one exception: if the disk fails in the middle of a commit, the change may be there after a
// restart, and then it is whole.
class Catalog : public ArchiveIndex, public History, public Frontier, public Captures {
 public:
  virtual ~Catalog() = default;

  // Nothing may be changed through this catalog while the moment lives, and it must not outlive the
  // catalog. Hold it briefly: the writes of others pile up beside the catalog meanwhile.
  virtual Result<std::unique_ptr<CatalogMoment>> hold_moment() = 0;

  // Reads everything; Errc::corrupt names what is damaged or contradicts itself.
  virtual Status check() = 0;

  // Applies the change in one transaction. When it returns, the change is acknowledged and survives
  // a crash. A commit of news alone may be lost with the power, like all of the frontier. Removing
  // a snapshot that is not there changes nothing; moving one is Errc::not_found. Returns the leases
  // that are no longer held; their news and history were left out.
  virtual Result<std::vector<LeaseFence>> commit(const Commit& change) = 0;

  // Returns what is known about each URL, in the order of `urls`: one call for all links of a page.
  virtual Result<std::vector<KnownUrl>> known(std::span<const PageKey> urls) = 0;
};

}  // namespace freshet
