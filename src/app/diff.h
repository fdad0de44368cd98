// Judges what changed between two versions of a page.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/archive_session.h"
#include "base/error.h"
#include "base/time.h"
#include "change/blocks.h"
#include "change/judge.h"
#include "change/page_print.h"
#include "change/text_diff.h"

namespace freshet {

struct PageVersion {
  std::vector<Block> blocks;
  PagePrint print;
};

// The versions to compare, from files or from an archive.
struct ComparedVersions {
  PageVersion before;
  PageVersion now;
  std::vector<PageVersion> earlier =
      {};  // from before these, oldest first: noise is learned from them
};

struct PageDiff {
  Change change;
  std::vector<DiffLine> lines;  // those that stayed, too
};

PageDiff compare_versions(const ComparedVersions& versions);

std::string to_json(const PageDiff& diff);

// "removed", "added", "changed", ...
std::string_view line_kind_text(DiffLine::Kind kind);

struct DiffRequest {
  std::string url;                // may lack its scheme
  std::optional<Time> from = {};  // the content at this time; none: the one before `to`
  std::optional<Time> to = {};    // none: the newest
};

struct ArchivedDiff {
  std::string url;
  Time before{};  // when each content was first seen
  Time now{};
  PageDiff diff;
};

// Compares two contents of a page in the archive. Errc::not_found if the page is not there, or did
// not change between these times.
Result<ArchivedDiff> diff_page(ArchiveSession& session, const DiffRequest& request);

}  // namespace freshet
