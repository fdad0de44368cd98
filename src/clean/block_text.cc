#include "clean/block_text.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/quick_hash.h"
#include "clean/content_words.h"

namespace freshet {
namespace {

constexpr std::size_t kStopWordBytesMax = 7;
constexpr std::size_t kTitleWordBytesMin = 4;
constexpr std::size_t kTitlePartBytesMax = 300;
constexpr std::size_t kTitleBytesMax = 2'000;  // every short block is searched in it
constexpr std::size_t kCopyrightBytesMax = 600;
constexpr std::size_t kPriceBytesMax = 200;

// A short word in lower case as one number.
constexpr std::uint64_t pack_word(std::string_view word) {
  std::uint64_t packed = 0;
  for (const char c : word) packed = packed << 8 | static_cast<unsigned char>(to_ascii_lower(c));
  return packed;
}

// Frequent words of English, French, German, Spanish and Italian: prose has many, menus few.
constexpr auto kStopWords = [] {
  constexpr std::array<std::string_view, 94> kWords = {
      "the",   "of",   "and",  "to",   "a",     "in",   "is",    "that",  "for",   "it",    "with",
      "as",    "on",   "be",   "are",  "this",  "was",  "by",    "or",    "an",    "at",    "from",
      "have",  "not",  "you",  "your", "we",    "can",  "will",  "has",   "their", "which", "but",
      "if",    "they", "more", "i",    "he",    "his",  "been",  "when",  "how",   "what",  "all",
      "there", "one",  "so",   "our",  "these", "than", "would", "about", "out",   "up",    "into",
      "also",  "its",  "had",  "my",   "me",    "do",   "just",  "de",    "la",    "le",    "et",
      "les",   "des",  "en",   "un",   "une",   "der",  "die",   "und",   "das",   "den",   "von",
      "zu",    "mit",  "ist",  "el",   "los",   "que",  "y",     "por",   "con",   "para",  "del",
      "di",    "il",   "che",  "e",    "per",   "non"};
  std::array<std::uint64_t, kWords.size()> packed{};
  for (std::size_t i = 0; i < kWords.size(); ++i) packed[i] = pack_word(kWords[i]);
  std::ranges::sort(packed);
  return packed;
}();

bool is_stop_word(std::string_view word) {
  return word.size() <= kStopWordBytesMax &&
         std::ranges::binary_search(kStopWords, pack_word(word));
}

// Returns the length of the sign of a currency that the text begins with; 0 if there is none.
std::size_t currency_sign(std::string_view text) {
  for (const std::string_view sign : {"$", "£", "€", "¥", "₹"})
    if (text.starts_with(sign)) return sign.size();
  return 0;
}

// Returns true if the word at `at` is USD, EUR or GBP.
bool is_currency_code(std::string_view text, std::size_t at) {
  const std::string_view word = text.substr(at, 3);
  if (!equals_ignoring_case(word, "usd") && !equals_ignoring_case(word, "eur") &&
      !equals_ignoring_case(word, "gbp"))
    return false;
  const auto is_inner = [&](std::size_t i) { return is_ascii_alnum(text[i]) || text[i] == '_'; };
  return (at == 0 || !is_inner(at - 1)) && (at + 3 >= text.size() || !is_inner(at + 3));
}

}  // namespace

TitleWords::TitleWords(std::string_view title)
    : lower_(ascii_lower(title.substr(0, kTitleBytesMax))) {
  for_each_word(lower_, [&](std::size_t from, std::size_t to) {
    if (to - from >= kTitleWordBytesMin)
      words_.push_back(quick_hash(std::string_view(lower_).substr(from, to - from)));
  });
  std::ranges::sort(words_);
}

bool TitleWords::contain(std::string_view text) const {
  if (text.size() > std::min(kTitlePartBytesMax, lower_.size())) return false;
  return text.find(' ') != text.npos && lower_.find(ascii_lower(text)) != lower_.npos;
}

bool TitleWords::have_word(std::string_view word) const {
  return word.size() >= kTitleWordBytesMin && !words_.empty() &&
         std::ranges::binary_search(words_, quick_hash(ascii_lower(word)));
}

TextCounts count_text(std::string_view text, const TitleWords& title) {
  TextCounts counts;
  for (const char c : text) {
    counts.upper += is_ascii_upper(c);
    counts.digits += is_ascii_digit(c);
    counts.letters += is_ascii_alpha(c) || !is_ascii(c);
    counts.commas += c == ',';
    counts.stops += c == '.' || c == '!' || c == '?';
  }
  for_each_word(text, [&](std::size_t from, std::size_t to) {
    const std::string_view word = text.substr(from, to - from);
    counts.capitalised += is_ascii_upper(word.front());
    counts.stop_words += is_stop_word(word);
    if (counts.looked < kTitleWordsLooked) {
      ++counts.looked;
      counts.title_words += title.have_word(word);
    }
  });
  return counts;
}

bool mentions_price(std::string_view text) {
  text = text.substr(0, kPriceBytesMax);
  for (std::size_t at = text.find_first_of("$\xC2\xE2UuEeGg"); at != text.npos;
       at = text.find_first_of("$\xC2\xE2UuEeGg", at + 1)) {
    if (is_currency_code(text, at)) return true;
    const std::size_t length = currency_sign(text.substr(at));
    if (length == 0) continue;
    std::size_t next = at + length;
    if (next < text.size() && text[next] == ' ') ++next;
    if (next < text.size() && is_ascii_digit(text[next])) return true;
    const std::size_t last = at > 1 && text[at - 1] == ' ' ? at - 2 : at - 1;
    if (at > 0 && length > 1 && is_ascii_digit(text[last])) return true;
  }
  return false;
}

bool mentions_copyright(std::string_view text) {
  const std::string_view start = text.substr(0, kCopyrightBytesMax);
  if (start.find("\xC2\xA9") != start.npos) return true;
  return ascii_lower(start).find("copyright") != start.npos;
}

}  // namespace freshet
