#include "cli/channel_input.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "cli/archive_access.h"
#include "cli/input.h"

namespace freshet {
namespace {

constexpr std::size_t kFieldFileBytesMax = std::size_t{64} << 10;

Result<std::string> value_in(const std::string& word) {
  if (!word.starts_with('@')) return word;
  auto text = read_file(word.substr(1), kFieldFileBytesMax);
  if (!text) return text;
  return std::string(trim_ascii_whitespace(*text));
}

}  // namespace

std::vector<Option> channel_options() {
  return {{"--name", "NAME", "Name of the channel"},
          {"--kind", "KIND", "Kind of a new channel"},
          {"--address", "URL",
           "Address of a new channel: as the service shows it, or as apprise writes it"},
          {"--field", "NAME=VALUE", "Set a field; VALUE may be @FILE", true},
          kPersonOption,
          {"--json", "", "Print JSON, as the API answers it"}};
}

std::expected<ChannelInput, Failure> channel_input_of(const Session& session) {
  const Arguments& arguments = session.arguments;
  ChannelInput input{.name = arguments.value("--name").value_or(""),
                     .kind = arguments.value("--kind").value_or("")};
  if (const auto& address = arguments.value("--address")) {
    auto value = value_in(*address);
    if (!value) return could_not(value.error());
    input.address = *std::move(value);
  }
  for (const std::string& field : arguments.values("--field")) {
    const std::size_t equals = field.find('=');
    if (equals == std::string::npos || equals == 0)
      return wrong_usage("--field must be NAME=VALUE or NAME=@FILE");
    auto value = value_in(field.substr(equals + 1));
    if (!value) return could_not(value.error());
    input.fields[field.substr(0, equals)] = *std::move(value);
  }
  return input;
}

Result<ChannelId> channel_of(OpenRegistry& open, const std::string& word) {
  if (!word.empty() && std::ranges::all_of(word, is_ascii_digit))
    if (const auto id = id_of("the channel", word)) return *id;
  return channel_named(*open.registry, open.who, word);
}

}  // namespace freshet
