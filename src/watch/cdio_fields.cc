#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "watch/cdio_source.h"

namespace freshet {
namespace {

// Results and memories, by their whole names.
constexpr auto kCdioState = std::to_array<std::string_view>({"browser_steps_last_error_step",
                                                             "check_count",
                                                             "consecutive_filter_failures",
                                                             "content-type",
                                                             "content_type",
                                                             "datastore_path",
                                                             "date_created",
                                                             "error_text",
                                                             "fetch_time",
                                                             "has_ldjson_price_data",
                                                             "history_n",
                                                             "last_changed",
                                                             "last_check_status",
                                                             "last_checked",
                                                             "last_error",
                                                             "last_filter_config_hash",
                                                             "last_notification_error",
                                                             "last_viewed",
                                                             "link",
                                                             "llm_evaluation_cache",
                                                             "llm_prefilter",
                                                             "_llm_change_summary",
                                                             "_llm_intent",
                                                             "_llm_result",
                                                             "newest_history_key",
                                                             "notification_alert_count",
                                                             "open_link",
                                                             "page_title",
                                                             "previous_md5",
                                                             "previous_md5_before_filters",
                                                             "remote_server_reply",
                                                             "restock",
                                                             "uuid",
                                                             "viewed"});

constexpr auto kCdioShared = std::to_array<std::string_view>(
    {"extract_lines_containing", "extract_text", "ignore_text", "include_filters",
     "subtractive_selectors", "text_should_not_be_present", "trigger_text"});

// Values that the program writes if nobody chose them.
constexpr auto kCdioDefaults = std::to_array<std::pair<std::string_view, std::string_view>>(
    {{"conditions_match_logic", "ALL"},
     {"fetch_backend", "system"},
     {"llm_change_summary_mode", "replace"},
     {"method", "GET"},
     {"notification_format", "System default"},
     {"processor", "text_json_diff"}});
constexpr auto kCdioTrueDefaults = std::to_array<std::string_view>(
    {"filter_failure_notification_send", "filter_text_added", "filter_text_removed",
     "filter_text_replaced", "follow_price_changes", "in_stock_only", "llm_backend_profile",
     "time_between_check_use_default"});

template <std::size_t N>
bool is_in(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

}  // namespace

bool is_cdio_state(std::string_view field) { return is_in(field, kCdioState); }

bool is_shared_by_tag(std::string_view field) { return is_in(field, kCdioShared); }

bool is_cdio_default(std::string_view field, const ValueTree& value) {
  if (is_blank(value)) return true;
  if (value.is(ValueTree::Kind::boolean)) return is_in(field, kCdioTrueDefaults);
  if (field == "time_between_check") return cdio_seconds(value) == 0;
  if (field == "time_schedule_limit") {
    const ValueTree* const enabled = value.member("enabled");
    return !enabled || !enabled->claim;
  }
  return std::ranges::any_of(kCdioDefaults, [&](const auto& known) {
    return known.first == field && known.second == value.text;
  });
}

std::optional<std::vector<std::string>> cdio_texts(const ValueTree& value) {
  std::vector<std::string> texts;
  if (is_blank(value)) return texts;
  if (!value.is(ValueTree::Kind::list)) return std::nullopt;
  for (const ValueTree& item : value.items) {
    if (!item.is(ValueTree::Kind::text)) return std::nullopt;
    const std::string_view text = trim_ascii_whitespace(item.text);
    if (!text.empty()) texts.emplace_back(text);
  }
  return texts;
}

std::vector<std::string> cdio_channels(const ValueTree& urls, ChannelBook& channels) {
  std::vector<std::string> names;
  for (const std::string& url : cdio_texts(urls).value_or(std::vector<std::string>{})) {
    const std::string& name = channels.name_of(url);
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

const std::string& ChannelBook::name_of(const std::string& apprise_url) {
  const auto [known, is_new] = names_.try_emplace(apprise_url);
  if (!is_new) return known->second;
  constexpr std::size_t kSchemeMax = 20;
  std::string scheme = apprise_url.substr(0, std::min(apprise_url.find(':'), kSchemeMax));
  if (scheme.empty() || !std::ranges::all_of(scheme, is_ascii_alnum)) scheme = "channel";
  known->second = scheme + '-' + std::to_string(++numbers_[scheme]);
  channels_.push_back({known->second, apprise_url});
  return known->second;
}

const ValueTree& CdioWatch::member(std::string_view name) const {
  static const ValueTree kAbsent;
  const ValueTree* const found = tree.member(name);
  return found ? *found : kAbsent;
}

}  // namespace freshet
