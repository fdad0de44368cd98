#include "refresh/checked_pages.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/hash.h"
#include "base/memory_file.h"
#include "crawl/page_reader.h"
#include "crawl/recall.h"
#include "refresh/record.h"
#include "schedule/days.h"
#include "store/scan_warc.h"
#include "url/site.h"
#include "warc/reader.h"

namespace freshet {
namespace {

struct SeenCheck {
  Time time;
  CheckOutcome outcome;
};

// The evidence from the checks of a page.
struct Evidence {
  RatePosterior checks = {};
  double days = 0;  // that it was followed
  double changes = 0;
};

// A page that may be learned from.
struct SampledPage {
  std::uint64_t hash = 0;  // of its URL
  PageRow page = {};
  Evidence evidence = {};
};

bool says_something(const SeenCheck& check) {
  return check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed;
}

// A check tells of the time since we last knew what is there. While a page is gone nobody knows
// what it would be.
Evidence evidence_of(Time first_seen, const std::vector<SeenCheck>& checks) {
  Evidence evidence;
  Time known = first_seen;
  bool is_known = true;
  for (const SeenCheck& check : checks) {
    if (check.outcome == CheckOutcome::failed) continue;
    if (is_known && says_something(check)) {
      const double days = days_of(check.time - known);
      const bool has_changed = check.outcome == CheckOutcome::changed;
      evidence.checks.observe({.days = days, .has_changed = has_changed});
      evidence.days += std::max(days, 0.0);
      evidence.changes += has_changed ? 1 : 0;
    }
    known = check.time;
    is_known = check.outcome != CheckOutcome::gone;
  }
  return evidence;
}

// Takes the checks of an archive as they come, page after page, and keeps the pages whose URLs have
// the smallest hashes.
class Sampler {
 public:
  Sampler(Catalog& catalog, std::size_t pages_max) : catalog_(catalog), pages_max_(pages_max) {}

  Status take(const PageCheck& check) {
    if (check.page.url != key_.url) {
      if (auto ended = end_page(); !ended) return ended;
      key_ = check.page;
    }
    if (checks_.size() < kPageChecksMax) checks_.push_back({check.time, check.outcome});
    return {};
  }

  // The last check was taken.
  Result<std::vector<SampledPage>> end() {
    if (auto ended = end_page(); !ended) return std::unexpected(ended.error());
    return std::move(kept_);
  }

  std::size_t found() const { return found_; }

 private:
  Status end_page() {
    const std::vector<SeenCheck> checks = std::exchange(checks_, {});
    const auto enough = std::ranges::count_if(checks, says_something);
    if (!key_.host || static_cast<std::size_t>(enough) < kChecksToLearnFrom) return {};
    const auto belief = catalog_.find_belief(key_);
    if (!belief) return std::unexpected(belief.error());
    if (*belief && (*belief)->is_requisite()) return {};
    ++found_;
    const std::uint64_t hash = hash64(key_.url);
    if (kept_.size() == pages_max_ && (kept_.empty() || hash >= kept_.front().hash)) return {};
    const auto page = catalog_.find_page(key_);
    if (!page) return std::unexpected(page.error());
    if (!*page) return {};
    kept_.push_back({hash, **page, evidence_of((*page)->first_seen, checks)});
    std::ranges::push_heap(kept_, {}, &SampledPage::hash);
    if (kept_.size() <= pages_max_) return {};
    std::ranges::pop_heap(kept_, {}, &SampledPage::hash);
    kept_.pop_back();
    return {};
  }

  Catalog& catalog_;
  const std::size_t pages_max_;
  PageKey key_;
  std::vector<SeenCheck> checks_;
  std::vector<SampledPage> kept_;  // a heap; the largest hash is in front
  std::size_t found_ = 0;
};

// Reads the looks of pages when they were first seen, as a crawl reads them.
class LookReader {
 public:
  explicit LookReader(Archive& archive) : archive_(archive), reader_(plan_, links_) {}

