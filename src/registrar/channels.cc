#include "registrar/channels.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>

#include "base/escape.h"
#include "base/json.h"
#include "notify/apprise_url.h"
#include "notify/compose.h"
#include "notify/stored_channel.h"
#include "registrar/json_parts.h"
#include "registrar/owners.h"

namespace freshet {
namespace {

// Fields that say who receives what is secret.
constexpr std::array<std::string_view, 4> kReceiverFields = {"server", "url", "room", "security"};

Result<Channel> channel_in_reach(Registry& registry, const Member& who, ChannelId id) {
  auto row = registry.channels().find(id);
  if (!row) return std::unexpected(row.error());
  if (!*row || !who.reaches((*row)->owner))
    return std::unexpected(Error{Errc::not_found, fmt::format("there is no channel {}", id)});
  return **std::move(row);
}

Result<ChannelConfig> stored_config(Registry& registry, const Channel& row) {
  const auto secrets = registry.channels().secrets(row.id);
  if (!secrets) return std::unexpected(secrets.error());
  return read_channel(row.kind, row.name, row.settings, secrets->value_or("{}"));
}

Result<ChannelView> view_of(Registry& registry, Channel row, const OwnerNames& names) {
  ChannelView view{.row = std::move(row), .config = {}};
  view.owner = names.name(view.row.owner);
  auto config = stored_config(registry, view.row);
  if (!config) return std::unexpected(config.error());
  view.target = channel_target(*config);
  for (auto& [name, secret] : config->secrets) secret.clear();
  view.config = *std::move(config);
  return view;
}

// Returns the configuration that the input asks for, without its name.
Reply<ChannelConfig> new_config(const ChannelInput& input) {
  if (!input.address.empty()) {
    auto read = read_apprise_url(input.address);
    if (!read) return refuse(FieldProblem{"address", read.error().message});
    if (!input.kind.empty() && input.kind != channel_kind_name(read->kind))
      return refuse(FieldProblem{
          "kind", fmt::format("the address is one of {}", channel_kind_name(read->kind))});
    return *std::move(read);
  }
  const auto kind = parse_channel_kind(input.kind);
  if (kind) return ChannelConfig{.kind = *kind};
  std::string known;
  for (const ChannelKind each : channel_kinds())
    known.append(known.empty() ? "" : ", ").append(channel_kind_name(each));
  return refuse(FieldProblem{
      "kind", fmt::format("expected one of {}, not \"{}\"", known, visible(input.kind))});
}

// Sets the fields, and checks the whole.
std::optional<Refusal> fill(ChannelConfig& config, const ChannelInput& input) {
  for (const auto& [name, value] : input.fields) {
    set_channel_field(config, name, value);
    if (value.empty()) {
      config.settings.erase(name);
      config.secrets.erase(name);
    }
  }
  const auto trouble = find_trouble(config);
  if (!trouble) return std::nullopt;
  return Refusal::of(
      {fmt::format("fields.{}", trouble->field), fmt::format("this field {}", trouble->words)});
}

// A command runs with the rights of this program.
std::optional<Refusal> refuse_command(const Member& who, const ChannelConfig& config) {
  if (config.kind != ChannelKind::hook || who.runs_commands) return std::nullopt;
  return Refusal{{Errc::denied,
                  "a channel that runs a command is made and changed on the machine itself: use "
                  "freshet channel add"},
                 "kind"};
}

// Deletes the secrets that were for another receiver, unless they are given anew.
void drop_foreign_secrets(ChannelConfig& config, const ChannelConfig& before,
                          const ChannelInput& input) {
  const bool is_other = std::ranges::any_of(kReceiverFields, [&](std::string_view name) {
    return find_channel_field(config.kind, name) != nullptr &&
           channel_value(config, name) != channel_value(before, name);
  });
  if (!is_other) return;
  std::erase_if(config.secrets,
                [&](const auto& secret) { return !input.fields.contains(secret.first); });
}

Reply<ChannelView> shown(Registry& registry, const Member& who, ChannelId id) {
  auto view = show_channel(registry, who, id);
  if (!view) return refuse(view.error());
  return *std::move(view);
}

}  // namespace

std::string to_json(const ChannelView& channel) {
  const Channel& row = channel.row;
  JsonWriter json;
  json.begin_object().key("id").value(row.id).key("owner").value(channel.owner);
  json.key("name").value(row.name).key("kind").value(row.kind);
  json.key("target").value(channel.target).key("settings").begin_object();
  for (const auto& [name, value] : channel.config.settings) json.key(name).value(value);
  json.end_object().key("secrets").begin_array();
  for (const auto& [name, secret] : channel.config.secrets) json.value(name);
  json.end_array().key("paused").value(row.is_paused).key("reason").value(row.reason);
  json.key("failures").value(row.failures).key("created").value(iso_time(row.created));
  return json.end_object().take();
}

Reply<ChannelInput> read_channel_input(std::string_view text) {
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return refuse(FieldProblem{"", "must be a JSON object"});
  ChannelInput input;
  for (const auto& [name, value] : json.items()) {
    std::string* const member = name == "name"      ? &input.name
                                : name == "kind"    ? &input.kind
                                : name == "address" ? &input.address
                                                    : nullptr;
    if (member != nullptr) {
      if (!value.is_string()) return refuse(FieldProblem{name, "must be a text"});
      *member = value.get<std::string>();
    } else if (name != "fields") {
      return refuse(FieldProblem{visible(name), "there is no such member"});
    } else if (!value.is_object()) {
      return refuse(FieldProblem{name, "must be an object of texts"});
    } else {
      for (const auto& [field, content] : value.items()) {
        if (!content.is_string())
          return refuse(FieldProblem{fmt::format("fields.{}", visible(field)), "must be a text"});
        input.fields[field] = content.get<std::string>();
      }
    }
  }
  return input;
}

Result<Listed<ChannelView>> list_channels(Registry& registry, const Member& who,
                                          std::string_view owner) {
  const auto of = listed_owner(registry, who, owner);
  if (!of) return std::unexpected(of.error());
  auto rows = *of ? registry.channels().list(**of) : registry.channels().list_all();
  if (!rows) return std::unexpected(rows.error());
  const auto names = OwnerNames::read(registry);
  if (!names) return std::unexpected(names.error());
  Listed<ChannelView> list;
  for (Channel& row : *rows) {
    auto view = view_of(registry, std::move(row), *names);
    if (!view) return std::unexpected(view.error());
    list.items.push_back(*std::move(view));
  }
  return list;
}

Result<ChannelView> show_channel(Registry& registry, const Member& who, ChannelId id) {
  auto row = channel_in_reach(registry, who, id);
  if (!row) return std::unexpected(row.error());
  const auto names = OwnerNames::read(registry);
  if (!names) return std::unexpected(names.error());
  return view_of(registry, *std::move(row), *names);
}

Status remove_channel(Registry& registry, const Member& who, ChannelId id) {
  const auto row = channel_in_reach(registry, who, id);
  return row ? registry.channels().remove(id) : std::unexpected(row.error());
}

Result<ChannelView> pause_channel(Registry& registry, const Member& who, ChannelId id,
                                  bool pauses) {
  const auto row = channel_in_reach(registry, who, id);
  if (!row) return std::unexpected(row.error());
  const Status done =
      pauses ? registry.channels().pause(id, "paused by hand") : registry.channels().resume(id);
  if (!done) return std::unexpected(done.error());
  return show_channel(registry, who, id);
}

Reply<ChannelView> add_channel(Registry& registry, const Member& who, const ChannelInput& input) {
  auto config = new_config(input);
  if (!config) return std::unexpected(config.error());
  if (!input.name.empty()) config->name = input.name;
  if (config->name.empty()) return refuse(FieldProblem{"name", "is missing"});
  if (auto refusal = refuse_command(who, *config)) return std::unexpected(*std::move(refusal));
  if (auto refusal = fill(*config, input)) return std::unexpected(*std::move(refusal));
  const auto id = registry.channels().add({.owner = who.person,
                                           .name = config->name,
                                           .kind = std::string(channel_kind_name(config->kind)),
                                           .settings = store_channel_fields(config->settings)},
                                          store_channel_fields(config->secrets), who.now);
  if (!id) return refuse(id.error());
  return shown(registry, who, *id);
}

Reply<ChannelView> edit_channel(Registry& registry, const Member& who, ChannelId id,
                                const ChannelInput& input) {
  auto row = channel_in_reach(registry, who, id);
  if (!row) return refuse(row.error());
  if (!input.kind.empty() && input.kind != row->kind)
    return refuse(FieldProblem{"kind", "the kind of a channel stays; add another channel"});
  const auto before = stored_config(registry, *row);
  if (!before) return refuse(before.error());
  ChannelConfig config = *before;
  if (!input.address.empty()) {
    auto read = new_config({.kind = row->kind, .address = input.address});
    if (!read) return std::unexpected(read.error());
    config = *std::move(read);
  }
  config.name = input.name.empty() ? row->name : input.name;
  if (auto refusal = refuse_command(who, config)) return std::unexpected(*std::move(refusal));
  for (const auto& [name, value] : input.fields) set_channel_field(config, name, value);
  drop_foreign_secrets(config, *before, input);
  if (auto refusal = fill(config, input)) return std::unexpected(*std::move(refusal));
  row->name = config.name;
  row->settings = store_channel_fields(config.settings);
  const Status changed = registry.channels().change(*row, store_channel_fields(config.secrets));
  if (!changed) return refuse(changed.error());
  return shown(registry, who, id);
}

std::string to_json(const ChannelTest& test) {
  JsonWriter json;
  json.begin_object().key("sent").value(test.is_sent).key("sentence").value(test.sentence);
  return json.end_object().take();
}

Result<ChannelTest> test_channel(Registry& registry, const Member& who, ChannelId id,
                                 const SenderOptions& options) {
  const auto row = channel_in_reach(registry, who, id);
  if (!row) return std::unexpected(row.error());
  const auto config = stored_config(registry, *row);
  if (!config) return std::unexpected(config.error());
  const Notification notification =
      single_notification(fmt::format("test-{}-{}", id, who.now.time_since_epoch().count()),
                          {.id = "test", .kind = MessageKind::channel_test, .at = who.now});
  const SendAnswer answer = send(compose(*config, notification), options, who.now);
  const Outcome outcome = judge_answer(config->kind, answer, who.now);
  return ChannelTest{.is_sent = outcome.verdict == SendVerdict::sent, .sentence = outcome.sentence};
}

std::string channel_kinds_json() {
  JsonWriter json;
  json.begin_object().key("items").begin_array();
  for (const ChannelKind kind : channel_kinds()) {
    json.begin_object().key("kind").value(channel_kind_name(kind));
    json.key("title").value(channel_kind_title(kind)).key("fields").begin_array();
    for (const auto& fields : {channel_fields(kind), common_channel_fields()})
      for (const ChannelField& field : fields) {
        json.begin_object().key("name").value(field.name).key("meaning").value(field.meaning);
        json.key("required").value(field.is_required).key("secret").value(field.is_secret);
        json.key("fallback").value(field.fallback).key("choices").value(field.choices);
        json.end_object();
      }
    json.end_array().end_object();
  }
  return json.end_array().key("next").null().end_object().take();
}

Result<ChannelId> channel_named(Registry& registry, const Member& who, std::string_view name) {
  const auto rows =
      who.is_admin ? registry.channels().list_all() : registry.channels().list(who.person);
  if (!rows) return std::unexpected(rows.error());
  for (const bool mine : {true, false})
    for (const Channel& row : *rows)
      if (row.name == name && (row.owner == who.person) == mine) return row.id;
  return std::unexpected(
      Error{Errc::not_found, fmt::format("there is no channel \"{}\"", visible(name))});
}

}  // namespace freshet
