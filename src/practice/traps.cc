#include "practice/traps.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/hash.h"
#include "practice/chance.h"

namespace freshet {

namespace {

constexpr std::size_t kTrapUrlBytesMax = 4000;  // longer URLs get no page
constexpr std::uint64_t kTrapNumberMax = std::uint64_t{1} << 50;

std::string begin_page(std::string_view title) {
  return fmt::format(
      "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{}</title></head>\n"
      "<body><h1>{}</h1>\n",
      title, title);
}

void append_link(std::string& html, std::string_view url, std::string_view text) {
  html += fmt::format("<a href=\"{}\">{}</a>\n", url, text);
}

std::string end_page(std::string html) { return std::move(html) + "</body></html>\n"; }

// Returns the number after `before` in `text`.
std::optional<std::uint64_t> number_behind(std::string_view text, std::string_view before) {
  const std::size_t at = text.find(before);
  if (at == text.npos) return std::nullopt;
  std::uint64_t number = 0;
  const char* const begin = text.data() + at + before.size();
  const auto [end, error] = std::from_chars(begin, text.data() + text.size(), number);
  if (error != std::errc{} || number > kTrapNumberMax) return std::nullopt;
  return number;
}

std::optional<std::string> calendar_page(std::string_view target) {
  const auto year = number_behind(target, "/calendar/");
  if (!year || *year == 0) return std::nullopt;
  const std::size_t slash = target.find('/', 10);
  const auto month =
      number_behind(target.substr(slash == target.npos ? target.size() : slash), "/");
  if (!month || *month < 1 || *month > 12) return std::nullopt;
  std::string html = begin_page(fmt::format("Calendar of {}-{:02}", *year, *month));
  const std::uint64_t all = *year * 12 + *month - 1;
  for (const std::uint64_t other : {all + 1, all - 1, all + 12}) {
    append_link(html, fmt::format("/calendar/{}/{:02}/", other / 12, other % 12 + 1),
                fmt::format("{}-{:02}", other / 12, other % 12 + 1));
  }
  html += "<p>Nothing is planned.</p>\n";
  return end_page(std::move(html));
}

std::optional<std::string> session_page(std::uint64_t seed, std::string_view target) {
  const auto item = number_behind(target, "/shop/item-");
  if (!item || *item > 20) return std::nullopt;
  std::string html = begin_page(fmt::format("Item {}", *item));
  const std::uint64_t visitor = chance(seed, ChanceOf::trap, {hash64(target)});
  for (std::uint64_t other = 0; other <= 20; other += 1 + visitor % 4) {
    append_link(html, fmt::format("/shop/item-{}?sid={:016x}", other, stir(visitor ^ other)),
                fmt::format("Item {}", other));
  }
  return end_page(std::move(html));
}

std::optional<std::string> list_page(std::uint64_t seed, std::string_view target) {
  if (target != "/list" && !target.starts_with("/list?")) return std::nullopt;
  constexpr std::array<std::string_view, 5> kNames = {"color", "size", "sort", "view", "brand"};
  std::string html = begin_page("List");
  ChanceStream draw(chance(seed, ChanceOf::trap, {hash64(target)}));
  for (int i = 0; i < 8; ++i) {
    // Some of the parameters, in random order.
    std::array<std::string_view, 5> names = kNames;
    std::string query;
    const std::uint64_t count = 1 + draw.below(names.size());
    for (std::uint64_t k = 0; k < count; ++k) {
      std::swap(names[k], names[k + draw.below(names.size() - k)]);
      query += fmt::format("{}{}={}", k == 0 ? "" : "&amp;", names[k], draw.below(5));
    }
    append_link(html, "/list?" + query, "by " + std::string(names[0]));
  }
  html += "<ul><li>oars</li><li>ropes</li><li>sails</li></ul>\n";
  return end_page(std::move(html));
}

std::optional<std::string> deep_page(std::string_view target) {
  if (!target.ends_with('/')) return std::nullopt;
  std::string html = begin_page("Deeper");
  append_link(html, "a/", "deeper");
  append_link(html, "b/", "also deeper");
  return end_page(std::move(html));
}

std::optional<std::string> copy_page(std::string_view target) {
  const auto number = number_behind(target, "/copy/");
  if (!number) return std::nullopt;
  std::string html = begin_page("Offer of the day");
  html += fmt::format(
      "<p>The harbour sells ropes, oars and sails to everybody who asks for them kindly. This is "
      "offer number {}, and it is as good as all the others.</p>\n<p>Come by boat or on foot, in "
      "the morning or at night, and bring a bag that is large enough.</p>\n",
      *number);
  for (const std::uint64_t other : {*number + 1, *number + 7, *number * 2 + 1})
    append_link(html, fmt::format("/copy/{}", other), "another offer");
  return end_page(std::move(html));
}

std::optional<std::string> archive_page(std::string_view target) {
  const auto page = number_behind(target, "/archive?page=");
  if (!page) return std::nullopt;
  std::string html = begin_page(fmt::format("Archive, page {}", *page));
  html += *page < 3 ? "<p>A letter of the harbour master.</p>\n" : "<p>No entries.</p>\n";
  append_link(html, fmt::format("/archive?page={}", *page + 1), "next");
  return end_page(std::move(html));
}

struct TrapShape {
  std::string_view entrance;
  std::string_view prefix;
  std::uint64_t granted;
};

TrapShape shape_of(Trap trap) {
  switch (trap) {
    case Trap::none:
      break;
    case Trap::calendar:
      return {"/calendar/2026/01/", "/calendar/", 200};
    case Trap::session_ids:
      return {"/shop/item-0", "/shop/item-", 200};
    case Trap::query_permutations:
      return {"/list", "/list", 300};
    case Trap::deeper_path:
      return {"/deep/", "/deep/", 200};
    case Trap::near_duplicates:
      return {"/copy/1", "/copy/", 300};
    case Trap::pagination:
      return {"/archive?page=1", "/archive?page=", 200};
  }
  return {"/", "", 0};
}

}  // namespace

std::string_view trap_entrance(Trap trap) { return shape_of(trap).entrance; }

std::uint64_t trap_pages_granted(Trap trap) { return shape_of(trap).granted; }

bool is_in_trap(Trap trap, std::string_view target) {
  return trap != Trap::none && target.starts_with(shape_of(trap).prefix);
}

std::optional<std::string> trap_page(std::uint64_t seed, const HostFacts& host,
                                     std::string_view target) {
  if (!is_in_trap(host.trap, target) || target.size() > kTrapUrlBytesMax) return std::nullopt;
  switch (host.trap) {
    case Trap::none:
      break;
    case Trap::calendar:
      return calendar_page(target);
    case Trap::session_ids:
      return session_page(seed, target);
    case Trap::query_permutations:
      return list_page(seed, target);
    case Trap::deeper_path:
      return deep_page(target);
    case Trap::near_duplicates:
      return copy_page(target);
    case Trap::pagination:
      return archive_page(target);
  }
  return std::nullopt;
}

}  // namespace freshet
