// The fields of each kind of channel.
#include <algorithm>
#include <array>

#include "base/check.h"
#include "notify/channel.h"

namespace freshet {
namespace {

using enum FieldForm;

constexpr ChannelField kEmailFields[] = {
    {"to", "the addresses that get the mail", mail_addresses, true},
    {"from", "the address that it comes from", mail_address, true},
    {"from_name", "the name beside that address", text, false, false, "freshet"},
    {"server", "the mail server, like smtp.example or smtp.example:587", text, true},
    {"security", "the encryption; the usual ports are 587, 465 and 25", choice, false, false,
     "starttls", "starttls tls none"},
    {"user", "the user name at the mail server"},
    {"password", "the password at the mail server", text, false, true},
};

constexpr ChannelField kWebhookFields[] = {
    {"url", "the address that gets the messages", web_address, true, true},
    {"secret", "the keys of the signature, the newest first: whsec_... or, for ed25519, whsk_...",
     signing_keys, false, true},
    {"headers", "further header lines", header_lines, false, true},
};

constexpr ChannelField kSlackFields[] = {
    {"url", "the address of the incoming webhook", web_address, true, true},
};

constexpr ChannelField kDiscordFields[] = {
    {"url", "the address of the webhook", web_address, true, true},
    {"username", "the name of the sender", text, false, false, "freshet"},
};

constexpr ChannelField kMattermostFields[] = {
    {"url", "the address of the incoming webhook", web_address, true, true},
    {"username", "the name of the sender", text, false, false, "freshet"},
    {"channel", "the channel, if it is not that of the webhook"},
};

constexpr ChannelField kTeamsFields[] = {
    {"url", "the address of the workflow \"When a Teams webhook request is received\"", web_address,
     true, true},
};

constexpr ChannelField kNtfyFields[] = {
    {"server", "the address of the server", web_address, false, false, "https://ntfy.sh"},
    {"topic", "the topic; on a public server whoever knows it can read along", text, true},
    {"token", "the access token", text, false, true},
    {"user", "the user name, if there is no token"},
    {"password", "the password of that user", text, false, true},
    {"priority", "the priority, 1 to 5", number, false, false, "3", "", 1, 5},
};

constexpr ChannelField kGotifyFields[] = {
    {"server", "the address of the server", web_address, true},
    {"token", "the token of the application", text, true, true},
    {"priority", "the priority, 0 to 10", number, false, false, "5", "", 0, 10},
};

constexpr ChannelField kTelegramFields[] = {
    {"token", "the token of the bot, like 123456:ABC-DEF", text, true, true},
    {"chat", "the number of the chat, or @name of a public channel", text, true},
    {"thread", "the number of the topic in a forum", number, false, false, "0", "", 0,
     2'000'000'000},
    {"silent", "messages come without a sound", choice, false, false, "no", "no yes"},
    {"server", "the address of the Bot API", web_address, false, false, "https://api.telegram.org"},
};

constexpr ChannelField kMatrixFields[] = {
    {"server", "the address of the homeserver", web_address, true},
    {"room", "the id of the room, like !abc:example.org; the sender has joined it", text, true},
    {"token", "the access token of the sender", text, true, true},
};

constexpr ChannelField kPushoverFields[] = {
    {"user", "the key of the user or group", text, true, true},
    {"token", "the token of the application", text, true, true},
    {"device", "the device, if not all"},
    {"priority", "the priority, -2 to 1", number, false, false, "0", "", -2, 1},
    {"server", "the address of the API", web_address, false, false, "https://api.pushover.net"},
};

constexpr ChannelField kJsonFields[] = {
    {"url", "the address that gets the messages", web_address, true, true},
    {"method", "the method of the request", choice, false, false, "POST", "POST PUT PATCH"},
    {"headers", "further header lines", header_lines, false, true},
    {"user", "the user name of basic authentication"},
    {"password", "the password of that user", text, false, true},
};

constexpr ChannelField kHookFields[] = {
    {"command", "the program with its path, and its arguments; it gets JSON on standard input",
     command_line, true},
    {"time_limit", "the seconds after which the program is stopped", number, false, false, "30", "",
     1, 600},
};

constexpr ChannelField kCommonFields[] = {
    {"title_template", "a template of the title, in place of ours", template_text},
    {"body_template", "a template of the text, in place of ours", template_text},
    {"digest", "messages are gathered: none, hourly, daily or weekly", choice, false, false, "none",
     "none hourly daily weekly"},
    {"digest_hour", "the hour of a daily or weekly digest, in UTC", number, false, false, "7", "",
     0, 23},
    {"digest_day", "the day of a weekly digest", choice, false, false, "monday",
     "monday tuesday wednesday thursday friday saturday sunday"},
    {"per_minute", "the most messages in a minute; more are told as one", number, false, false, "5",
     "", 1, 60},
};

struct KindRow {
  ChannelKind kind;
  std::string_view name;
  std::string_view title;
  std::span<const ChannelField> fields;
};

constexpr std::array kKindRows = {
    KindRow{ChannelKind::email, "email", "E-mail", kEmailFields},
    KindRow{ChannelKind::webhook, "webhook", "Webhook", kWebhookFields},
    KindRow{ChannelKind::slack, "slack", "Slack", kSlackFields},
    KindRow{ChannelKind::discord, "discord", "Discord", kDiscordFields},
    KindRow{ChannelKind::mattermost, "mattermost", "Mattermost", kMattermostFields},
    KindRow{ChannelKind::teams, "teams", "Teams", kTeamsFields},
    KindRow{ChannelKind::ntfy, "ntfy", "ntfy", kNtfyFields},
    KindRow{ChannelKind::gotify, "gotify", "Gotify", kGotifyFields},
    KindRow{ChannelKind::telegram, "telegram", "Telegram", kTelegramFields},
    KindRow{ChannelKind::matrix, "matrix", "Matrix", kMatrixFields},
    KindRow{ChannelKind::pushover, "pushover", "Pushover", kPushoverFields},
    KindRow{ChannelKind::json, "json", "JSON address", kJsonFields},
    KindRow{ChannelKind::hook, "hook", "Command", kHookFields},
};

constexpr auto kKinds = [] {
  std::array<ChannelKind, kKindRows.size()> kinds{};
  for (std::size_t i = 0; i < kinds.size(); ++i) kinds[i] = kKindRows[i].kind;
  return kinds;
}();

const KindRow& row_of(ChannelKind kind) {
  const auto* const found = std::ranges::find(kKindRows, kind, &KindRow::kind);
  require(found != kKindRows.end(), "a kind of channel has a row");
  return *found;
}

}  // namespace

std::span<const ChannelKind> channel_kinds() { return kKinds; }
std::string_view channel_kind_name(ChannelKind kind) { return row_of(kind).name; }
std::string_view channel_kind_title(ChannelKind kind) { return row_of(kind).title; }

std::optional<ChannelKind> parse_channel_kind(std::string_view name) {
  const auto* const found = std::ranges::find(kKindRows, name, &KindRow::name);
  if (found == kKindRows.end()) return std::nullopt;
  return found->kind;
}

std::span<const ChannelField> channel_fields(ChannelKind kind) { return row_of(kind).fields; }
std::span<const ChannelField> common_channel_fields() { return kCommonFields; }

const ChannelField* find_channel_field(ChannelKind kind, std::string_view name) {
  for (const auto fields : {channel_fields(kind), common_channel_fields()})
    for (const ChannelField& field : fields)
      if (field.name == name) return &field;
  return nullptr;
}

}  // namespace freshet
