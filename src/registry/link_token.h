// The secret of a link in a message: it says what the link changes and for which watch, and is
// signed, since whoever opens it is not logged in. Pure; the key is
// Registry::key_for(kLinkPurpose).
//
// A link shows a page when it is opened, and acts when that page is sent back by POST: programs of
// mail readers open every link.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "registry/ids.h"

namespace freshet {

inline constexpr std::string_view kLinkPurpose = "links in messages";
inline constexpr std::string_view kSilencePath = "/silence/";  // the token follows
inline constexpr std::string_view kUnsubscribePath = "/unsubscribe/";

enum class LinkAct : std::uint8_t {
  silence,      // "do not tell me of this again": makes rules from the happening
  unsubscribe,  // nothing is sent for the watch any more
};

struct LinkToken {
  LinkAct act = LinkAct::silence;
  HappeningId happening = 0;
  WatchId watch = 0;
  ChannelId channel = 0;  // through which the link was sent

  bool operator==(const LinkToken&) const = default;
};

// Returns letters, digits and "-", at most 120 bytes.
std::string sign_link(const LinkToken& token, const std::string& key);

// Returns nothing for any text that sign_link() did not make with this key.
std::optional<LinkToken> read_link(std::string_view text, const std::string& key);

}  // namespace freshet
