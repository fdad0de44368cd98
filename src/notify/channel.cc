#include "notify/channel.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <vector>

#include "base/ascii.h"
#include "base/check.h"
#include "base/escape.h"
#include "base/nearest.h"
#include "base/split.h"
#include "notify/command_words.h"
#include "notify/header_line.h"
#include "notify/mail_address.h"
#include "notify/notice.h"
#include "notify/server_address.h"
#include "notify/template.h"
#include "notify/webhook_signature.h"
#include "url/url.h"

namespace freshet {
namespace {

// Returns the trouble, as the rest of a sentence; empty: there is none.
using Trouble = std::string;

bool has_control(std::string_view text) {
  return std::ranges::any_of(
      text, [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; });
}

std::optional<int> whole_number(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

Trouble number_trouble(const ChannelField& field, std::string_view value) {
  const auto number = whole_number(value);
  if (number && *number >= field.least && *number <= field.most) return "";
  return fmt::format("is not a whole number from {} to {}", field.least, field.most);
}

Trouble web_address_trouble(const ChannelField& field, std::string_view value) {
  const auto url = Url::parse(value);
  if (!url || !url->is_http() || url->hostname().empty())
    return "is no web address; it begins with https:// or http://";
  const bool has_login = !url->username().empty() || !url->password().empty();
  if (has_login && !field.is_secret)
    return "has a user name or password, which everybody would see; leave it out";
  return "";
}

Trouble addresses_trouble(std::string_view value) {
  const auto addresses = split_at(',', value);
  if (addresses.size() > kMailAddressesMax)
    return fmt::format("has more than {} addresses", kMailAddressesMax);
  for (const std::string_view address : addresses)
    if (!is_mail_address(trim_ascii_whitespace(address)))
      return fmt::format("has \"{}\", which is no mail address; write name@example.org",
                         visible(trim_ascii_whitespace(address)));
  return "";
}

Trouble header_trouble(std::string_view value) {
  int line_number = 0;
  for (const std::string_view line : split_at('\n', value)) {
    ++line_number;
    const std::string_view shown = trim_ascii_whitespace(line);
    if (shown.empty()) continue;
    if (!parse_header_line(shown))
      return fmt::format(
          "is wrong in line {}; write \"Name: value\", without names that we set "
          "ourselves",
          line_number);
  }
  return "";
}

Trouble template_trouble(std::string_view value) {
  const auto parsed = Template::parse(value, notice_template_names());
  return parsed ? "" : "is wrong in " + parsed.error().message;
}

Trouble command_trouble(std::string_view value) {
  const auto words = split_command(value);
  if (!words) return "is wrong: " + words.error().message;
  return words->front().starts_with('/') ? ""
                                         : "begins with no path; write it like /usr/bin/program";
}

Trouble keys_trouble(std::string_view value) {
  const auto keys = parse_signing_keys(value);
  return keys ? "" : "is wrong: " + keys.error().message;
}

Trouble choice_trouble(const ChannelField& field, std::string_view value) {
  const auto choices = split_at(' ', field.choices);
  if (std::ranges::find(choices, value) != choices.end()) return "";
  return fmt::format("is none of: {}", fmt::join(choices, ", "));
}

Trouble form_trouble(const ChannelField& field, std::string_view value) {
  const bool has_lines =
      field.form == FieldForm::template_text || field.form == FieldForm::header_lines;
  if (!has_lines && has_control(value)) return "has a control character; remove it";
  switch (field.form) {
    case FieldForm::text:
      return "";
    case FieldForm::number:
      return number_trouble(field, value);
    case FieldForm::choice:
      return choice_trouble(field, value);
    case FieldForm::web_address:
      return web_address_trouble(field, value);
    case FieldForm::mail_address:
      return is_mail_address(value) ? "" : "is no mail address; write name@example.org";
    case FieldForm::mail_addresses:
      return addresses_trouble(value);
    case FieldForm::header_lines:
      return header_trouble(value);
    case FieldForm::signing_keys:
      return keys_trouble(value);
    case FieldForm::template_text:
      return template_trouble(value);
    case FieldForm::command_line:
      return command_trouble(value);
  }
  return "";
}

// Rules of one kind beyond the forms of its fields.
Trouble kind_trouble(const ChannelConfig& config, const ChannelField& field,
                     std::string_view value) {
  if (config.kind == ChannelKind::matrix && field.name == "room" && !value.starts_with('!'))
    return "is not the id of a room; the settings of the room show it, it begins with \"!\"";
  if (config.kind == ChannelKind::email && field.name == "server" && !parse_server_address(value))
    return "is no server; write smtp.example or smtp.example:587";
  constexpr std::size_t kTopicBytesMax = 64;
  const auto is_topic = [](char c) { return is_ascii_alnum(c) || c == '-' || c == '_'; };
  if (config.kind == ChannelKind::ntfy && field.name == "topic" &&
      (value.size() > kTopicBytesMax || !std::ranges::all_of(value, is_topic)))
    return "is no topic; use at most 64 letters, digits, \"-\" and \"_\"";
  const auto is_token = [](char c) {
    return is_ascii_alnum(c) || c == '-' || c == '_' || c == ':';
  };
  if (config.kind == ChannelKind::telegram && field.name == "token" &&
      !std::ranges::all_of(value, is_token))
    return "is no token of a bot; BotFather shows it, like 123456:ABC-DEF";
  return "";
}

std::optional<FieldTrouble> trouble_of_values(const ChannelConfig& config,
                                              const std::map<std::string, std::string>& values,
                                              bool are_secrets) {
  for (const auto& [name, value] : values) {
    const ChannelField* const field = find_channel_field(config.kind, name);
    if (field == nullptr) {
      std::vector<std::string> known;
      for (const ChannelField& each : channel_fields(config.kind)) known.emplace_back(each.name);
      for (const ChannelField& each : common_channel_fields()) known.emplace_back(each.name);
      return FieldTrouble{name, fmt::format("is unknown for {}{}", channel_kind_title(config.kind),
                                            did_you_mean(name, known))};
    }
    if (field->is_secret != are_secrets)
      return FieldTrouble{name, are_secrets ? "is no secret; enter it among the settings"
                                            : "is a secret; enter it among the secrets"};
    if (value.size() > kChannelFieldBytesMax)
      return FieldTrouble{name, fmt::format("is longer than {} bytes", kChannelFieldBytesMax)};
    if (value.empty()) continue;
    Trouble trouble = form_trouble(*field, value);
    if (trouble.empty()) trouble = kind_trouble(config, *field, value);
    if (!trouble.empty()) return FieldTrouble{name, std::move(trouble)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<FieldTrouble> find_trouble(const ChannelConfig& config) {
  if (auto trouble = trouble_of_values(config, config.settings, false)) return trouble;
  if (auto trouble = trouble_of_values(config, config.secrets, true)) return trouble;
  for (const ChannelField& field : channel_fields(config.kind))
    if (field.is_required && channel_value(config, field.name).empty())
      return FieldTrouble{std::string(field.name),
                          fmt::format("is missing; enter {}", field.meaning)};
  return std::nullopt;
}

Status validate(const ChannelConfig& config) {
  const auto trouble = find_trouble(config);
  if (!trouble) return {};
  return std::unexpected(
      Error{Errc::invalid, fmt::format("channel \"{}\": the field {} {}", visible(config.name),
                                       visible(trouble->field), trouble->words)});
}

void set_channel_field(ChannelConfig& config, std::string_view name, std::string value) {
  const ChannelField* const field = find_channel_field(config.kind, name);
  auto& values = field != nullptr && field->is_secret ? config.secrets : config.settings;
  values[std::string(name)] = std::move(value);
}

std::string channel_value(const ChannelConfig& config, std::string_view name) {
  const ChannelField* const field = find_channel_field(config.kind, name);
  require(field != nullptr, "the kind has this field");
  const auto& values = field->is_secret ? config.secrets : config.settings;
  const auto found = values.find(std::string(name));
  return found == values.end() || found->second.empty() ? std::string(field->fallback)
                                                        : found->second;
}

std::string channel_target(const ChannelConfig& config) {
  const auto host_of = [&](std::string_view field) {
    const auto url = Url::parse(channel_value(config, field));
    return url ? std::string(url->hostname()) : std::string("?");
  };
  switch (config.kind) {
    case ChannelKind::email:
      return channel_value(config, "to");
    case ChannelKind::ntfy:
      return fmt::format("{} at {}", channel_value(config, "topic"), host_of("server"));
    case ChannelKind::gotify:
    case ChannelKind::pushover:
      return host_of("server");
    case ChannelKind::telegram:
      return "chat " + channel_value(config, "chat");
    case ChannelKind::matrix:
      return channel_value(config, "room");
    case ChannelKind::hook: {
      const auto words = split_command(channel_value(config, "command"));
      return words ? words->front() : "?";
    }
    default:
      return host_of("url");
  }
}

int channel_number(const ChannelConfig& config, std::string_view name) {
  const auto number = whole_number(channel_value(config, name));
  require(number.has_value(), "a valid channel has numbers where they belong");
  return *number;
}

}  // namespace freshet
