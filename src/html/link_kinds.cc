#include "html/link_kinds.h"

#include <array>

#include "base/ascii.h"

namespace freshet {
namespace {

constexpr std::array<std::string_view, 23> kKindNames = {
    "a",         "area",      "form",   "refresh", "iframe",     "frame",  "object", "embed",
    "canonical", "alternate", "link",   "base",    "stylesheet", "icon",   "hint",   "script",
    "img",       "srcset",    "source", "video",   "audio",      "poster", "track"};
static_assert(kKindNames.size() == static_cast<std::size_t>(LinkKind::track) + 1);

constexpr std::array<std::string_view, 32> kRelWords = {
    "alternate",        "author",     "bookmark", "canonical", "dns-prefetch", "edit",
    "external",         "help",       "icon",     "license",   "manifest",     "me",
    "modulepreload",    "next",       "nofollow", "noopener",  "noreferrer",   "opener",
    "pingback",         "preconnect", "prefetch", "preload",   "prerender",    "prev",
    "privacy-policy",   "search",     "shortcut", "sponsored", "stylesheet",   "tag",
    "terms-of-service", "ugc"};
static_assert(kRelWords.size() == static_cast<std::size_t>(Rel::ugc) + 1);

// Old spellings of known words.
std::string_view todays_word(std::string_view word) {
  if (equals_ignoring_case(word, "apple-touch-icon") ||
      equals_ignoring_case(word, "apple-touch-icon-precomposed") ||
      equals_ignoring_case(word, "mask-icon"))
    return "icon";
  if (equals_ignoring_case(word, "previous")) return "prev";
  return word;
}

std::uint32_t bit_of(std::string_view word) {
  word = todays_word(word);
  for (std::size_t i = 0; i < kRelWords.size(); ++i)
    if (equals_ignoring_case(word, kRelWords[i])) return std::uint32_t{1} << i;
  return 0;
}

}  // namespace

std::string_view link_kind_text(LinkKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}

RelSet::RelSet(std::string_view words) {
  std::size_t at = 0;
  while (at < words.size()) {
    std::size_t end = at;
    while (end < words.size() && !is_ascii_whitespace(words[end])) ++end;
    if (end > at) bits_ |= bit_of(words.substr(at, end - at));
    at = end + 1;
  }
}

std::string RelSet::text() const {
  std::string words;
  for (std::size_t i = 0; i < kRelWords.size(); ++i) {
    if (!has(static_cast<Rel>(i))) continue;
    if (!words.empty()) words += ' ';
    words += kRelWords[i];
  }
  return words;
}

LinkKind kind_of_link(RelSet rel) {
  if (rel.has(Rel::canonical)) return LinkKind::canonical;
  if (rel.has(Rel::stylesheet)) return LinkKind::stylesheet;
  if (rel.has(Rel::alternate)) return LinkKind::alternate;
  if (rel.has(Rel::icon) || rel.has(Rel::manifest)) return LinkKind::icon;
  for (const Rel hint : {Rel::preload, Rel::modulepreload, Rel::prefetch, Rel::prerender,
                         Rel::preconnect, Rel::dns_prefetch})
    if (rel.has(hint)) return LinkKind::hint;
  return LinkKind::link;
}

}  // namespace freshet
