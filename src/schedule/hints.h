// Hints: evidence about a page without a check of its text, such as a lastmod in a sitemap, an
// entry in a feed, or a 304. A hint is weighted by the reliability of its kind on the site so far.
#pragma once

#include <cstddef>
#include <cstdint>

namespace freshet {

enum class HintKind : std::uint8_t { sitemap_lastmod, feed_entry, not_modified };
inline constexpr std::size_t kHintKinds = 3;

// The kinds of hints about a page since its last check, and those of them that reported a change; a
// bit for each kind.
struct HeardHints {
  std::uint8_t heard = 0;
  std::uint8_t said_changed = 0;

  static HeardHints unpacked(std::uint8_t packed) {
    return {.heard = static_cast<std::uint8_t>(packed & 0xfU),
            .said_changed = static_cast<std::uint8_t>(packed >> 4U)};
  }
  std::uint8_t packed() const {
    return static_cast<std::uint8_t>((heard & 0xfU) | (said_changed & 0xfU) << 4U);
  }
};

// The reliability of a kind of hint on a site, updated by checks.
class HintTrust {
 public:
  // Returns the initial trust, in the form of checks already made.
  static HintTrust of(HintKind kind);

  // Counts a check after a hint.
  void learn(bool said_changed, bool has_changed);

  // P(hint says changed | changed) and P(hint says changed | unchanged).
  double said_if_changed() const { return said_changed_ / changed_; }
  double said_if_unchanged() const { return said_unchanged_ / unchanged_; }

  // Returns true if the hint is informative: more frequent after a change than without one.
  bool is_useful() const { return said_if_changed() > said_if_unchanged(); }

 private:
  double changed_ = 2;       // checks that saw a change
  double said_changed_ = 1;  // of these, those that the hint had reported
  double unchanged_ = 2;
  double said_unchanged_ = 1;
};

// Returns the factor by which the hint multiplies the odds that the page has changed; 1 if hints of
// its kind are not useful.
double hint_odds(bool said_changed, const HintTrust& trust);

// Returns P(stale) given the hint, from P(stale) before it.
double with_hint(double stale_probability, bool said_changed, const HintTrust& trust);

}  // namespace freshet
