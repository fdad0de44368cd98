// The secret of a link in a message: it says what the link changes, and for which watch, and is
// signed, so that only we can make it. Pure; the key is Registry::key_for(kLinkPurpose).
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

enum class LinkAction : std::uint8_t {
  silence,      // "do not tell me of this again": makes a rule from the happening
  unsubscribe,  // nothing is sent for the watch any more
};

struct LinkToken {
  LinkAction action = LinkAction::silence;
  WatchId watch = 0;
  HappeningId happening = 0;  // that is silenced; 0: of none

  bool operator==(const LinkToken&) const = default;
};

// Returns letters, digits, "-", "_" and ".": at most 80 bytes.
std::string write_link_token(const LinkToken& token, std::string_view key);

// Returns nothing unless the text was written with this key.
std::optional<LinkToken> read_link_token(std::string_view text, std::string_view key);

// Returns the path of the page, with the token: "/silence/s.7.12...".
std::string link_path(const LinkToken& token, std::string_view key);

}  // namespace freshet
