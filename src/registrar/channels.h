// Use cases of channels: add, list, edit, remove, send a test message.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "notify/channel.h"
#include "notify/sender.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registrar/refusal.h"
#include "registry/registry.h"

namespace freshet {

struct ChannelView {
  Channel row;
  ChannelConfig config;     // of its secrets the names only
  std::string target = {};  // where it leads, without secrets
  std::string owner = {};   // a name; empty: there are no accounts
};

// Secrets are named, never shown.
std::string to_json(const ChannelView& channel);

// A channel as somebody gives it. `fields` are settings and secrets alike.
struct ChannelInput {
  std::string name = {};
  std::string kind = {};     // or
  std::string address = {};  // of apprise, or the address that the service shows
  std::map<std::string, std::string> fields = {};
};

// Reads {"name", "kind" or "address", "fields": {...}}.
Reply<ChannelInput> read_channel_input(std::string_view json);

Result<Listed<ChannelView>> list_channels(Registry& registry, const Member& who,
                                          std::string_view owner);
// These fail with Errc::not_found if the channel belongs to somebody out of reach.
Result<ChannelView> show_channel(Registry& registry, const Member& who, ChannelId id);
Status remove_channel(Registry& registry, const Member& who, ChannelId id);
Result<ChannelView> pause_channel(Registry& registry, const Member& who, ChannelId id, bool pauses);

// A command of this machine is set by the command line only: Errc::denied for others.
Reply<ChannelView> add_channel(Registry& registry, const Member& who, const ChannelInput& input);

// Changes the name if it is given, and the fields that are; an empty text deletes a field. Secrets
// that are not given stay while the receiver does: a new server gets none of the old secrets.
Reply<ChannelView> edit_channel(Registry& registry, const Member& who, ChannelId id,
                                const ChannelInput& input);

// The result of one attempt to send a test message.
struct ChannelTest {
  bool is_sent = false;
  std::string sentence = {};  // what the receiver said; never a secret
};
std::string to_json(const ChannelTest& test);

// Blocks until the receiver has answered or its time is over.
Result<ChannelTest> test_channel(Registry& registry, const Member& who, ChannelId id,
                                 const SenderOptions& options);

// The kinds with their fields, for forms and help.
std::string channel_kinds_json();

// Returns the channel of this name that the member has.
Result<ChannelId> channel_named(Registry& registry, const Member& who, std::string_view name);

}  // namespace freshet
