// Hints: what is heard of a page without a check of its text, such as a lastmod in a sitemap, an
// entry in a feed, or a 304. Each is evidence as good as it has proved to be on its site.
#pragma once

#include <cstddef>
#include <cstdint>

namespace freshet {

enum class HintKind : std::uint8_t { sitemap_lastmod, feed_entry, not_modified };
inline constexpr std::size_t kHintKinds = 3;

// Which kinds spoke of a page since its last check, and which of these said that it changed; a bit
// for each kind.
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

// How often a kind of hint was right on a site, counted when a check showed the truth.
class HintTrust {
 public:
  // What is assumed before any is counted, in the form of checks already made.
  static HintTrust of(HintKind kind);

  // A check showed whether the page had changed; the hint had said so or not.
  void learn(bool said_changed, bool has_changed);

  // P(hint says changed | changed) and P(hint says changed | unchanged).
  double said_if_changed() const { return said_changed_ / changed_; }
  double said_if_unchanged() const { return said_unchanged_ / unchanged_; }

  // Whether it tells anything: it speaks of change more often after one than without.
  bool is_useful() const { return said_if_changed() > said_if_unchanged(); }

 private:
  double changed_ = 2;       // checks that saw a change
  double said_changed_ = 1;  // of these, where the hint had said so
  double unchanged_ = 2;
  double said_unchanged_ = 1;
};

// By how much the hint multiplies the odds that the page has changed. 1 for one that has proved
// useless.
double hint_odds(bool said_changed, const HintTrust& trust);

// P(stale) when the hint is known, from P(stale) before. A hint that has proved useless changes
// nothing.
double with_hint(double stale_probability, bool said_changed, const HintTrust& trust);

}  // namespace freshet
