#include "crawl/continuation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace freshet {
namespace {

// The first line; behind it one line for each pattern: "t", pages, alike, last, pattern; and one
// for each URL: use, depth, redirects, tries, wanted, URL.
constexpr std::string_view kMagic = "freshet-visit 1";
constexpr std::string_view kUses = "prs";  // of LinkUse, in its order

std::string_view next_word(std::string_view& text, char end) {
  const std::size_t at = text.find(end);
  const std::string_view word = text.substr(0, at);
  text.remove_prefix(at == std::string_view::npos ? text.size() : at + 1);
  return word;
}

template <class Number>
bool read_number(std::string_view text, Number& into) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  return !text.empty() && error == std::errc() && end == text.data() + text.size();
}

bool read_likeness(std::string_view line, TrapGuard::Likeness& likeness) {
  const bool is_read = next_word(line, ' ') == "t" &&
                       read_number(next_word(line, ' '), likeness.pages) &&
                       read_number(next_word(line, ' '), likeness.alike) &&
                       read_number(next_word(line, ' '), likeness.last);
  likeness.pattern = line;
  return is_read;
}

bool read_pending(std::string_view line, Continuation::Pending& pending) {
  const std::string_view use = next_word(line, ' ');
  if (use.size() != 1 || kUses.find(use[0]) == std::string_view::npos) return false;
  pending.link.use = static_cast<LinkUse>(kUses.find(use[0]));
  int wanted = 0;
  const bool is_read = read_number(next_word(line, ' '), pending.link.depth) &&
                       read_number(next_word(line, ' '), pending.link.redirects) &&
                       read_number(next_word(line, ' '), pending.link.tries) &&
                       read_number(next_word(line, ' '), wanted);
  pending.link.is_wanted = wanted != 0;
  pending.url = line;
  return is_read && !pending.url.empty();
}

}  // namespace

std::string Continuation::text() const {
  std::string out = fmt::format("{} {} {} {} {} {} {} {}\n", kMagic, is_complete ? 1 : 0, crawl,
                                made.time_since_epoch().count(), pages, failed_visits,
                                static_cast<int>(conditions), are_lengths_wrong ? 1 : 0);
  for (const TrapGuard::Likeness& l : likenesses)
    out += fmt::format("t {} {} {} {}\n", l.pages, l.alike, l.last, l.pattern);
  for (const Pending& p : pending)
    out +=
        fmt::format("{} {} {} {} {} {}\n", kUses[static_cast<std::size_t>(p.link.use)],
                    p.link.depth, p.link.redirects, p.link.tries, p.link.is_wanted ? 1 : 0, p.url);
  return out;
}

Continuation Continuation::parse(std::string_view text) {
  if (!text.starts_with(kMagic)) return {};
  std::string_view head = next_word(text, '\n').substr(kMagic.size());
  Continuation read;
  next_word(head, ' ');
  int complete = 0;
  std::int64_t made = 0;
  if (!read_number(next_word(head, ' '), complete) ||
      !read_number(next_word(head, ' '), read.crawl) || !read_number(next_word(head, ' '), made) ||
      !read_number(next_word(head, ' '), read.pages) ||
      !read_number(next_word(head, ' '), read.failed_visits))
    return {};
  int conditions = 0;
  const std::string_view trust = next_word(head, ' ');
  if (!trust.empty() && (!read_number(trust, conditions) || conditions < 0 || conditions > 2))
    return {};
  int wrong_lengths = 0;
  if (!head.empty() && !read_number(head, wrong_lengths)) return {};
  read.are_lengths_wrong = wrong_lengths != 0;
  read.conditions = static_cast<ConditionTrust>(conditions);
  read.is_complete = complete != 0;
  read.made = Time{Duration{made}};
  while (!text.empty()) {
    const std::string_view line = next_word(text, '\n');
    if (line.starts_with("t ")) {
      if (!read_likeness(line, read.likenesses.emplace_back())) return {};
    } else if (!read_pending(line, read.pending.emplace_back())) {
      return {};
    }
  }
  return read;
}

}  // namespace freshet
