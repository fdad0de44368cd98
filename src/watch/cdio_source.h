// The parts of an import from changedetection.io. Internal to the import.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "watch/import_draft.h"
#include "watch/import_report.h"
#include "watch/value_tree.h"

namespace freshet {

// Gives each apprise URL a name, the same one if it comes again.
class ChannelBook {
 public:
  const std::string& name_of(const std::string& apprise_url);

  std::vector<ImportedChannel> take() { return std::move(channels_); }

 private:
  std::map<std::string, std::string> names_;
  std::map<std::string, int> numbers_;  // by scheme
  std::vector<ImportedChannel> channels_;
};

struct CdioTag {
  std::string name;
  ValueTree tree;
  bool has_channels = false;
};

// Settings of the whole installation that reach into each watch.
struct CdioSettings {
  std::map<std::string, CdioTag> tags;  // by id
  ValueTree ignored = ValueTree::list();
  ValueTree removed_parts = ValueTree::list();
  std::vector<std::string> channels;  // names
  std::string zone;
  std::string interval = "3h";  // in words
  int lost_after = 6;
  bool compares_error_pages = false;
  bool ignores_white_space = true;
  bool uses_browser = false;
  bool uses_proxy = false;
  bool is_paused = false;
  bool is_muted = false;
};

// One watch of the source while it is read.
struct CdioWatch {
  const CdioSettings& settings;
  ValueTree tree;  // with the filters of its tags
  ImportDraft& draft;
  ChannelBook& channels;

  // Returns the member, or null.
  const ValueTree& member(std::string_view name) const;
};

// Fields with lists that a tag adds to those of its watches.
bool is_shared_by_tag(std::string_view field);

// Readers of one field each. They leave a note for everything that is not simply taken.
using CdioReader = void (*)(CdioWatch&, std::string_view field, const ValueTree& value);

void read_cdio_parts(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_removed(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_ignored(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_extract(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_kept(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_side(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_triggers(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_interval(CdioWatch& source, std::string_view field, const ValueTree& value);
void read_cdio_schedule(CdioWatch& source, std::string_view field, const ValueTree& value);

// Reads all fields of one watch.
ImportedWatch read_cdio_watch(std::string_view id, ValueTree tree, const CdioSettings& settings,
                              ChannelBook& channels);

// Returns the channels of a list of apprise URLs.
std::vector<std::string> cdio_channels(const ValueTree& urls, ChannelBook& channels);

// Reads the settings of the installation and its tags.
void read_cdio_settings(const ValueTree& settings, CdioSettings& into, ChannelBook& channels,
                        std::vector<ImportNote>& notes);
void read_cdio_tag(std::string_view id, const ValueTree& tree, CdioSettings& into,
                   ChannelBook& channels, ImportedWatches& out);

// Returns true if a field that changedetection.io always writes has the value that has no effect.
bool is_cdio_default(std::string_view field, const ValueTree& value);

// Returns true for results and memories of the program, which are not settings.
bool is_cdio_state(std::string_view field);

// Returns the texts of a list, blank ones left out; none if it is not a list of texts.
std::optional<std::vector<std::string>> cdio_texts(const ValueTree& value);

// Returns seconds of {"weeks": 1, "hours": 3}; 0 for none, at most kDurationTextMax.
std::int64_t cdio_seconds(const ValueTree& interval);

}  // namespace freshet
