// A watch that is not gone, ready to be checked: its settings with those of its tags, its parsed
// parts and its calendar.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/disk.h"
#include "base/error.h"
#include "catalog/page_key.h"
#include "registry/registry.h"
#include "url/normal_form.h"
#include "watch/page_part.h"
#include "watch/tag_spec.h"
#include "watch/watch_times.h"

namespace freshet {

struct ActiveWatch {
  WatchRow row = {};
  std::vector<TagSpec> tags = {};
  WatchSpec spec = {};  // with that of the tags
  PageKey page = {};    // of the archive; of a prefix or site, where it begins
  // Empty if the stored specification cannot be used; such a watch is not checked.
  std::optional<PartReader> reader = {};
  std::optional<CheckCalendar> calendar = {};

  bool needs_recheck = false;
  std::optional<Time> due = {};      // of its next check; none: never
  std::optional<Time> ordered = {};  // when a check was ordered that has not come yet

  bool is_of_page() const { return spec.scope == WatchScope::page; }
  // The answer depends on the request, so it is not that of the archive.
  bool has_own_request() const;
};

struct ActivationTools {
  Registry& registry;
  Disk& disk;
  NormalFormOptions normal_form = {};
  PdfReader pdf = {};
};

// Returns the tags of a watch that have settings.
Result<std::vector<TagSpec>> read_tags(Registry& registry, const WatchRow& row);

// Errors are those of the registry; what is wrong with a watch is logged.
Result<ActiveWatch> activate(const ActivationTools& tools, WatchRow row);

// Returns true if a URL is among the pages of the watch.
bool holds_page(const ActiveWatch& watch, const PageKey& page);

}  // namespace freshet
