#include "select/text_regex.h"

#include <fmt/format.h>
#include <re2/re2.h>

#include <algorithm>
#include <array>

#include "base/escape.h"
#include "base/utf8.h"

namespace freshet {
namespace {

re2::StringPiece piece_of(std::string_view text) { return {text.data(), text.size()}; }

// Returns the expression with each "." outside of a class as [^\n\r].
std::string without_carriage_returns(std::string_view text) {
  std::string out;
  bool is_in_class = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '\\' && i + 1 < text.size()) {
      out += c;
      out += text[++i];
      continue;
    }
    if (c == '[') is_in_class = true;
    if (c == ']') is_in_class = false;
    if (c == '.' && !is_in_class)
      out += "[^\\n\\r]";
    else
      out += c;
  }
  return out;
}

std::string problem_of(const re2::RE2& expression, std::string_view written) {
  const std::string& part = expression.error_arg();
  const std::size_t at = part.empty() ? std::string_view::npos : written.find(part);
  std::string problem = expression.error();
  if (const auto colon = problem.find(": "); colon != std::string::npos) problem.resize(colon);
  if (at == std::string_view::npos)
    return fmt::format("the regular expression cannot be read: {}", visible(problem));
  return fmt::format("the regular expression cannot be read: {}, at byte {}: \"{}\"",
                     visible(problem), at + 1, visible(part));
}

}  // namespace

Result<TextRegex> TextRegex::make(const std::string& pattern, std::string_view written,
                                  bool ignores_case) {
  if (written.size() > kTextMax)
    return std::unexpected(Error{
        Errc::invalid, fmt::format("the regular expression is longer than {} bytes", kTextMax)});
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(kMemoryMax);
  options.set_case_sensitive(!ignores_case);
  auto expression = std::make_shared<const re2::RE2>(pattern, options);
  if (!expression->ok())
    return std::unexpected(Error{Errc::invalid, problem_of(*expression, written)});
  return TextRegex(std::move(expression));
}

Result<TextRegex> TextRegex::parse(std::string_view text) {
  if (text.empty()) return std::unexpected(Error{Errc::invalid, "the regular expression is empty"});
  return make("(?m)" + std::string(text), text, false);
}

Result<TextRegex> TextRegex::parse_i_regexp(std::string_view text) {
  return make(without_carriage_returns(text), text, false);
}

Result<TextRegex> TextRegex::of_words(std::string_view words) {
  return make(re2::RE2::QuoteMeta(piece_of(words)), words, true);
}

bool TextRegex::is_in(std::string_view text) const {
  return re2::RE2::PartialMatch(piece_of(text), *expression_);
}

bool TextRegex::is_all_of(std::string_view text) const {
  return re2::RE2::FullMatch(piece_of(text), *expression_);
}

// A try to find the next match may look at the rest of the text, so that all of them together take
// the square of its length. When they have looked at enough, they only look at a window.
std::vector<std::string> TextRegex::find(std::string_view text) const {
  std::vector<std::string> found;
  std::size_t bytes = 0;
  const re2::StringPiece all = piece_of(text);
  const int groups = expression_->NumberOfCapturingGroups() > 0 ? 2 : 1;
  std::size_t at = 0;
  std::size_t looked_at = 0;
  for (std::size_t tries = 0; at <= text.size() && tries < kTriesMax; ++tries) {
    if (found.size() >= kMatchesMax || bytes >= kFoundBytesMax) break;
    looked_at += text.size() - at;
    const bool is_window = looked_at > kLookedAtMax && text.size() - at > kWindowBytes;
    const std::size_t end = is_window ? at + kWindowBytes : text.size();
    std::array<re2::StringPiece, 2> parts;
    if (!expression_->Match(all, at, end, re2::RE2::UNANCHORED, parts.data(), groups)) {
      if (!is_window) break;
      at += kWindowBytes / 2;
      continue;
    }
    const auto start = static_cast<std::size_t>(parts[0].data() - text.data());
    if (is_window && start >= at + kWindowBytes / 2) {
      at = start;  // it may go on behind the window
      continue;
    }
    const re2::StringPiece& kept = parts[static_cast<std::size_t>(groups - 1)];
    if (!kept.empty())
      found.push_back(repair_utf8({kept.data(), std::min(kept.size(), kFoundBytesMax - bytes)}));
    bytes += kept.size();
    at = start + std::max<std::size_t>(parts[0].size(), 1);
  }
  return found;
}

}  // namespace freshet
