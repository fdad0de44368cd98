// What the archive holds of a host since the crawl began. A visit that goes on after a crash takes
// it from here instead of from the web.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>

#include "base/error.h"
#include "base/stored_time.h"
#include "base/time.h"
#include "catalog/rows.h"
#include "store/archive.h"
#include "store/tags_file.h"
#include "url/host.h"
#include "warc/http_head.h"

namespace freshet {

// An answer as it was kept, with the body that it stands for.
struct Remembered {
  Time time;
  warc::HttpHead head;
  std::string body;
  std::optional<TagsEntry> tags;
};

// Times of a clock that was ahead (base/stored_time.h) count as before the crawl. One thread uses
// it.
class VisitMemory {
 public:
  VisitMemory(Archive& archive, Clock& clock, Time began)
      : archive_(archive), clock_(clock), began_(began) {}

  // Loads which URLs of the host were kept or noted since the crawl began.
  Status open(const Host& host);

  // For a visit that checks pages: loads nothing but whether robots.txt was read since `began`.
  Status open_for_checks(const Host& host);

  // Visits the URLs that were asked for since the crawl began, up to `until`, but for those that
  // failed.
  Status each_before(Time until, const std::function<void(const std::string& url)>& visit);

  // The scheme on which the host's home page was there since the crawl began; or else that or its
  // robots.txt before; https if both were.
  std::optional<std::string_view> known_scheme() const;

  bool is_empty() const { return kept_.empty(); }
  std::size_t pages() const { return kept_.size(); }
  bool has(const std::string& url) const;
  bool has_note(const std::string& url) const;

  // Whether the page was there before the crawl began; not known after open_for_checks.
  bool was_known(const std::string& url) const;

  // Whether the archive has any page of the host, robots.txt included.
  bool has_pages(const Host& host);

  // Whether the archive has the page, or a note on it.
  bool knows(const PageKey& page);

  // The newest answer since the crawl began. Nothing if it is not there, is of the future, or
  // cannot be read: then the web is asked again.
  std::optional<Remembered> recall(const std::string& url);

 private:
  bool is_since_began(Time time) const { return time >= began_ && is_past(time, clock_.now()); }
  // When the page was last seen, as far as that can be dated.
  std::optional<Time> last_seen(const PageRow& page);

  Archive& archive_;
  Clock& clock_;
  std::optional<Host> host_;
  Time began_;
  std::unordered_set<std::uint64_t> kept_;  // hashes of URLs
  std::unordered_set<std::uint64_t> noted_;
  std::unordered_set<std::uint64_t> known_;
};

}  // namespace freshet
