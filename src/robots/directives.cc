#include "robots/directives.h"

#include <cstddef>
#include <utility>

#include "base/ascii.h"
#include "robots/robots_txt.h"

namespace freshet {
namespace {

constexpr std::string_view kUnavailableAfter = "unavailable_after";

// Directives with a value: their colon does not end the name of a crawler.
constexpr bool has_value(std::string_view name) {
  return equals_ignoring_case(name, kUnavailableAfter) || starts_with_ignoring_case(name, "max-");
}

// "all", "index" and "follow" request nothing; unknown words are ignored.
void apply_word(std::string_view word, PageDirectives& to) {
  const auto is = [&](std::string_view name) { return equals_ignoring_case(word, name); };
  if (is("noindex") || is("none")) to.noindex = true;
  if (is("nofollow") || is("none")) to.nofollow = true;
  if (is("noarchive") || is("nocache")) to.noarchive = true;
  if (is("nosnippet")) to.nosnippet = true;
  if (is("noimageindex")) to.noimageindex = true;
}

bool is_known_word(std::string_view word) {
  PageDirectives asked;
  apply_word(word, asked);
  return asked != PageDirectives{};
}

// Lists are separated by commas; semicolons occur too. Removes the first item from `list`.
std::string_view take_item(std::string_view& list) {
  const std::size_t end = list.find_first_of(",;");
  const std::string_view item = list.substr(0, end);
  list.remove_prefix(end == std::string_view::npos ? list.size() : end + 1);
  return trim_ascii_whitespace(item);
}

// Removes the last word from `words`.
std::string_view take_last_word(std::string_view& words) {
  std::size_t start = words.size();
  while (start > 0 && !is_ascii_whitespace(words[start - 1])) --start;
  const std::string_view word = words.substr(start);
  words = trim_ascii_whitespace(words.substr(0, start));
  return word;
}

void apply_words(std::string_view words, PageDirectives& to) {
  while (!words.empty()) apply_word(take_last_word(words), to);
}

// A date may contain commas: "Wed, 03 Aug 2022 12:00:00 GMT", "Aug 3, 2022". Text after a comma
// that begins with a digit belongs to it, as no directive does.
std::string take_date(std::string_view first, std::string_view& rest) {
  std::string date(first);
  while (true) {
    std::string_view after = rest;
    const std::string_view item = take_item(after);
    if (item.empty() || !is_ascii_digit(item.front())) return date;
    date += ", ";
    date += item;
    rest = after;
  }
}

// Returns true if `name`, before a colon, is that of a crawler. An unknown directive would have a
// number after its colon.
bool names_agent(std::string_view name, std::string_view after_colon) {
  if (name == "*") return true;
  return is_product_token(name) && !has_value(name) && !is_known_word(name) &&
         (after_colon.empty() || is_ascii_alpha(after_colon.front()));
}

// Returns the map key for the crawler `name`.
std::string agent_key(std::string_view name) {
  if (name == "*" || equals_ignoring_case(name, "robots")) return {};
  return ascii_lower(name);
}

}  // namespace

void PageDirectives::add(const PageDirectives& other) {
  noindex |= other.noindex;
  nofollow |= other.nofollow;
  noarchive |= other.noarchive;
  nosnippet |= other.nosnippet;
  noimageindex |= other.noimageindex;
  unavailable_after.insert(unavailable_after.end(), other.unavailable_after.begin(),
                           other.unavailable_after.end());
}

void RobotsDirectives::add_header(std::string_view value) { add_list(value, {}, Named::in_list); }

void RobotsDirectives::add_meta(std::string_view name, std::string_view content) {
  add_list(content, agent_key(trim_ascii_whitespace(name)), Named::before);
}

void RobotsDirectives::add_list(std::string_view list, std::string agent, Named named) {
  while (!list.empty()) {
    std::string_view item = take_item(list);
    while (!item.empty()) {
      const std::size_t colon = item.find(':');
      std::string_view words = trim_ascii_whitespace(item.substr(0, colon));
      std::string_view name;
      if (colon != std::string_view::npos) name = take_last_word(words);
      item.remove_prefix(colon == std::string_view::npos ? item.size() : colon + 1);
      item = trim_ascii_whitespace(item);

      PageDirectives found;
      apply_words(words, found);
      apply_word(name, found);  // "noindex:" is taken as a typo
      if (equals_ignoring_case(name, kUnavailableAfter) && !item.empty())
        found.unavailable_after.push_back(take_date(item, list));
      if (found != PageDirectives{}) by_agent_[agent].add(found);
      if (named != Named::in_list || !names_agent(name, item)) break;
      agent = agent_key(name);
    }
  }
}

PageDirectives RobotsDirectives::for_agent(std::string_view agent_token) const {
  PageDirectives all;
  if (const auto everyone = by_agent_.find(""); everyone != by_agent_.end())
    all.add(everyone->second);
  const std::string key = agent_key(agent_token);
  if (key.empty()) return all;
  if (const auto own = by_agent_.find(key); own != by_agent_.end()) all.add(own->second);
  return all;
}

}  // namespace freshet
