#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "watch/cdio_source.h"
#include "watch/duration_text.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

// Settings of the program's look, of its own access and of its memory.
constexpr auto kCdioOwnSettings = std::to_array<std::string_view>({"active_base_url",
                                                                   "api_access_token",
                                                                   "api_access_token_enabled",
                                                                   "base_url",
                                                                   "pager_size",
                                                                   "password",
                                                                   "render_anchor_tag_content",
                                                                   "rss_access_token",
                                                                   "rss_content_format",
                                                                   "rss_diff_length",
                                                                   "rss_hide_muted_watches",
                                                                   "rss_reader_mode",
                                                                   "rss_template_override",
                                                                   "rss_template_type",
                                                                   "schema_version",
                                                                   "shared_diff_access",
                                                                   "ssim_threshold",
                                                                   "ui",
                                                                   "strip_ignored_lines",
                                                                   "empty_pages_are_a_change",
                                                                   "workers",
                                                                   "timeout",
                                                                   "jitter_seconds",
                                                                   "default_ua",
                                                                   "extra_browsers",
                                                                   "extra_proxies",
                                                                   "webdriver_delay",
                                                                   "tags",
                                                                   "notification_title",
                                                                   "notification_body",
                                                                   "notification_format"});

class CdioSettingsReader {
 public:
  CdioSettingsReader(CdioSettings& into, ChannelBook& channels, std::vector<ImportNote>& notes)
      : into_(into), channels_(channels), notes_(notes) {}

  void read_group(const std::string& path, const ValueTree& group) {
    for (std::size_t i = 0; i < group.names.size(); ++i) {
      const std::string& name = group.names[i];
      const std::string place = path + '.' + visible(name);
      if (name == "requests" || name == "application")
        read_group(place, group.items[i]);
      else if (read(name, group.items[i]))
        notes_.push_back({ImportEffect::taken, place, "it is part of every watch"});
      else if (std::ranges::find(kCdioOwnSettings, name) != kCdioOwnSettings.end())
        notes_.push_back({ImportEffect::state, place, ""});
      else if (is_blank(group.items[i]))
        notes_.push_back({ImportEffect::taken, place, ""});
      else
        notes_.push_back({ImportEffect::refused, place, "this setting is not taken over"});
    }
  }

 private:
  // Returns false if the setting is not one that reaches into watches.
  bool read(std::string_view name, const ValueTree& value) {
    if (name == "time_between_check")
      into_.interval = duration_text(std::chrono::seconds(cdio_seconds(value)));
    else if (name == "scheduler_timezone_default")
      into_.zone = value.text;
    else if (name == "filter_failure_notification_threshold_attempts")
      into_.lost_after =
          static_cast<int>(std::clamp<std::int64_t>(value.integer, 0, WatchLimits::kLostAfter));
    else if (name == "global_ignore_text")
      into_.ignored = value;
    else if (name == "global_subtractive_selectors")
      into_.removed_parts = value;
    else if (name == "ignore_whitespace")
      into_.ignores_white_space = value.claim;
    else if (name == "ignore_status_codes")
      into_.compares_error_pages = value.claim;
    else if (name == "fetch_backend")
      into_.uses_browser = !is_blank(value) && value.text != "html_requests";
    else if (name == "proxy")
      into_.uses_proxy = !is_blank(value) && value.text != "no-proxy";
    else if (name == "notification_urls")
      into_.channels = cdio_channels(value, channels_);
    else if (name == "all_paused")
      into_.is_paused = value.claim;
    else if (name == "all_muted")
      into_.is_muted = value.claim;
    else
      return false;
    return true;
  }

  CdioSettings& into_;
  ChannelBook& channels_;
  std::vector<ImportNote>& notes_;
};

// Two tags of the same name, or a name that cannot be one, get the id.
std::string tag_name(std::string_view id, const ValueTree& tree, const CdioSettings& settings) {
  const ValueTree* const title = tree.member("title");
  std::string name = title ? title->text : "";
  const bool is_known = std::ranges::any_of(
      settings.tags, [&](const auto& known) { return known.second.name == name; });
  if (check_label(name) || is_known) name = std::string(id.substr(0, WatchLimits::kLabelBytes));
  return name;
}

ImportNote tag_note(const std::string& place, std::string_view field, const ValueTree& value) {
  if (field == "title" || field == "notification_urls" || field == "notification_muted")
    return {ImportEffect::taken, place, ""};
  if (is_cdio_state(field)) return {ImportEffect::state, place, ""};
  if (is_shared_by_tag(field) && !is_blank(value))
    return {ImportEffect::changed, place, "it is written into each watch with this tag"};
  if (is_cdio_default(field, value)) return {ImportEffect::taken, place, ""};
  return {ImportEffect::refused, place, "tags do not carry this setting; set it in the watches"};
}

}  // namespace

void read_cdio_settings(const ValueTree& settings, CdioSettings& into, ChannelBook& channels,
                        std::vector<ImportNote>& notes) {
  CdioSettingsReader(into, channels, notes).read_group("settings", settings);
}

void read_cdio_tag(std::string_view id, const ValueTree& tree, CdioSettings& into,
                   ChannelBook& channels, ImportedWatches& out) {
  TagSpec tag;
  tag.name = tag_name(id, tree, into);
  if (check_label(tag.name)) {
    out.notes.push_back({ImportEffect::refused, "tag", "it has neither a name nor an id"});
    return;
  }
  const auto member = [&](std::string_view name) {
    const ValueTree* const found = tree.member(name);
    return found ? *found : ValueTree();
  };
  tag.channels = cdio_channels(member("notification_urls"), channels);
  tag.is_muted = member("notification_muted").claim;
  for (std::size_t i = 0; i < tree.names.size(); ++i) {
    out.notes.push_back(tag_note(fmt::format("tag \"{}\".{}", tag.name, visible(tree.names[i])),
                                 tree.names[i], tree.items[i]));
  }
  into.tags.emplace(std::string(id), CdioTag{tag.name, tree, !tag.channels.empty()});
  out.tags.push_back(std::move(tag));
}

}  // namespace freshet
