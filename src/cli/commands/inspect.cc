// freshet inspect: what freshet reads in a saved page.
#include <fmt/format.h>

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/escape.h"
#include "base/json.h"
#include "charset/charset.h"
#include "charset/content_type.h"
#include "cli/commands/commands.h"
#include "cli/saved_page.h"
#include "html/features.h"
#include "html/links.h"
#include "html/packed_index.h"
#include "html/page_facts.h"
#include "html/tag_index.h"
#include "html/text.h"
#include "robots/directives.h"
#include "url/url.h"

namespace freshet {
namespace {

constexpr std::string_view kAgent = "freshet";  // the product token that robots directives name

// What every view starts from.
struct Page : SavedPage {
  std::optional<Url> url;
};

void print(Output& out, JsonWriter& json) {
  out.write(json.take());
  out.write("\n");
}

void show_tags(const Page& page, bool as_json, Output& out) {
  if (!as_json) {
    for (const Tag& tag : page.index) {
      out.write(fmt::format("{:>8} {:>6} {} {:>3}  {}{}\n", tag.start, tag.length, tag.name_offset,
                            tag.name_length, tag.is_end() ? "/" : "",
                            visible(tag.name(page.text()))));
    }
    return;
  }
  JsonWriter json;
  json.begin_array();
  for (const Tag& tag : page.index) {
    json.begin_array().value(tag.start).value(tag.length).value(tag.name_offset);
    json.value(tag.name_length).end_array();
    out.write(json.take());
  }
  json.end_array();
  print(out, json);
}

Links links_of(const Page& page) {
  return extract_links(page.text(), page.index, page.scripting, page.url);
}

void show_links(const Page& page, bool as_json, Output& out) {
  const Links links = links_of(page);
  if (!as_json) {
    for (const Link& link : links.all) {
      out.write(fmt::format("{:<10} {}{}{}\n", link_kind_text(link.kind), link.url.href(),
                            link.text.empty() ? "" : "  ", visible(link.text)));
    }
    const MissingLinks& missing = links.missing;
    if (missing.unresolvable > 0) {
      log(LogLevel::warning,
          "some links could not be resolved; --url says where the page came from",
          {{"links", missing.unresolvable}});
    }
    return;
  }
  JsonWriter json;
  json.begin_object().key("base");
  links.base ? json.value(links.base->href()) : json.null();
  json.key("links").begin_array();
  for (const Link& link : links.all) {
    json.begin_object().key("url").value(link.url.href());
    json.key("kind").value(link_kind_text(link.kind));
    json.key("rel").value(link.rel.text()).key("text").value(link.text);
    json.key("hreflang").value(link.hreflang).key("tag").value(link.tag).end_object();
    out.write(json.take());
  }
  json.end_array();
  json.key("unresolvable").value(links.missing.unresolvable);
  json.key("inlined").value(links.missing.inlined);
  json.key("over_limit").value(links.missing.over_limit).end_object();
  print(out, json);
}

void show_text(const Page& page, bool as_json, Output& out) {
  const std::string text = visible_text(page.text(), page.index, page.scripting);
  if (!as_json) {
    out.write(visible_lines(text));
    out.write("\n");
    return;
  }
  JsonWriter json;
  json.begin_object().key("text").value(text).end_object();
  print(out, json);
}

struct Number {
  std::string_view name;
  std::size_t value;
};

std::array<Number, 12> numbers_of(const PageFeatures& f) {
  return {{{"links", f.links},
           {"internal_links", f.internal_links},
           {"external_links", f.external_links},
           {"emails", f.emails},
           {"images", f.images},
           {"headings", f.headings},
           {"scripts", f.scripts},
           {"forms", f.forms},
           {"elements", f.elements},
           {"text_bytes", f.text_bytes},
           {"raw_bytes", f.raw_bytes},
           {"url_dir_level", f.url_dir_level}}};
}

// "noindex, nofollow": what the page asks of us.
std::string robots_words(const PageFacts& facts) {
  RobotsDirectives all;
  for (const RobotsMeta& meta : facts.robots) all.add_meta(meta.name, meta.content);
  const PageDirectives ours = all.for_agent(kAgent);
  std::string words;
  const auto add = [&](bool asked, std::string_view word) {
    if (asked) words += fmt::format("{}{}", words.empty() ? "" : ", ", word);
  };
  add(ours.noindex, "noindex");
  add(ours.nofollow, "nofollow");
  add(ours.noarchive, "noarchive");
  add(ours.nosnippet, "nosnippet");
  add(ours.noimageindex, "noimageindex");
  return words;
}

void show_features(const Page& page, bool as_json, Output& out) {
  const Links links = links_of(page);
  PageFeatures features =
      measure_features(page.text(), page.index, page.scripting, links.all, page.url);
  features.raw_bytes = page.bytes.size();
  const PageFacts facts = read_page_facts(page.text(), page.index, page.scripting, links, kAgent);
  const std::array<std::pair<std::string_view, std::string>, 7> words = {
      {{"title", facts.title},
       {"language", facts.language},
       {"description", facts.description},
       {"canonical", facts.canonical ? std::string(facts.canonical->href()) : ""},
       {"robots", robots_words(facts)},
       {"encoding", std::string(encoding_name(page.utf8.encoding))},
       {"encoding_source", std::string(charset_source_name(page.utf8.source))}}};
  if (!as_json) {
    for (const auto& [name, value] : words)
      out.write(fmt::format("{:<16} {}\n", name, visible(value)));
    for (const Number& n : numbers_of(features))
      out.write(fmt::format("{:<16} {}\n", n.name, n.value));
    return;
  }
  JsonWriter json;
  json.begin_object();
  for (const auto& [name, value] : words) json.key(name).value(value);
  for (const Number& n : numbers_of(features)) json.key(n.name).value(n.value);
  json.end_object();
  print(out, json);
}

void show_packed(const Page& page, bool as_json, Output& out) {
  const std::string packed = pack_index(page.index);
  const double per_tag = page.index.empty() ? 0.0
                                            : static_cast<double>(packed.size()) /
                                                  static_cast<double>(page.index.size());
  std::string hex;
  for (const char c : packed) hex += fmt::format("{:02x}", static_cast<unsigned char>(c));
  if (!as_json) {
    out.write(fmt::format("{} tags in {} bytes, {:.2f} bytes a tag\n", page.index.size(),
                          packed.size(), per_tag));
    for (std::size_t at = 0; at < hex.size(); at += 64) out.write(hex.substr(at, 64) + "\n");
    return;
  }
  JsonWriter json;
  json.begin_object().key("tags").value(page.index.size()).key("bytes").value(packed.size());
  json.key("bytes_per_tag").value(per_tag).key("hex").value(hex).end_object();
  print(out, json);
}

struct View {
  std::string_view flag;
  void (*show)(const Page& page, bool as_json, Output& out);
};

constexpr std::array<View, 5> kViews = {{{"--tags", show_tags},
                                         {"--links", show_links},
                                         {"--text", show_text},
                                         {"--features", show_features},
                                         {"--packed", show_packed}}};

// Where the page came from, as far as it was said.
std::expected<std::optional<Url>, Failure> page_url(const Arguments& arguments) {
  const auto& given = arguments.value("--url");
  if (!given) return std::nullopt;
  auto url = Url::parse(*given);
  if (!url) {
    return wrong_usage(fmt::format("--url: {}; give a whole URL such as https://example.com/",
                                   url.error().message));
  }
  if (!url->is_http()) {
    return wrong_usage(
        fmt::format("--url must be a URL of http or https, not of {}", url->scheme()));
  }
  return *std::move(url);
}

// The Content-Type that was given, with a word of warning where its charset will be of no use.
std::string page_content_type(const Arguments& arguments) {
  const std::string content_type = arguments.value("--content-type").value_or("");
  const auto charset = content_type_charset(content_type);
  if (charset && !encoding_from_label(*charset)) {
    log(LogLevel::warning, "the charset of --content-type is unknown and not used",
        {{"charset", *charset}});
  }
  return content_type;
}

std::expected<Page, Failure> read_page(const Session& session) {
  const Settings& settings = session.config.settings;
  auto url = page_url(session.arguments);
  if (!url) return std::unexpected(url.error());
  const std::string content_type = page_content_type(session.arguments);
  auto saved = read_saved_page(*session.arguments.value("FILE"), content_type, settings);
  if (!saved) return could_not(saved.error().message);
  return Page{*std::move(saved), *std::move(url)};
}

CommandResult run_inspect(const Session& session) {
  const View* chosen = nullptr;
  for (const View& view : kViews) {
    if (!session.arguments.has(view.flag)) continue;
    if (chosen)
      return wrong_usage(fmt::format("{} and {} cannot be shown at once", chosen->flag, view.flag));
    chosen = &view;
  }
  if (!chosen)
    return wrong_usage("say what to show: --tags, --links, --text, --features or --packed");
  const auto page = read_page(session);
  if (!page) return std::unexpected(page.error());
  chosen->show(*page, session.arguments.has("--json"), session.out);
  return {};
}

}  // namespace

Command inspect_command() {
  return {.name = "inspect",
          .summary = "Show what freshet reads in a saved page",
          .details =
              "Reads one page as the crawl would: brings it to UTF-8, finds its tags once, and\n"
              "shows what is made of them. Offsets count bytes of the UTF-8 text.",
          .usage = "FILE --tags|--links|--text|--features|--packed [OPTIONS]",
          .operands = {{"FILE", "The page; - reads it from standard input"}},
          .options = {{"--tags", "", "Every tag: start, length, name offset, name length"},
                      {"--links", "", "Every link: kind, URL, what is written on it"},
                      {"--text", "",
                       "The text as a reader sees it; control characters are shown escaped, "
                       "and exact with --json"},
                      {"--features", "", "Title, language, robots, encoding and counts"},
                      {"--packed", "", "The tag index as it is stored"},
                      {"--url", "URL", "Where the page came from, to resolve its links"},
                      {"--content-type", "T", "The Content-Type header it came with"},
                      {"--json", "", "Print JSON"}},
          .sections = {},
          .examples = {{"freshet inspect page.html --text", "read a page without a browser"},
                       {"freshet inspect page.html --links --url https://example.com/",
                        "its links, whole"},
                       {"curl -s https://example.com/ | freshet inspect - --features --json",
                        "counts for programs"}},
          .run = run_inspect};
}

}  // namespace freshet
