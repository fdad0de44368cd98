#include "crawl/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/stored_time.h"
#include "crawl/recall.h"
#include "store/snapshot_facts.h"

namespace freshet {
namespace {

// A page that asked not to be kept did not fail: its links must be read again from the web, as the
// archive has nothing of it.
bool is_hidden(const UrlNote& note) {
  return note.outcome == "noindex" || note.outcome == "noarchive";
}

// Imported answers do not tell how our requests would be answered.
bool is_own_answer(const SnapshotRow& row) { return !row.imported; }

bool is_forbidden(const UrlNote& note) { return note.outcome == "robots"; }

}  // namespace

std::optional<Time> VisitMemory::last_seen(const PageRow& page) {
  const Time now = clock_.now();
  if (is_past(page.last_seen, now)) return page.last_seen;
  const auto nearest = archive_.catalog().nearest(page.id, now);
  if (!nearest || !*nearest || !is_past((*nearest)->time, now)) return std::nullopt;
  return (*nearest)->time;
}

Status VisitMemory::open(const Host& host, Time began, Time made,
                         const std::vector<std::uint64_t>& unread) {
  host_ = host;
  began_ = began;
  made_ = made;
  kept_.clear();
  failed_.clear();
  noted_.clear();
  known_.clear();
  unread_.clear();
  const std::unordered_set<std::uint64_t> left(unread.begin(), unread.end());
  Status read = archive_.catalog().each_page(host, [&](const PageRow& page) {
    const std::uint64_t url = hash64(page.key.url);
    if (!is_since_began(page.first_seen)) known_.insert(url);
    const auto seen = last_seen(page);
    if (!seen || *seen < began_) return true;
    kept_.insert(url);
    if (*seen > made_ || left.contains(url)) unread_.insert(url);
    return true;
  });
  if (!read) return read;
  has_read_notes_ = true;
  return archive_.catalog().notes(host, [&](const UrlNote& note) {
    const std::uint64_t url = hash64(note.page.url);
    noted_.insert(url);
    if (is_hidden(note) || is_forbidden(note) || is_superseded(note)) return true;
    // The archive may only have a truncated copy of the page.
    kept_.erase(url);
    unread_.erase(url);
    if (is_late_failure(note)) failed_.insert(url);
    return true;
  });
}

bool VisitMemory::is_late_failure(const UrlNote& note) const {
  return !is_hidden(note) && !is_forbidden(note) && note.time > failed_since_ &&
         is_past(note.time, clock_.now());
}

Status VisitMemory::open_for_checks(const Host& host, Time began) {
  host_ = host;
  began_ = began;
  has_read_notes_ = false;
  kept_.clear();
  unread_.clear();
  for (const std::string_view scheme : {"https", "http"}) {
    const std::string url = fmt::format("{}://{}/robots.txt", scheme, host.key());
    auto page = archive_.catalog().find_page({.host = host, .url = url});
    if (!page) return std::unexpected(page.error());
    if (*page && last_seen(**page).value_or(Time::min()) >= began_) kept_.insert(hash64(url));
  }
  return {};
}

bool VisitMemory::was_known(const std::string& url) const { return known_.contains(hash64(url)); }

bool VisitMemory::has_pages(const Host& host) {
  bool has_any = false;
  const Status read = archive_.catalog().each_page(host, [&](const PageRow&) {
    has_any = true;
    return false;
  });
  return has_any || !read;
}

std::optional<UrlNote> VisitMemory::note_on(const PageKey& page) {
  auto note = archive_.catalog().find_note(page);
  return note ? *std::move(note) : std::nullopt;
}

// Returns true if a page was kept after it had failed. The note is now removed with it; older
// versions did not.
bool VisitMemory::is_superseded(const UrlNote& note, const std::optional<PageRow>& page) {
  return page && page->last_seen > note.time;
}

bool VisitMemory::is_superseded(const UrlNote& note) {
  const auto row = archive_.catalog().find_page(note.page);
  return row && is_superseded(note, *row);
}

Status VisitMemory::look_up(std::span<const PageKey> urls) {
  looked_up_.clear();
  if (urls.empty()) return {};
  auto known = archive_.catalog().known(urls);
  if (!known) return std::unexpected(known.error());
  for (std::size_t i = 0; i < urls.size(); ++i)
    looked_up_.emplace(urls[i].url, std::move((*known)[i]));
  return {};
}

Result<KnownUrl> VisitMemory::known(const PageKey& url) {
  if (const auto found = looked_up_.find(url.url); found != looked_up_.end()) return found->second;
  auto read = archive_.catalog().known(std::span(&url, 1));
  if (!read) return std::unexpected(read.error());
  return std::move(read->front());
}

Status VisitMemory::each_wanted_done(const std::function<bool(const WantedUrl&)>& visit) {
  return archive_.catalog().each_wanted_done(*host_, visit);
}

bool VisitMemory::has_copy(const PageKey& page) {
  const auto row = archive_.catalog().find_page(page);
  return row && *row;
}

bool VisitMemory::knows(const PageKey& page) {
  const auto read = known(page);
  if (!read) return false;
  if (!read->note) return read->page.has_value();
  const UrlNote& note = *read->note;
  return is_hidden(note) || is_forbidden(note) || is_late_failure(note) ||
         is_superseded(note, read->page);
}

Status VisitMemory::each_read(const std::function<void(const std::string& url)>& visit) {
  Status read = archive_.catalog().each_page(host_, [&](const PageRow& page) {
    const std::uint64_t url = hash64(page.key.url);
    if (kept_.contains(url) && !unread_.contains(url)) visit(page.key.url);
    return true;
  });
  if (!read) return read;
  return archive_.catalog().notes(*host_, [&](const UrlNote& note) {
    if (note.time >= began_ && note.time <= made_ && is_hidden(note)) visit(note.page.url);
    return true;
  });
}

void VisitMemory::mark_read(const std::string& url) { unread_.erase(hash64(url)); }

bool VisitMemory::is_unread(const std::string& url) const { return unread_.contains(hash64(url)); }

std::vector<std::uint64_t> VisitMemory::unread() const {
  std::vector<std::uint64_t> all(unread_.begin(), unread_.end());
  std::ranges::sort(all);
  return all;
}

bool VisitMemory::must_ask_again(const std::string& url) const {
  const std::uint64_t hash = hash64(url);
  return noted_.contains(hash) && !kept_.contains(hash) && !failed_.contains(hash);
}

std::optional<std::string_view> VisitMemory::known_scheme() const {
  for (const std::string_view scheme : {"https", "http"})
    if (has(fmt::format("{}://{}/", scheme, host_->key()))) return scheme;
  for (const std::string_view path : {"/", "/robots.txt"}) {
    for (const std::string_view scheme : {"https", "http"}) {
      const std::string url = fmt::format("{}://{}{}", scheme, host_->key(), path);
      const auto page = archive_.catalog().find_page({.host = host_, .url = url});
      if (page && *page && !is_since_began((*page)->first_seen)) return scheme;
    }
  }
  return std::nullopt;
}

bool VisitMemory::has(const std::string& url) const { return kept_.contains(hash64(url)); }

bool VisitMemory::has_failed(const std::string& url) {
  if (has_read_notes_) return failed_.contains(hash64(url));
  const auto note = note_on(page_key_of(url));
  return note && is_late_failure(*note);
}

bool VisitMemory::has_any_note(const std::string& url) {
  if (has_read_notes_) return noted_.contains(hash64(url));
  return note_on(page_key_of(url)).has_value();
}

std::optional<Remembered> VisitMemory::recall(const std::string& url) {
  const auto parsed = Url::parse(url);
  if (!parsed) return std::nullopt;
  const PageKey key{.host = Host::of(*parsed), .url = url};
  auto page = archive_.catalog().find_page(key);
  if (!page || !*page) return std::nullopt;
  const auto snapshots = archive_.catalog().snapshots((*page)->id);
  if (!snapshots) return std::nullopt;
  const auto newest = std::find_if(snapshots->rbegin(), snapshots->rend(), [&](const auto& row) {
    return is_own_answer(row) && is_since_began(row.time);
  });
  if (newest == snapshots->rend()) return std::nullopt;
  return recall_snapshot(archive_, {.page = **page, .snapshot = *newest});
}

}  // namespace freshet
