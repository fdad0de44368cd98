// Use cases of feeds: make, list, revoke, and the document of one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "registrar/listed.h"
#include "registrar/member.h"
#include "registry/registry.h"

namespace freshet {

inline constexpr std::string_view kFeedPath = "/feed/";  // the address follows, then its form

// The paths of the feed are secrets that its owner may see: {"id", "watch", "tag", "atom", "json",
// "created", "last_used"}.
std::string to_json(const Feed& feed);

struct FeedWish {
  std::optional<WatchId> watch = {};  // of this watch,
  std::string tag = {};               // or of this tag; neither: of all watches of the member
};

Result<Feed> make_feed(Registry& registry, const Member& who, const FeedWish& wish);
Result<Listed<Feed>> list_feeds(Registry& registry, const Member& who);
Status revoke_feed(Registry& registry, const Member& who, const std::string& id);

enum class FeedForm { atom, json };

// Returns the document of the feed with this address, with the newest happenings; none if there is
// no such feed. `origin` is ours: "https://freshet.example".
Result<std::optional<std::string>> feed_document(Registry& registry, std::string_view address,
                                                 FeedForm form, std::string_view origin, Time now);

}  // namespace freshet
