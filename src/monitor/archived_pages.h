// Reads what watches compare out of the archive: the parts of a version, and the judge's verdict on
// two versions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/archive_session.h"
#include "app/host_templates.h"
#include "base/error.h"
#include "change/judge.h"
#include "monitor/page_looks.h"
#include "watch/page_part.h"
#include "watch/watch_state.h"

namespace freshet {

// Most earlier versions from which the judge learns noise, as in a crawl.
inline constexpr std::size_t kVersionsJudged = 8;
// Most checks of a page that are read at a time.
inline constexpr std::size_t kChecksRead = 256;

// The snapshots and the last checks of a page.
struct WatchedHistory {
  PageRow page = {};
  std::vector<SnapshotRow> rows = {};
  std::vector<PageCheck> checks = {};
};

// A version of a page, read for watches.
struct PageBody {
  std::string content_type = {};
  std::string bytes = {};  // of HTML in UTF-8; else as the server meant them
  std::vector<std::uint32_t> template_texts = {};  // of HTML
  std::uint32_t design = 0;                        // see PagePrint
  Scripting scripting = Scripting::off;
  bool is_html = false;

  PageAnswer answer() const {
    return {.content_type = content_type,
            .body = bytes,
            .template_texts = template_texts,
            .scripting = scripting};
  }
};

// The name of a version in states and messages is the time of its snapshot.
std::string version_name(Time time);
std::optional<Time> version_time(const std::string& name);

// Not thread-safe. The session outlives it.
class ArchivedPages {
 public:
  explicit ArchivedPages(ArchiveSession& session)
      : session_(session), templates_(session.archive()) {}

  // Returns nothing if the archive has no such page.
  Result<std::optional<WatchedHistory>> history(const PageKey& page);

  // Errc::not_found or Errc::corrupt if the archive does not have the version any more.
  Result<PageBody> body(const WatchedHistory& history, const SnapshotRow& version);

  // Judges `look` against the version last told, as the watch cuts both. If that is not in the
  // archive any more, the verdict is that of the visit; none if there was none.
  Result<std::optional<Change>> judge(const WatchedHistory& history, const WatchSpec& spec,
                                      const WatchState& state, const CheckLook& look,
                                      const PageBody& now);

  // Returns the rate of a page as the archive has learned it, in changes per day.
  std::optional<double> changes_per_day(const PageKey& page);

  ArchiveSession& session() { return session_; }

 private:
  Result<PagePrint> print(const WatchSpec& spec, const PageBody& body);
  Result<PagePrint> print_of(const WatchedHistory& history, const WatchSpec& spec,
                             const SnapshotRow& version);

  ArchiveSession& session_;
  HostTemplateReader templates_;
};

}  // namespace freshet
