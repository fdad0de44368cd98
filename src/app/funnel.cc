#include "app/funnel.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "app/main_text.h"
#include "app/spam.h"
#include "change/page_print.h"
#include "similar/near_duplicates.h"
#include "similar/shingles.h"
#include "store/selection.h"

namespace freshet {
namespace {

enum Step : std::size_t { kFetched, kRegular, kDistinct, kMain };

// Pages pass the steps one after the other.
class FunnelMaker {
 public:
  explicit FunnelMaker(std::set<std::string, std::less<>> parked) : parked_(std::move(parked)) {
    funnel_.steps = {
        {.name = "fetched"}, {.name = "regular"}, {.name = "distinct"}, {.name = "main text"}};
  }

  void add(const Found& page, std::uint64_t bytes, const ReadPage& read) {
    const std::string& main_text = read.text;
    const std::string& url = page.page.key.url;
    ++funnel_.read;
    pass(kFetched, bytes);
    const bool is_parked = page.page.key.host && parked_.contains(page.page.key.host->key());
    if (is_parked || reads_like_error(read.title + "\n" + main_text)) return drop(kRegular, url);
    pass(kRegular, bytes);
    const MinHash sketch = min_hash(word_shingle_set(main_text));
    if (seen_.add(static_cast<std::uint32_t>(funnel_.read), sketch)) return drop(kDistinct, url);
    pass(kDistinct, bytes);
    if (main_text.empty()) return drop(kMain, url);
    pass(kMain, main_text.size());
  }

  Funnel finish(std::size_t pages) && {
    funnel_.pages = pages;
    return std::move(funnel_);
  }

 private:
  void pass(Step step, std::uint64_t bytes) {
    ++funnel_.steps[step].pages;
    funnel_.steps[step].bytes += bytes;
  }
  void drop(Step step, const std::string& url) {
    if (funnel_.steps[step].dropped.size() < kFunnelSamples)
      funnel_.steps[step].dropped.push_back(url);
  }

  std::set<std::string, std::less<>> parked_;  // hosts
  NearDuplicates seen_;
  Funnel funnel_;
};

// Returns true for a page whose newest answer may be HTML.
bool may_be_page(const SnapshotRow& row) {
  return row.status == 304 ||
         (row.status == 200 && (row.mime.empty() || row.mime.contains("html")));
}

}  // namespace

Result<Funnel> make_funnel(ArchiveSession& session, std::size_t pages_max) {
  const auto spam = find_spam(session, {});
  if (!spam) return std::unexpected(spam.error());
  std::set<std::string, std::less<>> parked;
  for (const HostJudgement& host : spam->report.hosts)
    if (host.is_parked()) parked.insert(host.host);

  Archive& archive = session.archive();
  const Selection newest{.only_last = true};
  std::size_t pages = 0;
  const Status counted = each_selected(archive, newest, [&](const Found& found) -> Status {
    pages += may_be_page(found.snapshot) ? 1 : 0;
    return {};
  });
  if (!counted) return std::unexpected(counted.error());
  const std::size_t stride = std::max<std::size_t>(1, (pages + pages_max - 1) / pages_max);

  FunnelMaker maker(std::move(parked));
  std::size_t number = 0;
  const Status walked = each_selected(archive, newest, [&](const Found& found) -> Status {
    if (!may_be_page(found.snapshot) || number++ % stride != 0) return {};
    const auto body = archive.with_body(found);
    if (!body || body->snapshot.status != 200) return {};
    const auto page = read_main_page(archive, *body);
    if (!page && page.error().code == Errc::not_found) return {};  // not HTML
    if (!page) return std::unexpected(page.error());
    maker.add(found, body->snapshot.payload_bytes, *page);
    return {};
  });
  if (!walked) return std::unexpected(walked.error());
  return std::move(maker).finish(pages);
}

}  // namespace freshet
