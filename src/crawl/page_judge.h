// Compares a page that came with the copies that the archive has of it.
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

// So many different copies of a page are looked at to tell noise from change.
inline constexpr std::size_t kCopiesCompared = 8;

// One thread uses it. What it is given outlives it.
class PageJudge {
 public:
  PageJudge(Archive& archive, PageReader& reader, Clock& clock)
      : archive_(archive), reader_(reader), clock_(clock) {}

  // While it lives, orders are made from one moment of the archive, and faster.
  Result<std::unique_ptr<CatalogMoment>> hold_moment() { return archive_.catalog().hold_moment(); }

  // What the archive knows of a page; nothing if it has no good copy of it.
  Result<std::optional<CheckOrder>> order_of(const PageKey& page);

  // `print`: of HTML. What cannot be compared is a major change; but where there was a page and now
  // is an empty body, or something else than HTML, something stands in the page's place.
  Change judge(const PageKey& page, const std::optional<PagePrint>& print);

  // Nothing if there is no good copy of `since` or earlier, or none that can be compared.
  std::optional<ElementCounts> elements_since(const PageKey& page, Time since,
                                              const std::optional<PagePrint>& print);

  // Where the last good copy of a page leads and the page `now` does not, as far as the links are
  // written the same.
  std::vector<Url> dropped_links(const PageKey& page, const LinkHashes& now);

 private:
  Result<std::vector<SnapshotRow>> good_copies(const PageRow& page);
  std::optional<PagePrint> print_of(const PageRow& page, const SnapshotRow& snapshot);

  Archive& archive_;
  PageReader& reader_;
  Clock& clock_;
};

// What the head of an answer says beside that of the copy. `believes_host`: it was not found to
// call everything unmodified.
std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields, bool believes_host);

// What each stage found, as JSON: {"elements":{"finding":"differs","new":3}}.
std::string stages_json(std::span<const StageRecord> records);

}  // namespace freshet
