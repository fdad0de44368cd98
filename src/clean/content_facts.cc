#include "clean/content_facts.h"

#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

std::string tidy_fact(std::string_view decoded) {
  TextFlow flow;
  flow.add_words(decoded);
  std::string fact = flow.take();
  cut_utf8(fact, kContentFactBytesMax);
  return fact;
}

// Returns the date at the start of an ISO time; empty if there is none.
std::string iso_date(std::string_view text) {
  text = trim_ascii_whitespace(text).substr(0, 10);
  if (text.size() < 10 || text[4] != '-' || text[7] != '-') return {};
  for (const std::size_t i : {0U, 1U, 2U, 3U, 5U, 6U, 8U, 9U})
    if (!is_ascii_digit(text[i])) return {};
  const int month = (text[5] - '0') * 10 + (text[6] - '0');
  const int day = (text[8] - '0') * 10 + (text[9] - '0');
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? std::string(text) : std::string();
}

// Returns "en" for "en-US" and "EN_us".
std::string primary_language(std::string_view tag) {
  tag = trim_ascii_whitespace(tag);
  const std::string language = ascii_lower(tag.substr(0, tag.find_first_of("-_")));
  const bool is_code = language.size() == 2 || language.size() == 3;
  for (const char c : language)
    if (!is_ascii_lower(c)) return {};
  return is_code ? language : std::string();
}

bool is_author_name(std::string_view text) {
  return !text.empty() && text.find("://") == text.npos && text.front() != '@';
}

// The string behind "key": in a JSON text, without a parser: JSON on pages is often broken.
std::string json_string(std::string_view json, std::string_view key) {
  std::string quoted = "\"";
  quoted.append(key).append("\"");
  std::size_t at = json.find(quoted);
  if (at == json.npos) return {};
  at += quoted.size();
  while (at < json.size() && (is_ascii_whitespace(json[at]) || json[at] == ':')) ++at;
  if (at >= json.size() || json[at] != '"') return {};
  std::string value;
  for (++at; at < json.size() && json[at] != '"' && value.size() < kContentFactBytesMax; ++at) {
    if (json[at] == '\\') return {};
    value.push_back(json[at]);
  }
  return value;
}

class ContentFactReader {
 public:
  ContentFactReader(std::string_view page, const TagIndex& index) : page_(page), index_(index) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (std::exchange(in_title_, false)) title_ = read_text(from, to, TextKind::references);
    if (std::exchange(in_json_, false)) read_json(page_.substr(from, to - from));
    if (collects_ && !around.are_unseen()) collected_.add(page_, from, to, kind, around.place());
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    in_title_ = in_json_ = false;
    if (space != Namespace::html || around.are_inert()) return;
    if (name == TagName::meta) return read_meta(i);
    if (name == TagName::title) in_title_ = title_.empty();
    if (name == TagName::script) in_json_ = is_json(i);
    if (name == TagName::html) lang_ = primary_language(value(i, "lang"));
    if (name == TagName::time && time_.empty()) time_ = iso_date(value(i, "datetime"));
    if (collects_) return;
    const bool is_author = says_author(i, name);
    if ((name == TagName::h1 && h1_.empty()) || (is_author && author_.empty())) {
      collects_ = name;
      is_author_ = is_author;
    }
  }

  void end_tag(std::size_t, TagName name, Namespace, const Surroundings&) {
    in_title_ = in_json_ = false;
    if (!collects_ || *collects_ != name) return;
    collects_.reset();
    std::string text = tidy_fact(collected_.take());
    if (!is_author_)
      h1_ = std::move(text);
    else if (is_author_name(text) && text.size() < kAuthorBytesMax)
      author_ = std::move(text);
  }

  ContentFacts take() {
    const bool takes_h1 = title_.empty() || (!h1_.empty() && title_.find(h1_) != title_.npos);
    return {.title = !og_title_.empty() ? og_title_
                     : takes_h1         ? h1_
                                        : title_,
            .author = !meta_author_.empty() ? meta_author_ : author_,
            .date = !date_.empty() ? date_ : time_,
            .language = !lang_.empty() ? lang_ : og_locale_};
  }

 private:
  static constexpr std::size_t kAuthorBytesMax = 100;

  std::string value(std::size_t i, std::string_view name) const {
    const auto raw = find_attribute(page_, index_[i], name);
    return raw ? decode_attribute(raw->substr(0, 4 * kContentFactBytesMax)) : std::string();
  }

  std::string read_text(std::size_t from, std::size_t to, TextKind kind) const {
    TextFlow flow;
    flow.add(page_, from, to, kind, Place::html);
    return tidy_fact(flow.take());
  }

  bool is_json(std::size_t i) const {
    return equals_ignoring_case(value(i, "type"), "application/ld+json");
  }

  bool says_author(std::size_t i, TagName name) const {
    if (name != TagName::a && name != TagName::span && name != TagName::div) return false;
    if (name == TagName::a && equals_ignoring_case(value(i, "rel"), "author")) return true;
    return equals_ignoring_case(value(i, "itemprop"), "author");
  }

  void read_meta(std::size_t i) {
    std::string name = ascii_lower(value(i, "name"));
    if (name.empty()) name = ascii_lower(value(i, "property"));
    if (name.empty()) name = ascii_lower(value(i, "itemprop"));
    const std::string content = tidy_fact(value(i, "content"));
    if (name == "og:title" && og_title_.empty()) og_title_ = content;
    if (name == "og:locale") og_locale_ = primary_language(content);
    const bool is_author = name == "author" || name == "article:author" || name == "dc.creator" ||
                           name == "parsely-author" || name == "sailthru.author";
    if (is_author && meta_author_.empty() && is_author_name(content)) meta_author_ = content;
    constexpr std::array<std::string_view, 8> kDates = {
        "article:published_time", "datepublished", "date", "dc.date", "dc.date.issued", "pubdate",
        "parsely-pub-date",       "publish-date"};
    for (const std::string_view known : kDates)
      if (name == known && date_.empty()) date_ = iso_date(content);
  }

  void read_json(std::string_view json) {
    json = json.substr(0, kJsonLdBytesMax);
    if (date_.empty()) date_ = iso_date(json_string(json, "datePublished"));
    const std::size_t author = json.find("\"author\"");
    if (author == json.npos || !meta_author_.empty()) return;
    const std::string name = tidy_fact(json_string(json.substr(author), "name"));
    if (is_author_name(name)) meta_author_ = name;
  }

  std::string_view page_;
  const TagIndex& index_;
  std::string title_, og_title_, h1_, meta_author_, author_, date_, time_, lang_, og_locale_;
  bool in_title_ = false;            // the text after this tag is the title
  bool in_json_ = false;             // ... JSON-LD
  std::optional<TagName> collects_;  // the element whose text is read
  bool is_author_ = false;           // it is the author's name, not a heading
  TextFlow collected_;
};

}  // namespace

ContentFacts read_content_facts(std::string_view text, const TagIndex& index, Scripting scripting) {
  ContentFactReader reader(text, index);
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
