// The words of a message, before a channel marks and escapes them: title, summary, hunks, remarks.
// All text of pages in it has been through shown_text.h and is bounded.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "notify/channel.h"
#include "notify/message.h"
#include "notify/template.h"

namespace freshet {

inline constexpr std::size_t kNoticeHunksMax = 50;
inline constexpr std::size_t kNoticeItemsMax = 100;
inline constexpr std::size_t kHunkPartMax = 400;       // of each of its four texts, in UTF-16
inline constexpr std::size_t kNoticeTitleMax = 200;    // in UTF-16
inline constexpr std::size_t kNoticeSummaryMax = 200;  // in UTF-16

// One page in a message about several.
struct NoticeItem {
  std::string title = {};
  std::string summary = {};
  std::string link = {};  // to the difference, or else to the page; may be empty
};

struct NoticeLink {
  std::string_view label;  // a literal
  std::string url;         // http or https
};

struct Notice {
  std::string title = {};    // "Water changed"
  std::string thread = {};   // stays the same for a watch: "Watch: Water"
  std::string summary = {};  // one line: "two thirds → one half"
  std::vector<MessageHunk> hunks = {};
  std::vector<NoticeItem> items = {};
  std::uint64_t left_out = 0;             // hunks or items that are not listed
  bool has_more = false;                  // there are more, uncounted
  std::vector<std::string> remarks = {};  // since when, how sure, why
  std::string site = {};                  // the host of the page
  std::string main_link = {};             // to the difference, or else to the page; may be empty
  std::vector<NoticeLink> links = {};
  std::string unsubscribe = {};
  std::string written_body = {};  // by the template of the channel, in place of hunks and items
};

// The templates of `config` are applied; it is valid, and the notification has a message.
Notice notice_of(const ChannelConfig& config, const Notification& notification);

// The names that templates of a message may use.
std::span<const TemplateName> notice_template_names();

// Returns "2026-11-17T05:00:00Z".
std::string iso_second(Time time);

}  // namespace freshet
