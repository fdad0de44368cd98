// Compares a checked page with its copies in the archive.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "change/judge.h"
#include "crawl/observation.h"
#include "crawl/page_reader.h"
#include "crawl/plan.h"
#include "crawl/written_links.h"
#include "store/archive.h"
#include "warc/http_head.h"

namespace freshet {

// Most distinct copies of a page that are compared to distinguish noise from change.
inline constexpr std::size_t kCopiesCompared = 8;

// An answer to a check, read but not yet compared. A value: any thread may judge it.
struct JudgeQuestion {
  // With its order; its check lacks the outcome and what was found.
  Observation observation;
  std::vector<StageRecord> stages = {};                 // of the head
  std::optional<PagePrint> print = {};                  // of HTML
  std::shared_ptr<const SiteTemplates> templates = {};  // with which it was printed, if any
  LinkHashes links = {};                                // all its links, as written
  bool has_same_bytes = false;   // as the copy; asked only of what is no HTML
  bool leads_to_itself = false;  // it redirects to its own URL
};

// One thread uses it. Its arguments must outlive it.
class PageJudge {
 public:
  PageJudge(Archive& archive, Clock& clock, const CrawlPlan& plan)
      : archive_(archive), clock_(clock), plan_(plan), reader_(plan, written_) {}

  // Returns the observation with the outcome of its check, the changed elements if the order asks
  // for them, and marks on the pages of its host that the page linked to and does not any more.
  Observation judge(JudgeQuestion question);

 private:
  struct Compared {
    Change change;
    bool has_left_design = false;  // a template explained the last copy, none explains the page
  };
  // A page that cannot be compared is a major change; but if an empty body or a type other than
  // HTML replaces a page, it is removed.
  Compared compare(const PageKey& page, const std::optional<PagePrint>& print,
                   const SiteTemplates* templates);
  // Returns nothing if there is no good copy of `since` or earlier, or none that can be compared.
  std::optional<ElementCounts> elements_since(const PageKey& page, Time since,
                                              const std::optional<PagePrint>& print);
  // Returns the links of the last good copy of a page that the page `now` lacks, compared as
  // written.
  std::vector<Url> dropped_links(const PageKey& page, const LinkHashes& now);
  void mark_dropped_links(const LinkHashes& now, Observation& observation);
  std::optional<PagePrint> print_of(const PageRow& page, const SnapshotRow& snapshot,
                                    const SiteTemplates* templates = nullptr);

  Archive& archive_;
  Clock& clock_;
  const CrawlPlan& plan_;
  WrittenLinks written_;  // stays empty: a copy is read whatever the visit has seen
  PageReader reader_;
};

// Compares the head of an answer with that of the copy. `believes_host`: the host was not found to
// answer 304 to everything.
std::vector<StageRecord> head_stages(const CheckOrder& order, int status,
                                     const std::vector<warc::Field>& fields, bool believes_host);

// Returns the findings of the stages as JSON: {"elements":{"finding":"differs","new":3}}.
std::string stages_json(std::span<const StageRecord> records);

}  // namespace freshet
