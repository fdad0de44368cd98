#include "notify/notice_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/ascii.h"
#include "base/wording.h"
#include "notify/notice.h"
#include "notify/shown_text.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::size_t kNameMax = 120;  // in UTF-16
constexpr std::size_t kWhyMax = 400;

std::string short_line(std::string_view text, std::size_t length_max) {
  return cut_text(trim_ascii_whitespace(shown_line(text)), length_max, TextUnit::utf16);
}

std::string page_name(const ChangeMessage& message) {
  const std::string title = short_line(message.page.title, kNameMax);
  return title.empty() ? short_line(message.page.url, kNameMax) : title;
}

std::string_view ending_of(MessageKind kind) {
  switch (kind) {
    case MessageKind::page_changed:
      return " changed";
    case MessageKind::page_new:
      return " is new";
    case MessageKind::page_gone:
      return " is gone";
    case MessageKind::page_error:
      return " cannot be read";
    case MessageKind::page_recovered:
      return " can be read again";
    case MessageKind::filter_lost:
      return ": the watched part is missing";
    case MessageKind::filter_found:
      return ": the watched part is back";
    case MessageKind::site_redesigned:
      return " was redesigned";
    case MessageKind::channel_paused:
      return " is paused; messages for it wait";
    case MessageKind::channel_test:
      break;
  }
  return "";
}

std::string time_remark(const ChangeMessage& message) {
  if (message.since) return fmt::format("Since {} UTC.", second_words(*message.since));
  if (message.old_version && message.new_version)
    return fmt::format("Changed between {} and {} UTC.", second_words(message.old_version->fetched),
                       second_words(message.new_version->fetched));
  return fmt::format("Found at {} UTC.", second_words(message.at));
}

}  // namespace

int certainty_percent(double certainty) {
  constexpr double kRounding = 1e-9;  // 0.29 * 100 is less than 29
  return std::isfinite(certainty)
             ? static_cast<int>(std::clamp(certainty, 0.0, 1.0) * 100 + kRounding)
             : 0;
}

std::string message_name(const ChangeMessage& message) {
  const std::string watch = short_line(message.watch.name, kNameMax);
  const std::string page = page_name(message);
  if (watch.empty() || watch == page) return page;
  const bool is_of_watch = message.kind == MessageKind::filter_lost ||
                           message.kind == MessageKind::filter_found || page.empty();
  return is_of_watch ? watch : fmt::format("{}: {}", watch, page);
}

std::string message_title(const ChangeMessage& message) {
  if (message.kind == MessageKind::channel_test) return "Test message from freshet";
  const std::string name = message.kind == MessageKind::site_redesigned
                               ? site_of_page(message.page.url)
                               : message_name(message);
  return name + std::string(ending_of(message.kind));
}

std::string message_summary(const ChangeMessage& message) {
  if (message.kind == MessageKind::channel_test)
    return "Messages reach this place. Nothing has changed.";
  if (message.hunks.empty()) return short_line(message.why, kNoticeSummaryMax);
  constexpr std::size_t kSideMax = (kNoticeSummaryMax - 20) / 2;
  const MessageHunk& first = message.hunks.front();
  const std::string removed = short_line(first.removed, kSideMax);
  const std::string added = short_line(first.added, kSideMax);
  if (removed.empty()) return "new: " + added;
  if (added.empty()) return "gone: " + removed;
  return fmt::format("{} → {}", removed, added);
}

std::vector<std::string> message_remarks(const ChangeMessage& message) {
  if (message.kind == MessageKind::channel_test) return {};
  if (message.kind == MessageKind::channel_paused) return {time_remark(message)};
  std::vector<std::string> remarks = {time_remark(message)};
  // Without hunks the reason is the summary.
  const std::string why = message.hunks.empty() ? "" : short_line(message.why, kWhyMax);
  if (message.certainty) {
    remarks.push_back(fmt::format("{} % sure that it matters{}{}",
                                  certainty_percent(*message.certainty), why.empty() ? "." : ": ",
                                  why));
  } else if (!why.empty()) {
    remarks.push_back(why);
  }
  if (message.words_added + message.words_removed > 0)
    remarks.push_back(fmt::format("{} added, {} removed.",
                                  counted(message.words_added, "word", "words"),
                                  counted(message.words_removed, "word", "words")));
  return remarks;
}

std::string site_of_page(std::string_view url) {
  const auto parsed = Url::parse(url);
  if (!parsed || parsed->hostname().empty()) return short_line(url, kNameMax);
  return short_line(parsed->hostname(), kNameMax);
}

}  // namespace freshet
