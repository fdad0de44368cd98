#include "crawl/continuation.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>

namespace freshet {
namespace {

// The first line. The next lines begin with a letter: "c" refusals, 0 (formerly used), 1 if it was
// probed; "k" the sketch of the soft-404 page; "l" pages by depth; "d" count and reason (its code)
// of URLs that were not followed; "e" reason and one such URL; "a" status and count of answers; "u"
// time since which robots.txt of an origin is unreachable; "y" yield of a kind of URLs: kind,
// credit, judged, useful, trials, last page; "v" queries, same, last, path of requisites; "i"
// nested requisites that may still be taken up, if fewer than usual; "n" hashes of unread
// pages; "w" the last wanted URL that was looked at; and one for each URL: use, depth, redirects,
// tries, flags, URL. Older ones have "t" in place of "y": pages, alike, last, pattern.
constexpr std::string_view kMagic = "freshet-visit 1";
constexpr std::string_view kUses = "prs";  // of LinkUse, in its order
constexpr int kWanted = 1;
constexpr int kSeed = 4;  // 2 was used formerly
constexpr int kFailed = 8;
constexpr int kStepsShift = 8;  // the steps are stored above the flags
constexpr int kProbed = 1;
constexpr int kWantsProbe = 2;
constexpr std::size_t kLevelsMax = 65'536;
constexpr std::size_t kOriginsMax = 100;

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

bool read_likeness(std::string_view line, Continuation& read) {
  std::size_t pages = 0;
  std::size_t alike = 0;
  std::uint64_t last = 0;
  const bool is_read = next_word(line, ' ') == "t" && read_number(next_word(line, ' '), pages) &&
                       read_number(next_word(line, ' '), alike) &&
                       read_number(next_word(line, ' '), last);
  read.alike.emplace_back(line, alike);
  return is_read;
}

bool read_yield(std::string_view line, YieldGuard::Record& record) {
  return next_word(line, ' ') == "y" && read_number(next_word(line, ' '), record.kind) &&
         read_number(next_word(line, ' '), record.credit) &&
         read_number(next_word(line, ' '), record.judged) &&
         read_number(next_word(line, ' '), record.useful) &&
         read_number(next_word(line, ' '), record.trials) &&
         (line.empty() || read_number(line, record.last));
}

bool read_requisite_path(std::string_view line, RequisiteGuard::Path& path) {
  const bool is_read =
      next_word(line, ' ') == "v" && read_number(next_word(line, ' '), path.queries) &&
      read_number(next_word(line, ' '), path.same) && read_number(next_word(line, ' '), path.last);
  path.path = line;
  return is_read;
}

bool read_counts(std::string_view line, Continuation& read) {
  int probed = 0;
  int unused = 0;  // a limit that is now counted by hops
  const bool is_read = next_word(line, ' ') == "c" &&
                       read_number(next_word(line, ' '), read.refusals) &&
                       read_number(next_word(line, ' '), unused) && read_number(line, probed);
  read.has_probed = probed == kProbed;
  read.wants_probe = probed == kWantsProbe;
  return is_read;
}

bool read_levels(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  while (!line.empty() && read.level_pages.size() < kLevelsMax)
    if (!read_number(next_word(line, ' '), read.level_pages.emplace_back())) return false;
  return line.empty();
}

bool read_unread(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  while (!line.empty())
    if (!read_number(next_word(line, ' '), read.unread.emplace_back())) return false;
  return true;
}

bool read_dropped(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  std::uint64_t count = 0;
  if (!read_number(next_word(line, ' '), count)) return false;
  read.dropped[read_drop_reason(line)] += count;
  return true;
}

bool read_robots_down(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  std::int64_t since = 0;
  if (!read_number(next_word(line, ' '), since)) return false;
  if (read.robots_down.size() < kOriginsMax)
    read.robots_down[std::string(line)] = Time{Duration{since}};
  return true;
}

bool read_statuses(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  int status = 0;
  return read_number(next_word(line, ' '), status) && read_number(line, read.statuses[status]);
}

bool read_example(std::string_view line, Continuation& read) {
  next_word(line, ' ');
  const DropReason reason = read_drop_reason(next_word(line, ' '));
  add_example(read.examples, reason, line);
  return true;
}

bool read_pending(std::string_view line, Continuation::Pending& pending) {
  const std::string_view use = next_word(line, ' ');
  if (use.size() != 1 || kUses.find(use[0]) == std::string_view::npos) return false;
  pending.link.use = static_cast<LinkUse>(kUses.find(use[0]));
  int flags = 0;
  const bool is_read = read_number(next_word(line, ' '), pending.link.depth) &&
                       read_number(next_word(line, ' '), pending.link.redirects) &&
                       read_number(next_word(line, ' '), pending.link.tries) &&
                       read_number(next_word(line, ' '), flags);
  pending.link.is_wanted = (flags & kWanted) != 0;
  pending.link.is_seed = (flags & kSeed) != 0;
  pending.link.steps = static_cast<std::uint8_t>(flags >> kStepsShift);
  pending.link.has_failed = (flags & kFailed) != 0;
  pending.url = line;
  return is_read && !pending.url.empty();
}

bool read_line(std::string_view line, Continuation& read) {
  switch (line.empty() ? '\0' : line.front()) {
    case 'c':
      return read_counts(line, read);
    case 'k':
      return line.starts_with("k ") && read_number(line.substr(2), read.soft_404.emplace());
    case 'l':
      return read_levels(line, read);
    case 'd':
      return read_dropped(line, read);
    case 'u':
      return read_robots_down(line, read);
    case 'a':
      return read_statuses(line, read);
    case 'e':
      return read_example(line, read);
    case 'i':
      return line.starts_with("i ") && read_number(line.substr(2), read.nested_left);
    case 'n':
      return read_unread(line, read);
    case 't':
      return read_likeness(line, read);
    case 'y':
      return read_yield(line, read.yields.emplace_back());
    case 'w':
      read.wanted_after = line.substr(std::min<std::size_t>(line.size(), 2));
      return line.starts_with("w ");
    case 'v':
      return read_requisite_path(line, read.requisite_paths.emplace_back());
    default:
      return read_pending(line, read.pending.emplace_back());
  }
}

int flags_of(const KnownLink& link) {
  return (link.is_wanted ? kWanted : 0) | (link.is_seed ? kSeed : 0) |
         (link.has_failed ? kFailed : 0) | (link.steps << kStepsShift);
}

Continuation read_continuation(std::string_view text, bool with_pending) {
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
    if (!with_pending && kUses.find(text.front()) != std::string_view::npos) break;
    if (!read_line(next_word(text, '\n'), read)) return {};
  }
  return read;
}

}  // namespace

