// The acts behind links in messages: "do not tell me of this again", and unsubscribing.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "notify/message.h"
#include "registry/link_token.h"
#include "registry/registry.h"

namespace freshet {

// Returns patterns for the texts of a place that came and went, in which each number stands for
// any; none for texts without words, which could be any other one.
std::vector<TextPattern> silencing_patterns(const MessageHunk& hunk);

// The watch and the places to which a link leads.
struct LinkedMessage {
  LinkToken token;
  std::string watch = {};  // its name or URL
  std::vector<MessageHunk> hunks = {};
};

// Returns nothing unless we made the link and the watch is still there.
Result<std::optional<LinkedMessage>> open_link(Registry& registry, std::string_view token);

// Makes rules for the places of the happening, or mutes the watch. Returns the number of rules.
// Doing it again changes nothing.
Result<std::size_t> follow_link(Registry& registry, const LinkedMessage& link, Time now);

}  // namespace freshet
