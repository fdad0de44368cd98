#include "clean/page_look.h"

#include <algorithm>
#include <set>

#include "base/ascii.h"
#include "base/hash.h"
#include "clean/base64.h"
#include "clean/parking_phrases.h"
#include "html/attributes.h"
#include "html/links.h"
#include "html/page_facts.h"
#include "html/tag_names.h"
#include "html/text.h"
#include "url/site.h"

namespace freshet {
namespace {

constexpr std::size_t kProseWordsMin = 8;    // of a line that may be a sentence
constexpr std::size_t kPackedBytesMin = 24;  // of base64 that may hold a name
constexpr std::size_t kPackedBytesMax = 4096;
constexpr std::size_t kSearchTextsMax = 64;  // of links; bounds the comparisons with each line
constexpr std::size_t kPackedRunsMax = 64;
constexpr std::size_t kPhraseBytesMax = std::size_t{64} << 10;  // of text that is searched

std::size_t count_words(std::string_view line) {
  std::size_t words = 0;
  bool in_word = false;
  for (const char c : line) {
    const bool is_space = is_ascii_whitespace(c);
    words += !is_space && !in_word ? 1 : 0;
    in_word = !is_space;
  }
  return words;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  while (true) {
    const std::size_t at = from.empty() ? text.npos : text.find(from);
    out += text.substr(0, at);
    if (at == text.npos) return out;
    out += to;
    text.remove_prefix(at + from.size());
  }
}

// The registrable domain and its first label: "example.com", "example".
struct OwnNames {
  std::string domain;
  std::string label;

  explicit OwnNames(const Url& url) : domain(site_of(url.hostname())) {
    label = domain.substr(0, domain.find('.'));
  }

  // `text` is in lower case.
  std::string without(std::string_view text) const {
    const std::string out = replace_all(text, domain, kOwnName);
    return label.size() >= 4 ? replace_all(out, label, kOwnName) : out;
  }
};

// True if `name` is in the page as a value of its own: "dn=name&", "'name'".
bool has_bare_value(std::string_view html, std::string_view name) {
  const std::string_view before = "=\"'", behind = "\"'&;) \n<";
  for (std::size_t at = html.find(name); at != html.npos; at = html.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool starts = at > 0 && before.contains(html[at - 1]);
    if (starts && (end == html.size() || behind.contains(html[end]))) return true;
  }
  return false;
}

bool is_base64_byte(char c) { return is_ascii_alnum(c) || c == '+' || c == '/'; }

bool has_packed_name(std::string_view html, std::string_view name) {
  std::size_t runs = 0;
  for (std::size_t at = 0; at < html.size() && runs < kPackedRunsMax; ++at) {
    if (!is_base64_byte(html[at])) continue;
    std::size_t end = at;
    while (end < html.size() && is_base64_byte(html[end])) ++end;
    if (end - at >= kPackedBytesMin && at > 0 && (html[at - 1] == '"' || html[at - 1] == '\'')) {
      ++runs;
      const std::size_t size = std::min(end - at, kPackedBytesMax);
      if (decode_base64(html.substr(at, size)).contains(name)) return true;
    }
    at = end;
  }
  return false;
}

// A sentence of some length that does not belong to a link into a search: advertisements have
// those.
bool is_prose(std::string_view line, std::size_t words, const std::set<std::string>& searches) {
  if (words < kProseWordsMin || line.find_first_of(".!?") == line.npos) return false;
  return std::ranges::none_of(searches,
                              [&](const std::string& text) { return line.starts_with(text); });
}

void read_lines(std::string_view text, const OwnNames& own, const std::set<std::string>& searches,
                PageLook& look) {
  std::set<std::uint64_t> blocks;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trim_ascii_whitespace(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    const std::size_t words = count_words(line);
    look.words += words;
    if (is_prose(line, words, searches)) look.prose_words += words;
    if (blocks.size() >= kLookBlocksMax) continue;
    const std::string lower = ascii_lower(line.substr(0, 512));
    if (lower == own.domain) look.names_itself = true;
    blocks.insert(hash64(own.without(lower)));
  }
  look.blocks.assign(blocks.begin(), blocks.end());
}

// Returns the texts of links into a search.
std::set<std::string> read_links(const Links& links, const OwnNames& own, const Url& page,
                                 PageLook& look) {
  std::set<std::string> searches;
  std::set<std::string_view> paths;
  std::set<std::string> others, linked;
  for (const Link& link : links.all) {
    if (!link.url.is_http()) continue;
    const std::string_view site = site_of(link.url.hostname());
    const bool is_anchor = link.kind == LinkKind::anchor;
    if (site == own.domain) {
      if (!is_anchor) continue;
      if (link.url.query() && (link.url.path() == "/" || link.url.path() == page.path())) {
        ++look.search_links;
        if (!link.text.empty() && searches.size() < kSearchTextsMax) searches.insert(link.text);
      } else if (link.url.path() != "/") {
        paths.insert(link.url.path());
      }
    } else if (others.size() < kLookSitesMax) {
      others.emplace(site);
      if (is_anchor) linked.emplace(site);
    }
  }
  look.own_paths = paths.size();
  look.other_sites.assign(others.begin(), others.end());
  look.linked_sites.assign(linked.begin(), linked.end());
  return searches;
}

// Redirects to names and paths that parking services use within the parked domain itself.
bool leads_to_lander(const PageLook& look, const OwnNames& own) {
  if (!look.redirect) return false;
  const Url& target = look.redirect->target;
  const std::string_view host = target.hostname();
  if (site_of(host) != own.domain) return false;
  const bool is_numbered = host.size() > 4 && host.starts_with("ww") && is_ascii_digit(host[2]);
  return target.path() == "/lander" || (is_numbered && host.substr(2).find('.') <= 2);
}

}  // namespace

PageLook look_at_page(const CapturedPage& page) {
  PageLook look;
  const OwnNames own(page.url);
  const std::string_view html = page.text.substr(0, kLookBytesMax);
  const std::string text = visible_text(page.text, page.index, Scripting::off);
  const Links links =
      extract_links(page.text, page.index, Scripting::off, page.url, {.texts = true, .wants = {}});
  const PageFacts facts = read_page_facts(page.text, page.index, Scripting::off, links, "freshet");

  look.tags = tag_sequence(page.text, page.index);
  read_lines(text, own, read_links(links, own, page.url, look), look);
  look.redirect = find_redirect(page, look.words);
  const std::string title = ascii_lower(facts.title);
  look.title = own.without(title);
  look.names_itself = look.names_itself || title.contains(own.domain);
  look.service = find_parking_service(html);
  if (look.service.empty() && leads_to_lander(look, own)) look.service = "a lander";
  look.sale_phrases =
      count_sale_phrases(title + '\n' + ascii_lower(text.substr(0, kPhraseBytesMax)));
  look.carries_name = has_bare_value(html, own.domain) || has_packed_name(html, own.domain);
  look.has_description =
      !facts.description.empty() && !ascii_lower(facts.description).contains(own.domain);
  return look;
}

}  // namespace freshet
