// A place to which messages go: a kind, a name that people gave it, settings, and secrets, which
// are kept apart and never shown again.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/error.h"

namespace freshet {

enum class ChannelKind : std::uint8_t {
  email,
  webhook,  // by the Standard Webhooks scheme
  slack,
  discord,
  mattermost,
  teams,
  ntfy,
  gotify,
  telegram,
  matrix,
  pushover,
  json,  // title and message, as apprise posts them
  hook,  // a command on this machine
};

std::span<const ChannelKind> channel_kinds();
std::string_view channel_kind_name(ChannelKind kind);   // "email"
std::string_view channel_kind_title(ChannelKind kind);  // "E-mail", for people
std::optional<ChannelKind> parse_channel_kind(std::string_view name);

// The form of a field's value; validate() checks it.
enum class FieldForm : std::uint8_t {
  text,    // one line
  number,  // a whole number from `least` to `most`
  choice,  // one of `choices`
  web_address,
  mail_address,
  mail_addresses,  // with commas between them
  header_lines,    // "Name: value", one a line
  signing_keys,    // "whsec_..." or "whsk_...", with spaces between them
  template_text,   // see template.h
  command_line,    // words; quotes keep spaces together; no shell reads it
};

// One field of a kind. Help, the API and the dashboard are made from these.
struct ChannelField {
  std::string_view name;
  std::string_view meaning;  // a noun phrase
  FieldForm form = FieldForm::text;
  bool is_required = false;
  bool is_secret = false;
  std::string_view fallback = {};  // if it is not set
  std::string_view choices = {};   // with spaces between them
  int least = 0;
  int most = 0;
};

// The fields of a kind, then those that all channels have.
std::span<const ChannelField> channel_fields(ChannelKind kind);
std::span<const ChannelField> common_channel_fields();
const ChannelField* find_channel_field(ChannelKind kind, std::string_view name);

struct ChannelConfig {
  ChannelKind kind = ChannelKind::webhook;
  std::string name = {};
  std::map<std::string, std::string> settings = {};
  std::map<std::string, std::string> secrets = {};

  bool operator==(const ChannelConfig&) const = default;
};

inline constexpr std::size_t kChannelFieldBytesMax = 16 << 10;

// A field that is wrong, and why: the rest of a sentence that begins with the field.
struct FieldTrouble {
  std::string field;
  std::string words;
};

// Returns the first trouble of a channel; none if it is valid.
std::optional<FieldTrouble> find_trouble(const ChannelConfig& config);

// Returns an error with the channel, the field, and what to enter.
Status validate(const ChannelConfig& config);

// Puts a value where its field belongs: among settings or secrets.
void set_channel_field(ChannelConfig& config, std::string_view name, std::string value);

// Returns the value of a field that the kind has, or what holds if it is not set.
std::string channel_value(const ChannelConfig& config, std::string_view name);

// Returns where a channel leads, for lists and logs, without anything secret: "ann@example.org",
// "hooks.slack.com", "water at ntfy.sh".
std::string channel_target(const ChannelConfig& config);

// Returns the number of a field of form number. The config is valid.
int channel_number(const ChannelConfig& config, std::string_view name);

}  // namespace freshet
