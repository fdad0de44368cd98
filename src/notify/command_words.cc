#include "notify/command_words.h"

#include <fmt/format.h>

#include <optional>

#include "base/ascii.h"

namespace freshet {

Result<std::vector<std::string>> split_command(std::string_view line) {
  std::vector<std::string> words;
  std::optional<std::string> word;
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == 0 && is_ascii_whitespace(c)) {
      if (word) words.push_back(*word);
      word.reset();
      continue;
    }
    if (!word) word.emplace();
    if (c == '\\' && quote != '\'' && at + 1 < line.size()) {
      *word += line[++at];
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (c == '\0') {
      return std::unexpected(Error{Errc::invalid, "a NUL stands in the command"});
    } else {
      *word += c;
    }
  }
  if (quote != 0)
    return std::unexpected(Error{Errc::invalid, fmt::format("a quote {} has no end", quote)});
  if (word) words.push_back(*word);
  if (words.empty()) return std::unexpected(Error{Errc::invalid, "there is no program"});
  if (words.size() > kCommandWordsMax)
    return std::unexpected(
        Error{Errc::limit, fmt::format("there are more than {} words", kCommandWordsMax)});
  return words;
}

}  // namespace freshet