std::string Continuation::text() const {
  std::string out = fmt::format("{} {} {} {} {} {} {} {}\n", kMagic, is_complete ? 1 : 0, crawl,
                                made.time_since_epoch().count(), pages, failed_visits,
                                static_cast<int>(conditions), are_lengths_wrong ? 1 : 0);
  const int probed = wants_probe ? kWantsProbe : has_probed ? kProbed : 0;
  out += fmt::format("c {} 0 {}\n", refusals, probed);
  if (soft_404) out += fmt::format("k {}\n", *soft_404);
  if (!level_pages.empty()) out += fmt::format("l {}\n", fmt::join(level_pages, " "));
  for (const auto& [reason, count] : dropped)
    out += fmt::format("d {} {}\n", count, code_of(reason));
  for (const auto& [status, count] : statuses) out += fmt::format("a {} {}\n", status, count);
  for (const auto& [reason, urls] : examples)
    for (const std::string& url : urls) out += fmt::format("e {} {}\n", code_of(reason), url);
  for (const auto& [origin, since] : robots_down)
    out += fmt::format("u {} {}\n", since.time_since_epoch().count(), origin);
  for (const YieldGuard::Record& y : yields)
    out += fmt::format("y {} {} {} {} {} {}\n", y.kind, y.credit, y.judged, y.useful, y.trials,
                       y.last);
  for (const RequisiteGuard::Path& v : requisite_paths)
    out += fmt::format("v {} {} {} {}\n", v.queries, v.same, v.last, v.path);
  if (nested_left != kNestedRequisites) out += fmt::format("i {}\n", nested_left);
  if (!unread.empty()) out += fmt::format("n {}\n", fmt::join(unread, " "));
  if (!wanted_after.empty()) out += fmt::format("w {}\n", wanted_after);
  for (const Pending& p : pending) append(p, out);
  return out;
}

void Continuation::append(const Pending& p, std::string& text) {
  fmt::format_to(std::back_inserter(text), "{} {} {} {} {} {}\n",
                 kUses[static_cast<std::size_t>(p.link.use)], p.link.depth, p.link.redirects,
                 p.link.tries, flags_of(p.link), p.url);
}

Continuation Continuation::parse(std::string_view text) { return read_continuation(text, true); }

Continuation Continuation::parse_head(std::string_view text) {
  return read_continuation(text, false);
}

}  // namespace freshet
