// The beginning of a run: the crawl that it starts or continues, its scope and its seeds.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "base/error.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "crawl/crawl_record.h"
#include "crawl/scope.h"
#include "engine/job.h"
#include "store/archive_writer.h"

namespace freshet {

struct OpenedCrawl {
  CrawlRow row;
  CrawlRecord record;
  std::unique_ptr<Scope> scope;
  bool goes_on = false;  // where an earlier run was

  // Writes the record to the catalog, with the scope as it is now.
  Status save(Catalog& catalog);
};

// Everything outlives the call. `say` is told sentences for people. Errc::invalid if there is
// nothing to do or the scope makes no sense.
struct CrawlOpening {
  Catalog& catalog;
  ArchiveWriter& writer;
  const Job& job;
  Time now;
  std::string directory;
  std::function<void(const std::string&)> say;
};
Result<OpenedCrawl> open_crawl(const CrawlOpening& opening);

}  // namespace freshet
