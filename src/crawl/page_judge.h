// Compares a fetched page with its copies in the archive.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "catalog/rows.h"
#include "change/judge.h"
#include "crawl/observation.h"
#include "crawl/page_reader.h"
#include "store/archive.h"
#include "warc/http_head.h"

namespace freshet {

// Most distinct copies of a page that are compared to distinguish noise from change.
inline constexpr std::size_t kCopiesCompared = 8;

// One thread uses it. Its arguments must outlive it.
class PageJudge {
 public:
  PageJudge(Archive& archive, PageReader& reader, Clock& clock)
      : archive_(archive), reader_(reader), clock_(clock) {}

  // While it lives, orders are made from one snapshot of the catalog, which is faster.
  Result<std::unique_ptr<CatalogMoment>> hold_moment() { return archive_.catalog().hold_moment(); }

  // Returns the order for a page; nothing if the archive has no good copy of it.
  Result<std::optional<CheckOrder>> order_of(const PageKey& page);

  // `print`: of HTML. A page that cannot be compared is a major change; but if an empty body or a
  // type other than HTML replaces a page, it is removed.
  Change judge(const PageKey& page, const std::optional<PagePrint>& print);

  // Returns nothing if there is no good copy of `since` or earlier, or none that can be compared.
  std::optional<ElementCounts> elements_since(const PageKey& page, Time since,
                                              const std::optional<PagePrint>& print);

  // Returns the links of the last good copy of a page that the page `now` lacks, compared as
  // written.
  std::vector<Url> dropped_links(const PageKey& page, const LinkHashes& now);

 private:
  Result<std::vector<SnapshotRow>> good_copies(const PageRow& page);
  std::optional<PagePrint> print_of(const PageRow& page, const SnapshotRow& snapshot);

  Archive& archive_;
  PageReader& reader_;
  Clock& clock_;
};

// Compares the head of an answer with that of the copy. `believes_host`: the host was not found to
// answer 304 to everything.
std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields, bool believes_host);

// Returns the findings of the stages as JSON: {"elements":{"finding":"differs","new":3}}.
std::string stages_json(std::span<const StageRecord> records);

}  // namespace freshet
