// Atom (RFC 4287) and JSON Feed 1.1 documents of messages.
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "notify/message.h"

namespace freshet {

inline constexpr std::size_t kFeedEntriesMax = 50;

struct FeedAbout {
  std::string title = {};
  std::string id = {};              // a URI that never changes: "tag:example.org,2026:watch/w-7"
  std::string self = {};            // the address of this document
  std::string home = {};            // the page of the watch
  Time updated = {};                // if there are no messages
  std::string title_template = {};  // of entries, as of channels (template.h); empty: our words
  std::string body_template = {};
};

// `messages` come newest first; the first kFeedEntriesMax are taken. The id of an entry is that of
// the feed with "/" and the id of the change behind it.
std::string atom_feed(const FeedAbout& about, std::span<const ChangeMessage> messages);
std::string json_feed(const FeedAbout& about, std::span<const ChangeMessage> messages);

}  // namespace freshet
