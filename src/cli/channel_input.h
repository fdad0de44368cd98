// The options by which a channel is described on the command line.
#pragma once

#include <expected>
#include <string>
#include <vector>

#include "cli/command.h"
#include "cli/registry_access.h"
#include "registrar/channels.h"

namespace freshet {

std::vector<Option> channel_options();

// A value that begins with "@" is read from that file.
std::expected<ChannelInput, Failure> channel_input_of(const Session& session);

// Returns the channel of a number or name.
Result<ChannelId> channel_of(OpenRegistry& open, const std::string& word);

}  // namespace freshet
