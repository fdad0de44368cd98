// Links in messages: to both versions, "do not tell me of this again", and out of a watch.
//
//   REPLAY/replay/20261117050000123/URL  a version of a page (serve/replay_handler.h)
//   BASE/silence/TOKEN                   a page that offers a rule; a GET changes nothing
//   BASE/unsubscribe/TOKEN               the same for leaving the watch, and a POST as in RFC 8058
//
// Tokens are those of registry/link_token.h.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "notify/message.h"
#include "registry/link_token.h"

namespace freshet {

// The public addresses of a server, like "https://watch.example.org"; empty: no such links.
struct LinkBases {
  std::string pages = {};
  std::string replay = {};
};

// Immutable.
class MessageLinker {
 public:
  MessageLinker(LinkBases bases, std::string key);

  MessageLinks links_of(const ChangeMessage& message, HappeningId happening, WatchId watch,
                        ChannelId channel) const;

 private:
  std::string version_link(const ChangeMessage& message,
                           const std::optional<MessageVersion>& version) const;

  LinkBases bases_;
  std::string key_;
};

}  // namespace freshet
