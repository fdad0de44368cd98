#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/split.h"
#include "watch/cdio_source.h"
#include "watch/import_changedetection.h"
#include "watch/watch_check.h"

namespace freshet {
namespace {

using Source = CdioWatch;
using Field = std::string_view;
using Value = const ValueTree&;

void read_title(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.read_name(field, scalar_text(value));
}

void read_tags(Source& source, Field field, Value value) {
  const auto ids = cdio_texts(value);
  if (!ids) return source.draft.left_out(field, "expected a list of ids");
  auto& tags = source.draft.watch.tags;
  for (const std::string& id : *ids) {
    const auto tag = source.settings.tags.find(id);
    if (tag == source.settings.tags.end())
      source.draft.left_out(field, fmt::format("the tag \"{}\" is not in the files", id));
    else if (std::ranges::find(tags, tag->second.name) == tags.end())
      tags.push_back(tag->second.name);
  }
}

// The form before tags had ids: names with commas.
void read_old_tag(Source& source, Field, Value value) {
  auto& tags = source.draft.watch.tags;
  for (const std::string_view part : split_at(',', value.text)) {
    const std::string name(trim_ascii_whitespace(part));
    if (!name.empty() && std::ranges::find(tags, name) == tags.end()) tags.push_back(name);
  }
}

void read_headers(Source& source, Field field, Value value) {
  if (is_blank(value)) return;
  if (!value.is(ValueTree::Kind::table))
    return source.draft.refuse(field, "expected names with values");
  for (std::size_t i = 0; i < value.items.size(); ++i) {
    const std::string text = scalar_text(value.items[i]);
    if (has_template(text))
      return source.draft.refuse(field, "templates in headers are not supported");
    source.draft.read_header(field, value.names[i], trim_ascii_whitespace(text));
  }
}

void read_method(Source& source, Field, Value value) {
  std::string& method = source.draft.watch.request.method;
  method = scalar_text(value);
  for (char& c : method) c = to_ascii_upper(c);
  if (method.empty()) method = "GET";
}

void read_body(Source& source, Field field, Value value) {
  if (has_template(value.text))
    return source.draft.refuse(field, "templates in the body are not supported");
  source.draft.watch.request.body = value.text;
}

void read_proxy(Source& source, Field field, Value value) {
  if (is_blank(value) ? source.settings.uses_proxy : value.text != "no-proxy")
    source.draft.pause(field, "proxies are not supported, so it would be fetched directly");
}

void read_backend(Source& source, Field field, Value value) {
  const bool is_system = is_blank(value) || value.text == "system";
  if (is_system ? source.settings.uses_browser : value.text != "html_requests")
    source.draft.refuse(field, "fetching with a browser is not supported");
}

void read_browser_steps(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.refuse(field, "steps in a browser are not supported");
}

void read_browser_setting(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.left_out(field, "it belongs to fetching with a browser");
}

void read_status_codes(Source& source, Field, Value value) {
  source.draft.watch.compares_error_pages =
      value.is(ValueTree::Kind::boolean) ? value.claim : source.settings.compares_error_pages;
}

void read_channels(Source& source, Field field, Value value) {
  auto& channels = source.draft.watch.channels;
  channels = cdio_channels(value, source.channels);
  bool has_tag_channels = false;
  for (const auto& [id, tag] : source.settings.tags) {
    const auto& tags = source.draft.watch.tags;
    has_tag_channels =
        has_tag_channels || (tag.has_channels && std::ranges::find(tags, tag.name) != tags.end());
  }
  if (!channels.empty() && has_tag_channels)
    return source.draft.changed(field, "the channels of its tags are told as well");
  if (!channels.empty() || has_tag_channels || source.settings.channels.empty()) return;
  channels = source.settings.channels;
  source.draft.taken(field, "those of the settings");
}

void read_message(Source& source, Field field, Value value) {
  if (!is_cdio_default(field, value))
    source.draft.left_out(field, "templates of messages are not taken over");
}

void read_screenshot(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.left_out(field, "screenshots are not supported");
}

void read_filter_failure(Source& source, Field, Value value) {
  const bool is_off = value.is(ValueTree::Kind::boolean) && !value.claim;
  source.draft.watch.lost_after = is_off ? 0 : source.settings.lost_after;
}

void read_processor(Source& source, Field field, Value value) {
  if (is_blank(value) || value.text == "text_json_diff") return;
  if (value.text == "restock_diff")
    return source.draft.refuse(
        field, "watching price and stock is not supported; watch a part of the page instead");
  source.draft.refuse(field,
                      fmt::format("the kind of comparison \"{}\" is not supported", value.text));
}

void read_restock_setting(Source& source, Field field, Value value) {
  if (!is_cdio_default(field, value))
    source.draft.left_out(field, "it belongs to watching price and stock");
}

void read_trim(Source& source, Field field, Value value) {
  source.draft.watch.trims_lines = value.claim || source.settings.ignores_white_space;
  if (!value.claim && source.settings.ignores_white_space)
    source.draft.taken(field, "the settings ignore white space");
}

void read_strip_ignored(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.changed(field, "ignored lines may be shown around a change");
}

void read_history_length(Source& source, Field field, Value value) {
  if (!is_blank(value)) source.draft.left_out(field, "retention is a setting of the archive");
}

void read_link_to_open(Source& source, Field field, Value value) {
  if (is_blank(value)) return;
  source.draft.watch.note = fmt::format("Link for people: {}", value.text);
  source.draft.changed(field, "the link is in the note");
}

void read_language_model(Source& source, Field field, Value value) {
  if (!is_cdio_default(field, value))
    source.draft.left_out(field, "language models are not supported");
}

void read_look(Source& source, Field field, Value) {
  source.draft.taken(field, "only the look of the list there");
}

void read_nothing(Source&, Field, Value) {}

template <bool WatchSpec::* kMember>
void read_flag(Source& source, Field, Value value) {
  source.draft.watch.*kMember = source.draft.watch.*kMember || value.claim;
}

struct CdioField {
  std::string_view name;
  CdioReader read;
};

constexpr auto kCdioFields = std::to_array<CdioField>(
    {{"url", [](Source& s, Field f, Value v) { s.draft.read_url(f, v.text); }},
     {"title", read_title},
     {"tags", read_tags},
     {"tag", read_old_tag},
     {"paused", read_flag<&WatchSpec::is_paused>},
     {"notification_muted", read_flag<&WatchSpec::is_muted>},
     {"include_filters", read_cdio_parts},
     {"subtractive_selectors", read_cdio_removed},
     {"ignore_text", read_cdio_ignored},
     {"extract_text", read_cdio_extract},
     {"extract_lines_containing", read_cdio_kept},
     {"trigger_text", read_cdio_triggers},
     {"text_should_not_be_present", read_cdio_triggers},
     {"conditions", read_cdio_triggers},
     {"conditions_match_logic", read_nothing},
     {"filter_text_added", read_cdio_side},
     {"filter_text_removed", read_cdio_side},
     {"filter_text_replaced", read_cdio_side},
     {"check_unique_lines", read_flag<&WatchSpec::only_new_lines>},
     {"remove_duplicate_lines", read_flag<&WatchSpec::drops_repeated_lines>},
     {"sort_text_alphabetically", read_flag<&WatchSpec::sorts_lines>},
     {"trim_text_whitespace", read_trim},
     {"strip_ignored_lines", read_strip_ignored},
     {"headers", read_headers},
     {"method", read_method},
     {"body", read_body},
     {"proxy", read_proxy},
     {"fetch_backend", read_backend},
     {"browser_steps", read_browser_steps},
     {"webdriver_delay", read_browser_setting},
     {"webdriver_js_execute_code", read_browser_setting},
     {"ignore_status_codes", read_status_codes},
     {"time_between_check", read_cdio_interval},
     {"time_between_check_use_default", read_nothing},
     {"time_schedule_limit", read_cdio_schedule},
     {"notification_urls", read_channels},
     {"notification_title", read_message},
     {"notification_body", read_message},
     {"notification_format", read_message},
     {"notification_screenshot", read_screenshot},
     {"filter_failure_notification_send", read_filter_failure},
     {"processor", read_processor},
     {"in_stock_only", read_restock_setting},
     {"follow_price_changes", read_restock_setting},
     {"price_change_threshold_percent", read_restock_setting},
     {"restock_settings", read_restock_setting},
     {"track_ldjson_price_data", read_restock_setting},
     {"history_snapshot_max_length", read_history_length},
     {"link_to_open", read_link_to_open},
     {"use_page_title_in_list", read_look},
     {"llm_backend_profile", read_language_model},
     {"llm_change_summary", read_language_model},
     {"llm_change_summary_mode", read_language_model},
     {"llm_intent", read_language_model}});

// Adds the lists of the settings and of the tags to those of the watch.
void add_shared_lists(CdioWatch& source) {
  const auto add = [&](std::string_view field, const ValueTree& more, const std::string& whose) {
    if (!more.is(ValueTree::Kind::list) || more.items.empty()) return;
    if (!source.tree.member(field)) source.tree.add(field, ValueTree::list());
    for (std::size_t i = 0; i < source.tree.names.size(); ++i) {
      ValueTree& own = source.tree.items[i];
      if (source.tree.names[i] != field) continue;
      if (is_blank(own)) own = ValueTree::list();
      // No watch has more patterns, and each would get a copy of a list that has.
      if (own.items.size() + more.items.size() > WatchLimits::kPatterns)
        return source.draft.refuse(
            field, fmt::format("more than {} with those of {}", WatchLimits::kPatterns, whose));
      own.items.insert(own.items.end(), more.items.begin(), more.items.end());
    }
    source.draft.taken(field, fmt::format("with those of {}", whose));
  };
  add("ignore_text", source.settings.ignored, "the settings");
  add("subtractive_selectors", source.settings.removed_parts, "the settings");
  for (const std::string& id :
       cdio_texts(source.member("tags")).value_or(std::vector<std::string>{})) {
    const auto tag = source.settings.tags.find(id);
    if (tag == source.settings.tags.end()) continue;
    const ValueTree& tree = tag->second.tree;
    for (std::size_t i = 0; i < tree.names.size(); ++i) {
      if (is_shared_by_tag(tree.names[i]))
        add(tree.names[i], tree.items[i], fmt::format("the tag \"{}\"", tag->second.name));
    }
  }
}

void read_field(CdioWatch& source, std::string_view field, const ValueTree& value) {
  if (is_cdio_state(field)) return source.draft.state(field);
  const auto known = std::ranges::find(kCdioFields, field, &CdioField::name);
  if (known != kCdioFields.end())
    known->read(source, field, value);
  else if (!is_blank(value))
    source.draft.left_out(field, "this field is not known to the import");
  if (!source.draft.has_note(field)) source.draft.taken(field);
}

}  // namespace

ImportedWatch read_cdio_watch(std::string_view id, ValueTree tree, const CdioSettings& settings,
                              ChannelBook& channels) {
  ImportDraft draft(id);
  CdioWatch source{settings, std::move(tree), draft, channels};
  if (!source.tree.is(ValueTree::Kind::table)) {
    draft.refuse("", "expected a table");
    return draft.finish();
  }
  if (source.tree.items.size() > kImportedFieldsMax) {
    draft.refuse("", fmt::format("more than {} fields", kImportedFieldsMax));
    return draft.finish();
  }
  draft.watch.is_paused = settings.is_paused;
  draft.watch.is_muted = settings.is_muted;
  draft.watch.compares_error_pages = settings.compares_error_pages;
  draft.watch.lost_after = settings.lost_after;
  add_shared_lists(source);
  if (!source.tree.member("url")) draft.refuse("url", "the URL is missing");
  // Tags first: the channels depend on them.
  for (const std::string_view first : {"tags", "tag"})
    if (source.tree.member(first)) read_field(source, first, source.member(first));
  for (std::size_t i = 0; i < source.tree.names.size(); ++i) {
    const std::string& name = source.tree.names[i];
    if (name != "tags" && name != "tag") read_field(source, name, source.tree.items[i]);
  }
  return draft.finish();
}

}  // namespace freshet
