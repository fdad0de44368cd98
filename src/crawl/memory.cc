#include "crawl/memory.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/stored_time.h"
#include "crawl/recall.h"

namespace freshet {
namespace {

// A page that asked not to be kept did not fail: where it led must be read of it again, as nothing
// of it is in the archive.
bool is_hidden(const UrlNote& note) {
  return note.outcome == "noindex" || note.outcome == "noarchive";
}

// What others fetched says nothing of what our requests would get.
bool is_own_answer(const SnapshotRow& row) { return !row.imported; }

}  // namespace

std::optional<Time> VisitMemory::last_seen(const PageRow& page) {
  const Time now = clock_.now();
  if (is_past(page.last_seen, now)) return page.last_seen;
  const auto nearest = archive_.catalog().nearest(page.id, now);
  if (!nearest || !*nearest || !is_past((*nearest)->time, now)) return std::nullopt;
  return (*nearest)->time;
}

Status VisitMemory::open(const Host& host) {
  host_ = host;
  kept_.clear();
  noted_.clear();
  known_.clear();
  Status read = archive_.catalog().each_page(host, [&](const PageRow& page) {
    if (last_seen(page).value_or(Time::min()) >= began_) kept_.insert(hash64(page.key.url));
    if (!is_since_began(page.first_seen)) known_.insert(hash64(page.key.url));
    return true;
  });
  if (!read) return read;
  return archive_.catalog().notes(host, [&](const UrlNote& note) {
    if (is_since_began(note.time) && !is_hidden(note)) noted_.insert(hash64(note.page.url));
    return true;
  });
}

Status VisitMemory::open_for_checks(const Host& host) {
  host_ = host;
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

bool VisitMemory::knows(const PageKey& page) {
  const auto row = archive_.catalog().find_page(page);
  if (row && *row) return true;
  const auto note = archive_.catalog().find_note(page);
  return note && *note;
}

Status VisitMemory::each_before(Time until,
                                const std::function<void(const std::string& url)>& visit) {
  const auto is_within = [&](Time time) { return time >= began_ && time <= until; };
  Status read = archive_.catalog().each_page(host_, [&](const PageRow& page) {
    if (const auto seen = last_seen(page); seen && is_within(*seen)) visit(page.key.url);
    return true;
  });
  if (!read) return read;
  return archive_.catalog().notes(*host_, [&](const UrlNote& note) {
    if (is_within(note.time) && is_hidden(note)) visit(note.page.url);
    return true;
  });
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

bool VisitMemory::has_note(const std::string& url) const { return noted_.contains(hash64(url)); }

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
