// Regular expressions over the text of a page, by RE2: linear time on any expression and any text.
// Look-around and back references do not exist.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace re2 {
class RE2;
}

namespace freshet {

// Immutable; any thread may use it.
class TextRegex {
 public:
  static constexpr std::size_t kTextMax = 4096;              // bytes of an expression
  static constexpr std::int64_t kMemoryMax = 8LL << 20;      // of its program and its caches
  static constexpr std::size_t kMatchesMax = 20'000;         // of one search
  static constexpr std::size_t kFoundBytesMax = 4ULL << 20;  // of all matches together
  static constexpr std::size_t kTriesMax = 200'000;        // of one search, empty matches included
  static constexpr std::size_t kLookedAtMax = 1ULL << 30;  // bytes, before there are windows
  static constexpr std::size_t kWindowBytes = 8 << 10;     // half of it is the longest match then

  // Errc::invalid with a sentence that names the place. ^ and $ match at line ends, "." matches no
  // line end.
  static Result<TextRegex> parse(std::string_view text);

  // The form of RFC 9485 (I-Regexp), which JSONPath uses: "." does not match a carriage return
  // either, and there are no anchors.
  static Result<TextRegex> parse_i_regexp(std::string_view text);

  // Matches `words` as they stand, without regard to case. Errc::invalid if they are too long.
  static Result<TextRegex> of_words(std::string_view words);

  bool is_in(std::string_view text) const;
  bool is_all_of(std::string_view text) const;

  // Returns the matches that do not overlap, in order: the first group, if the expression has one,
  // or else the whole match. Empty ones are left out, and matches beyond the limits.
  std::vector<std::string> find(std::string_view text) const;

 private:
  explicit TextRegex(std::shared_ptr<const re2::RE2> expression)
      : expression_(std::move(expression)) {}
  static Result<TextRegex> make(const std::string& pattern, std::string_view written,
                                bool ignores_case);

  std::shared_ptr<const re2::RE2> expression_;
};

}  // namespace freshet
