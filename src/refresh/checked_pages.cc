#include "refresh/checked_pages.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "base/hash.h"
#include "crawl/page_reader.h"
#include "crawl/recall.h"
#include "refresh/believe.h"
#include "url/site.h"

namespace freshet {
namespace {

constexpr double kDaySeconds = 86400;

struct SeenCheck {
  Time time;
  CheckOutcome outcome;
};

// A page that may be learned from.
struct Candidate {
  std::uint64_t hash = 0;  // of its URL
  PageRow page = {};
  RatePosterior checks = {};
};

bool says_something(const SeenCheck& check) {
  return check.outcome == CheckOutcome::same || check.outcome == CheckOutcome::changed;
}

// A check tells of the time since we last knew what is there. While a page is gone nobody knows
// what it would be.
RatePosterior evidence_of(Time first_seen, const std::vector<SeenCheck>& checks) {
  RatePosterior evidence;
  std::optional<Time> known = first_seen;
  for (const SeenCheck& check : checks) {
    if (check.outcome == CheckOutcome::failed) continue;
    if (known && says_something(check))
      evidence.observe(
          {.days = std::chrono::duration<double>(check.time - *known).count() / kDaySeconds,
           .has_changed = check.outcome == CheckOutcome::changed});
    known = check.time;
    if (check.outcome == CheckOutcome::gone) known.reset();
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
  Result<std::vector<Candidate>> end() {
    if (auto ended = end_page(); !ended) return std::unexpected(ended.error());
    return std::move(kept_);
  }

  std::size_t found() const { return found_; }

 private:
  Status end_page() {
    const std::vector<SeenCheck> checks = std::exchange(checks_, {});
    const auto enough = std::ranges::count_if(checks, says_something);
    if (!key_.host || static_cast<std::size_t>(enough) < kChecksToLearnFrom) return {};
    ++found_;
    const std::uint64_t hash = hash64(key_.url);
    if (kept_.size() == pages_max_ && (kept_.empty() || hash >= kept_.front().hash)) return {};
    const auto page = catalog_.find_page(key_);
    if (!page) return std::unexpected(page.error());
    if (!*page) return {};
    kept_.push_back({hash, **page, evidence_of((*page)->first_seen, checks)});
    std::ranges::push_heap(kept_, {}, &Candidate::hash);
    if (kept_.size() <= pages_max_) return {};
    std::ranges::pop_heap(kept_, {}, &Candidate::hash);
    kept_.pop_back();
    return {};
  }

  Catalog& catalog_;
  const std::size_t pages_max_;
  PageKey key_;
  std::vector<SeenCheck> checks_;
  std::vector<Candidate> kept_;  // a heap; the largest hash is in front
  std::size_t found_ = 0;
};

// How pages looked when they were first seen, read as a crawl reads them.
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
    return look_of(first_sighting(page.key, answer->time, depth, answer->head, read));
  }

 private:
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
  std::ranges::sort(*candidates, {}, &Candidate::hash);
  CheckedPages checked{.found = sampler.found()};
  LookReader reader(archive);
  for (std::size_t i = 0; i < candidates->size(); ++i) {
    const Candidate& candidate = (*candidates)[i];
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
                             .checks = candidate.checks});
  }
  return checked;
}

}  // namespace freshet
