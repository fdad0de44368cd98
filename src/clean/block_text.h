// Counts of the characters and words of a block's text, for its features.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace freshet {

struct TextCounts {
  std::uint32_t upper = 0;
  std::uint32_t digits = 0;
  std::uint32_t letters = 0;
  std::uint32_t commas = 0;
  std::uint32_t stops = 0;       // . ! ?
  std::uint32_t stop_words = 0;  // the, of, und, les ...
  std::uint32_t capitalised = 0;
  std::uint32_t title_words = 0;  // words of the page's title, among the first kTitleWordsLooked
  std::uint32_t looked = 0;       // words among which those were counted
};

inline constexpr std::uint32_t kTitleWordsLooked = 30;

// The words of a page's title.
class TitleWords {
 public:
  explicit TitleWords(std::string_view title);

  // Returns true if `text`, of at least two words, is a part of the title.
  bool contain(std::string_view text) const;
  bool have_word(std::string_view word) const;

 private:
  std::string lower_;
  std::vector<std::uint64_t> words_;  // sorted hashes
};

TextCounts count_text(std::string_view text, const TitleWords& title);

// Returns true if the start of the text has an amount of money: "$ 5", "5 €", "EUR".
bool mentions_price(std::string_view text);

// Returns true if the start of the text says "copyright".
bool mentions_copyright(std::string_view text);

}  // namespace freshet
