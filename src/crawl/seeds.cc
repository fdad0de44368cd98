#include "crawl/seeds.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"

namespace freshet {
namespace {

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

std::size_t web_scheme_length(std::string_view text) {
  if (starts_with_ignoring_case(text, "https://")) return 8;
  if (starts_with_ignoring_case(text, "http://")) return 7;
  return 0;
}

// Replaces JSON escapes by their characters. The rest need not be JSON: only the URLs are wanted.
std::string without_json_escapes(std::string_view text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] != '\\' || at + 1 == text.size()) {
      plain += text[at];
      continue;
    }
    const char c = text[++at];
    char32_t value = 0;
    std::size_t digits = 0;
    while (c == 'u' && digits < 4 && at + 1 + digits < text.size() &&
           is_ascii_hex_digit(text[at + 1 + digits]))
      value = value * 16 + hex_value(text[at + 1 + digits++]);
    if (digits == 4) {
      append_utf8(plain, value == 0 || (value >= 0xD800 && value <= 0xDFFF) ? U' ' : value);
      at += 4;
    } else {
      plain += is_ascii_alpha(c) ? ' ' : c;  // \n, \t, ...: white space
    }
  }
  return plain;
}

bool ends_url(char c) {
  return static_cast<unsigned char>(c) <= ' ' || c == '\x7f' ||
         std::string_view("<>\"`{}|\\^").find(c) != std::string_view::npos;
}

// Text may follow a URL: "see https://a.example/x, (or http://b.example/y_(z))."
std::string_view without_punctuation(std::string_view url) {
  while (!url.empty()) {
    const char last = url.back();
    const bool is_open = last == ')' && std::count(url.begin(), url.end(), '(') >=
                                            std::count(url.begin(), url.end(), ')');
    if (is_open || std::string_view(".,;:!?'*)]").find(last) == std::string_view::npos) break;
    url.remove_suffix(1);
  }
  return url;
}

// Returns all http and https URLs in the text.
LineSeeds find_urls(std::string_view text) {
  LineSeeds found;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t scheme = web_scheme_length(text.substr(at));
    if (scheme == 0 || (at > 0 && is_ascii_alnum(text[at - 1]))) {
      ++at;
      continue;
    }
    std::size_t end = at + scheme;
    while (end < text.size() && end - at <= kSeedUrlBytesMax && !ends_url(text[end])) ++end;
    const std::string_view written = text.substr(at, end - at);
    at = end;
    if (written.size() > kSeedUrlBytesMax) {
      found.why_bad = "a URL in it is too long";
      continue;
    }
    auto url = Url::parse(without_punctuation(written));
    if (!url)
      found.why_bad = "a URL in it is wrong: " + url.error().message;
    else if (found.urls.size() < kSeedsOfLineMax)
      found.urls.push_back(*std::move(url));
  }
  if (found.urls.empty() && found.why_bad.empty()) found.why_bad = "there is no URL in it";
  return found;
}

// Returns true if the word looks like "example.com:8080/path".
bool looks_like_host(std::string_view word) {
  const std::string_view host = word.substr(0, std::min(word.find_first_of("/?#"), word.size()));
  if (host.starts_with('[')) return true;
  const std::size_t colon = host.find(':');
  const std::string_view name = host.substr(0, std::min(colon, host.size()));
  if (name.empty() || name.find('@') != name.npos) return false;
  if (colon != host.npos) {
    const std::string_view port = host.substr(colon + 1);
    if (port.empty() || !std::all_of(port.begin(), port.end(), is_ascii_digit)) return false;
  }
  const std::size_t dot = name.find('.');
  return equals_ignoring_case(name, "localhost") || (dot != name.npos && dot > 0);
}

LineSeeds read_word(std::string_view word) {
  if (word.find("://") != word.npos && is_ascii_alpha(word.front()) &&
      std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(word.find("://")),
                  [](char c) { return is_ascii_alnum(c) || c == '+' || c == '-' || c == '.'; }))
    return {.why_bad = "only http and https can be crawled"};
  if (word.size() > kSeedUrlBytesMax) return {.why_bad = "it is too long for a URL"};
  if (!looks_like_host(word)) return {.why_bad = "it is neither a URL nor a host"};
  auto url = Url::parse("http://" + std::string(word));
  if (!url) return {.why_bad = "it is neither a URL nor a host: " + url.error().message};
  return {.urls = {*std::move(url)}};
}

}  // namespace

LineSeeds read_seed_line(std::string_view line) {
  line = trim_ascii_whitespace(line);
  if (line.empty() || line.front() == '#') return {};
  const bool is_word = std::none_of(line.begin(), line.end(), is_ascii_whitespace);
  // A line that is one URL is taken whole, with characters that would end a URL in text.
  if (is_word && web_scheme_length(line) > 0 && line.size() <= kSeedUrlBytesMax) {
    auto url = Url::parse(line);
    if (!url) return {.why_bad = "it is no URL: " + url.error().message};
    return {.urls = {*std::move(url)}};
  }
  const bool is_json = line.front() == '{' || line.front() == '[' || line.front() == '"';
  LineSeeds found = find_urls(is_json ? without_json_escapes(line) : std::string(line));
  if (!found.urls.empty()) {
    found.why_bad.clear();
    return found;
  }
  if (is_word && found.why_bad == "there is no URL in it") {
    LineSeeds word = read_word(line);
    if (!is_json || !word.urls.empty()) return word;
  }
  return found;
}

void SeedReader::read(std::string_view bytes) {
  while (!bytes.empty()) {
    const std::size_t end = std::min(bytes.find('\n'), bytes.size());
    const std::size_t room = kSeedLineBytesMax - line_.size();
    is_too_long_ = is_too_long_ || end > room;
    line_.append(bytes.substr(0, std::min(end, room)));
    if (end == bytes.size()) return;
    bytes.remove_prefix(end + 1);
    end_line();
  }
}

void SeedReader::finish() {
  if (!line_.empty()) end_line();
}

void SeedReader::end_line() {
  std::string_view line = line_;
  if (number_ == 1 && line.starts_with(kByteOrderMark)) line.remove_prefix(kByteOrderMark.size());
  LineSeeds found =
      is_too_long_ ? LineSeeds{.why_bad = "it is longer than a line may be"} : read_seed_line(line);
  for (Url& url : found.urls) seeds_.push_back({.url = std::move(url), .line = number_});
  if (!found.why_bad.empty() && ++bad_count_ <= kBadSeedLinesMax)
    bad_.push_back({.line = number_, .why = std::move(found.why_bad)});
  line_.clear();
  is_too_long_ = false;
  ++number_;
}

std::vector<Seed> SeedReader::take_seeds() { return std::exchange(seeds_, {}); }

}  // namespace freshet
