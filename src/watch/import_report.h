// The result of an import from another page monitor: the watches, and for each field of the source
// what became of it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "watch/tag_spec.h"
#include "watch/watch_spec.h"

namespace freshet {

enum class ImportEffect : std::uint8_t {
  taken,    // means the same here
  changed,  // means nearly the same; the reason says how it differs
  refused,  // has no safe meaning here and is left out
  state,    // not a setting: results and memories of the other program
};

struct ImportNote {
  ImportEffect effect = ImportEffect::taken;
  std::string field = {};   // as the source calls it: "include_filters", "filter[2]"
  std::string reason = {};  // one sentence; empty if there is nothing to say

  bool operator==(const ImportNote&) const = default;
};

// Every field of the source has at least one note.
struct ImportedWatch {
  std::string source = {};              // the id there, or "job 3, line 20"
  std::string title = {};               // for people: its name, or else its URL
  std::optional<WatchSpec> watch = {};  // none: refused as a whole
  std::string refusal = {};             // then: the first reason
  std::vector<ImportNote> notes = {};
};

// A channel as the source has it. The URL is a secret.
struct ImportedChannel {
  std::string name = {};
  std::string apprise_url = {};

  bool operator==(const ImportedChannel&) const = default;
};

struct ImportedWatches {
  std::vector<ImportedWatch> watches = {};
  std::vector<TagSpec> tags = {};
  std::vector<ImportedChannel> channels = {};
  std::vector<ImportNote> notes = {};  // on settings of the whole file, and on tags
};

// Returns "taken", "changed", "refused" or "state".
std::string_view name_of(ImportEffect effect);

// Returns the report without secrets: channels by name only.
std::string to_json(const ImportedWatches& imported);

}  // namespace freshet
