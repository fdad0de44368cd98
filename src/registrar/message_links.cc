#include "registrar/message_links.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "registrar/happenings.h"
#include "watch/watch_json.h"

namespace freshet {
namespace {

constexpr std::size_t kLettersMin = 4;  // fewer tell no place from others
constexpr std::size_t kTextBytes = 200;

bool has_letters(std::string_view text) {
  std::size_t letters = 0;
  for (const char c : text)
    letters += is_ascii_alpha(c) || static_cast<unsigned char>(c) >= 0x80 ? 1 : 0;
  return letters >= kLettersMin;
}

// Returns an expression for the text in which each number stands for any.
std::string with_any_numbers(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    if (is_ascii_digit(text[at])) {
      while (at < text.size() && is_ascii_digit(text[at])) ++at;
      out += "[0-9]+";
      continue;
    }
    const char c = text[at++];
    if (is_ascii_alnum(c) || c == '_' || c == ' ' || static_cast<unsigned char>(c) >= 0x80)
      out += c;
    else
      (out += '\\') += c;
  }
  return out;
}

// Returns the pattern of a text that came or went; none if it could be any other one.
std::optional<TextPattern> pattern_of(std::string_view text) {
  std::string kept(trim_ascii_whitespace(text));
  const bool is_whole = kept.size() <= kTextBytes;
  cut_utf8(kept, kTextBytes);
  if (!has_letters(kept)) return std::nullopt;
  TextPattern pattern{.text = with_any_numbers(kept), .is_regex = true};
  if (is_whole) pattern.text = "^\\s*" + pattern.text + "\\s*$";
  if (check_text_pattern(pattern)) return std::nullopt;
  return pattern;
}

}  // namespace

std::vector<TextPattern> silencing_patterns(const MessageHunk& hunk) {
  std::vector<TextPattern> patterns;
  for (const std::string* text : {&hunk.removed, &hunk.added}) {
    auto pattern = pattern_of(*text);
    if (pattern && (patterns.empty() || patterns.front() != *pattern))
      patterns.push_back(*std::move(pattern));
  }
  return patterns;
}

Result<std::optional<LinkedMessage>> open_link(Registry& registry, std::string_view text) {
  const auto key = registry.key_for(kLinkPurpose);
  if (!key) return std::unexpected(key.error());
  const auto token = read_link(text, *key);
  if (!token) return std::nullopt;
  const auto row = registry.watches().find(token->watch);
  if (!row) return std::unexpected(row.error());
  if (!*row) return std::nullopt;
  LinkedMessage linked{.token = *token};
  linked.watch = (*row)->spec.name.empty() ? (*row)->spec.url : (*row)->spec.name;
  if (token->happening == 0) return linked;
  const auto happening = registry.happenings().find(token->happening);
  if (!happening) return std::unexpected(happening.error());
  if (!*happening || (*happening)->watch != token->watch) return linked;
  if (auto message = message_of(**happening)) linked.hunks = std::move(message->hunks);
  return linked;
}

Result<std::size_t> follow_link(Registry& registry, const LinkedMessage& link, Time now) {
  std::size_t rules = 0;
  const Status done = registry.atomically([&]() -> Status {
    if (link.token.act == LinkAct::silence) {
      for (const MessageHunk& hunk : link.hunks)
        for (const TextPattern& pattern : silencing_patterns(hunk)) {
          const auto added = registry.rules().add_pattern(link.token.watch, pattern, now);
          if (!added) return std::unexpected(added.error());
          ++rules;
        }
      return {};
    }
    const auto row = registry.watches().find(link.token.watch);
    if (!row) return std::unexpected(row.error());
    if (!*row || (*row)->spec.is_muted) return {};
    WatchSpec spec = (*row)->spec;
    spec.is_muted = true;
    return registry.watches().change(link.token.watch, spec, now);
  });
  if (!done) return std::unexpected(done.error());
  return rules;
}

}  // namespace freshet
