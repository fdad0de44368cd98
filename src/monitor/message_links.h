// Links in messages: to the difference, to both versions, "do not tell me of this again", and out
// of a watch.
//
//   BASE/changes/HAPPENING               what a happening tells, with the difference
//   BASE/versions/20261117050000123/URL  a version of a page, named as archives do
//   BASE/silence/TOKEN                   a page that offers a rule; a GET changes nothing
//   BASE/unsubscribe/TOKEN               the same for leaving the watch, and a POST as in RFC 8058
//
// A token says which happening and channel it is for, and is signed, since whoever opens the link
// is not logged in.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "notify/message.h"
#include "registry/registry.h"

namespace freshet {

enum class LinkAct : std::uint8_t { silence, unsubscribe };

struct LinkToken {
  LinkAct act = LinkAct::silence;
  HappeningId happening = 0;  // of `silence`
  WatchId watch = 0;
  ChannelId channel = 0;  // through which the link was sent

  bool operator==(const LinkToken&) const = default;
};

// Signs and reads tokens with a key of the registry (Registry::key_for(kLinkPurpose)).
inline constexpr std::string_view kLinkPurpose = "links in messages";
std::string sign_link(const LinkToken& token, const std::string& key);
// Returns nothing for any text that sign_link() did not make with this key.
std::optional<LinkToken> read_link(std::string_view text, const std::string& key);

// Immutable.
class MessageLinker {
 public:
  // `base`: the public address of the server, like "https://watch.example.org"; empty: no links.
  MessageLinker(std::string base, std::string key);

  MessageLinks links_of(const ChangeMessage& message, HappeningId happening, WatchId watch,
                        ChannelId channel) const;

 private:
  std::string version_link(const ChangeMessage& message,
                           const std::optional<MessageVersion>& version) const;

  std::string base_;
  std::string key_;
};

}  // namespace freshet
