// The answers of a host in the archive since the crawl began. A visit that resumes after a crash
// takes them from here instead of from the web.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/error.h"
#include "base/stored_time.h"
#include "base/time.h"
#include "catalog/catalog.h"
#include "store/archive.h"
#include "store/tags_file.h"
#include "url/host.h"
#include "warc/http_head.h"

namespace freshet {

// An answer as stored, with the body it refers to.
struct Remembered {
  Time time;
  warc::HttpHead head;
  std::string body;
  std::optional<TagsEntry> tags;
};

// Times in the future (base/stored_time.h) count as before the crawl. One thread uses it.
class VisitMemory {
 public:
  // URLs that failed before `failed_since` are retried.
  VisitMemory(Archive& archive, Clock& clock, Time failed_since)
      : archive_(archive), clock_(clock), failed_since_(failed_since) {}

  // Loads the URLs of the host that were kept or noted since the crawl began. Those kept after
  // `made`, and those in `unread` (hashes), are unread.
  Status open(const Host& host, Time began, Time made, const std::vector<std::uint64_t>& unread);

  // For a visit that checks pages: loads nothing except which robots.txt were read since `began`.
  Status open_for_checks(const Host& host, Time began);

  // Visits the URLs whose links are known: kept since the crawl began and not unread, or not kept
  // at their own request.
  Status each_read(const std::function<void(const std::string& url)>& visit);

  // A stored page is unread until a visit has saved its links. If that visit crashes, the next one
  // reads the page again.
  void mark_read(const std::string& url);
  bool is_unread(const std::string& url) const;
  bool has_unread() const { return !unread_.empty(); }
  bool has_notes() const { return !noted_.empty(); }
  std::vector<std::uint64_t> unread() const;  // ascending

  // Returns true if a page that is not kept, because it failed or asked so, must be fetched again
  // to know its links.
  bool must_ask_again(const std::string& url) const;

  // Returns the scheme of the home page in this crawl; else the scheme of the home page or of
  // robots.txt in earlier ones, https if both schemes occurred.
  std::optional<std::string_view> known_scheme() const;

  bool is_empty() const { return kept_.empty(); }
  std::size_t pages() const { return kept_.size(); }
  bool has(const std::string& url) const;
  // Returns true if the URL failed so recently that it is not retried.
  bool has_failed(const std::string& url);
  // Returns true if there is a note on the URL, from any run.
  bool has_any_note(const std::string& url);
  // Returns true if the archive has a copy of the page, even a truncated one.
  bool has_copy(const PageKey& page);

  // Returns true if the page was there before the crawl began; not known after open_for_checks.
  bool was_known(const std::string& url) const;
  bool has_older_pages() const { return !known_.empty(); }

  // Returns true if the archive has any page of the host, robots.txt included.
  bool has_pages(const Host& host);

  // Looks up URLs that are asked about next, in one call. Replaces those of the last call.
  Status look_up(std::span<const PageKey> urls);
  void forget_looked_up() { looked_up_.clear(); }
  // Returns what the catalog knows about a URL; reads it unless it was looked up.
  Result<KnownUrl> known(const PageKey& url);

  // Returns true if the archive has the page, or a note that says not to ask for it.
  bool knows(const PageKey& page);

  // Visits the URLs of the host that others wanted and that are done, until `visit` returns false.
  Status each_wanted_done(const std::function<bool(const WantedUrl&)>& visit);

  // Returns the newest answer since the crawl began. Nothing if it is missing, has a future date,
  // or cannot be read: then it is fetched again.
  std::optional<Remembered> recall(const std::string& url);

 private:
  bool is_since_began(Time time) const { return time >= began_ && is_past(time, clock_.now()); }
  // Returns when the page was last seen, if that can be dated.
  std::optional<Time> last_seen(const PageRow& page);
  std::optional<UrlNote> note_on(const PageKey& page);
  bool is_late_failure(const UrlNote& note) const;
  bool is_superseded(const UrlNote& note);
  static bool is_superseded(const UrlNote& note, const std::optional<PageRow>& page);

  Archive& archive_;
  Clock& clock_;
  std::optional<Host> host_;
  Time began_{};
  Time made_{};
  Time failed_since_;
  bool has_read_notes_ = false;
  std::unordered_set<std::uint64_t> kept_;    // hashes of URLs
  std::unordered_set<std::uint64_t> unread_;  // of these
  std::unordered_set<std::uint64_t> failed_;  // recently
  std::unordered_set<std::uint64_t> noted_;   // for any reason
  std::unordered_set<std::uint64_t> known_;
  std::unordered_map<std::string, KnownUrl> looked_up_;  // by URL
};

}  // namespace freshet
