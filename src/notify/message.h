// One change that people are told of, and several of them in one message, as values. All channels
// are composed from these. Design: docs/design/notify.md.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/time.h"

namespace freshet {

enum class MessageKind : std::uint8_t {
  page_changed,
  page_new,
  page_gone,
  page_error,      // the page cannot be read
  page_recovered,  // it can be read again
  filter_lost,     // the watched part of the page is missing
  filter_found,    // it is back
  site_redesigned,
  channel_test,
  channel_paused,  // another channel of the reader takes nothing any more
};

// Returns "page.changed", "watch.filter_lost", "site.redesigned" and so on.
std::string_view kind_name(MessageKind kind);
std::optional<MessageKind> parse_message_kind(std::string_view name);

struct MessageWatch {
  std::string id = {};
  std::string name = {};
  std::vector<std::string> tags = {};

  bool operator==(const MessageWatch&) const = default;
};

struct MessagePage {
  std::string url = {};  // in normal form
  std::string title = {};

  bool operator==(const MessagePage&) const = default;
};

struct MessageVersion {
  std::string id = {};
  Time fetched = {};

  bool operator==(const MessageVersion&) const = default;
};

// A place where the text differs, with some words around it.
struct MessageHunk {
  std::string before = {};
  std::string removed = {};
  std::string added = {};
  std::string after = {};

  bool operator==(const MessageHunk&) const = default;
};

// Addresses of pages of ours; an empty one is left out of the message. Those that change something
// only show a page when they are opened; programs of mail readers open every link.
struct MessageLinks {
  std::string difference = {};
  std::string old_version = {};
  std::string new_version = {};
  std::string silence = {};      // "do not tell me of this again"
  std::string unsubscribe = {};  // from this watch; takes a POST as in RFC 8058

  bool operator==(const MessageLinks&) const = default;
};

struct ChangeMessage {
  std::string id = {};  // of the change
  MessageKind kind = MessageKind::page_changed;
  Time at = {};  // when it was found
  MessageWatch watch = {};
  MessagePage page = {};
  std::optional<MessageVersion> old_version = {};
  std::optional<MessageVersion> new_version = {};
  std::string change_class = {};         // "minor", "major"; empty: it is no change of a page
  std::optional<double> certainty = {};  // 0 to 1: how sure we are that it matters
  std::string why = {};                  // a sentence: why it matters, or the trouble of the page
  std::vector<MessageHunk> hunks = {};
  std::uint64_t words_added = 0;
  std::uint64_t words_removed = 0;
  bool truncated = false;          // there are more hunks than these
  std::optional<Time> since = {};  // of a state that lasts: when it began
  MessageLinks links = {};

  bool operator==(const ChangeMessage&) const = default;
};

// Why several messages are told as one.
enum class Together : std::uint8_t {
  single,    // one message
  redesign,  // pages of one site that changed by one redesign
  many,      // more than the channel takes in a minute
  digest,    // all of an hour, a day or a week
};

std::string_view together_name(Together together);
std::optional<Together> parse_together(std::string_view name);

// One delivery to one channel.
struct Notification {
  std::string id = {};  // of the delivery: the same for each attempt, so that repeats are noticed
  Together together = Together::single;
  Time at = {};
  std::vector<ChangeMessage> messages = {};  // at least one
  std::uint64_t left_out = 0;                // messages beyond these that are only counted
  std::optional<Time> from = {};             // of a digest: when its time began
  MessageLinks links = {};                   // of a group: `difference` lists all of it

  bool operator==(const Notification&) const = default;
};

Notification single_notification(std::string delivery, ChangeMessage message);

}  // namespace freshet
