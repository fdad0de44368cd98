#include "notify/channel_reference.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>

#include "notify/channel.h"
#include "notify/notice.h"

namespace freshet {
namespace {

std::string in_cell(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '|') out += '\\';
    out += c;
  }
  return out;
}

std::string_view entry_words(const ChannelField& field) {
  if (field.is_required) return field.is_secret ? "required, secret" : "required";
  return field.is_secret ? "secret" : "";
}

std::string values_of(const ChannelField& field) {
  std::string values(field.choices);
  std::ranges::replace(values, ' ', '/');
  return values.empty() ? "" : fmt::format(" ({})", values);
}

void append_fields(std::string& out, std::span<const ChannelField> fields) {
  out += "| field | meaning | default | |\n|---|---|---|---|\n";
  for (const ChannelField& field : fields)
    fmt::format_to(std::back_inserter(out), "| `{}` | {}{} | {} | {} |\n", field.name,
                   in_cell(field.meaning), values_of(field),
                   field.fallback.empty() ? "" : fmt::format("`{}`", field.fallback),
                   entry_words(field));
  out += '\n';
}

constexpr std::string_view kChannelsBegin =
    R"(<!-- Written by notify_test (see CONTRIBUTING.md) from the declarations in src/notify. Change those. -->

# Channels

A channel is a place to which messages go. Secrets are kept apart from settings and never shown again. A line of apprise
(`tgram://token/chat`) or the address that a service shows can be entered in place of the fields.

)";

constexpr std::string_view kTemplatesBegin = R"(# Templates

Title and text of messages can be written with a template.

| in the template | in the message |
|---|---|
| `{{name}}` | the value |
| `{{#name}}...{{/name}}` | for a list: its inside for each item; for a value: its inside if there is one |
| `{{^name}}...{{/name}}` | its inside if the list or value is empty |
| `{{! a remark }}` | nothing |

A wrong template is refused with line and column. Values are put in as text: neither they nor the template can become markup.

| name | value |
|---|---|
)";

}  // namespace

std::string channels_markdown() {
  std::string out(kChannelsBegin);
  for (const ChannelKind kind : channel_kinds()) {
    fmt::format_to(std::back_inserter(out), "## {}\n\nKind `{}`.\n\n", channel_kind_title(kind),
                   channel_kind_name(kind));
    append_fields(out, channel_fields(kind));
  }
  out += "## All kinds\n\n";
  append_fields(out, common_channel_fields());
  out += kTemplatesBegin;
  for (const TemplateName& name : notice_template_names()) {
    const std::string_view form = name.is_list ? ", a list" : "";
    const std::string inside =
        name.list.empty() ? "" : fmt::format(", within `{{{{#{}}}}}`", name.list);
    fmt::format_to(std::back_inserter(out), "| `{}` | {}{}{} |\n", name.name, in_cell(name.meaning),
                   form, inside);
  }
  return out;
}

}  // namespace freshet