  // Nothing if the page's first version cannot be read. (The layout `slots` keeps the latest only,
  // and that is read then.)
  Result<std::optional<FirstLook>> look(const PageRow& page) {
    const auto snapshots = archive_.catalog().snapshots(page.id);
    if (!snapshots) return std::unexpected(snapshots.error());
    const auto belief = archive_.catalog().find_belief(page.key);
    if (!belief) return std::unexpected(belief.error());
    const auto first = std::ranges::find(*snapshots, 200, &SnapshotRow::status);
    const auto url = Url::parse(page.key.url);
    if (first == snapshots->end() || !url) return std::nullopt;
    const auto answer = recall_snapshot(archive_, {.page = page, .snapshot = *first});
    if (!answer) return std::nullopt;
    const ReadAnswer read = reader_.read({.url = *url,
                                          .head = answer->head,
                                          .body = answer->body,
                                          .tags = answer->tags ? &*answer->tags : nullptr,
                                          .wants_features = true});
    const std::uint16_t depth = *belief ? (*belief)->depth : std::uint16_t{0};
    FirstLook look = look_of(first_observation(page.key, answer->time, depth, answer->head, read));
    if (const auto told = sitemap_frequency(page.key.url, *first))
      look.sitemap_changes_per_day = changefreq_rate(*told);
    return look;
  }

 private:
  // It stands in the metadata record of the snapshot; what cannot be read says nothing.
  std::optional<std::string> sitemap_frequency(const std::string& url,
                                               const SnapshotRow& snapshot) {
    auto members = archive_.pages().read_members(url, snapshot);
    if (!members) return std::nullopt;
    MemoryFile file(*std::move(members));
    auto reader = warc::Reader::open(file, url);
    if (!reader) return std::nullopt;
    for (auto head = reader->next(); head && *head; head = reader->next()) {
      if ((*head)->header.type() != warc::RecordType::metadata) continue;
      const auto block = read_whole_block(*reader, (*head)->block_bytes);
      if (!block) return std::nullopt;
      for (const warc::Field& field : warc::parse_fields(*block))
        if (field.name == kSitemapFrequencyField) return field.value;
      return std::nullopt;
    }
    return std::nullopt;
  }

  Archive& archive_;
  CrawlPlan plan_;
  WrittenLinks links_;
  PageReader reader_;
};

}  // namespace

Result<CheckedPages> read_checked_pages(
    Archive& archive, std::size_t pages_max,
    const std::function<void(std::size_t read, std::size_t of)>& tell) {
  Sampler sampler(archive.catalog(), pages_max);
  Status failed;
  const Status read = archive.catalog().each_check([&](const PageCheck& check) {
    failed = sampler.take(check);
    return failed.has_value();
  });
  if (!read) return std::unexpected(read.error());
  if (!failed) return std::unexpected(failed.error());
  auto candidates = sampler.end();
  if (!candidates) return std::unexpected(candidates.error());
  // By hash, so that a model does not depend on the order in which pages were found.
  std::ranges::sort(*candidates, {}, &SampledPage::hash);
  CheckedPages checked{.found = sampler.found()};
  LookReader reader(archive);
  for (std::size_t i = 0; i < candidates->size(); ++i) {
    const SampledPage& candidate = (*candidates)[i];
    if (tell) tell(i, candidates->size());
    const auto look = reader.look(candidate.page);
    if (!look) return std::unexpected(look.error());
    if (!*look) {
      ++checked.unread;
      continue;
    }
    checked.pages.push_back({.url = candidate.page.key.url,
                             .site = std::string(site_of(candidate.page.key.host->name())),
                             .look = **look,
                             .checks = candidate.evidence.checks,
                             .days = candidate.evidence.days,
                             .changes = candidate.evidence.changes});
  }
  return checked;
}

}  // namespace freshet
