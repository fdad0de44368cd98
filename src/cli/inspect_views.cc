#include "cli/inspect_views.h"

#include <fmt/format.h>

#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/escape.h"
#include "base/json.h"
#include "base/log.h"
#include "charset/charset.h"
#include "html/features.h"
#include "html/links.h"
#include "html/packed_index.h"
#include "html/page_facts.h"
#include "html/tag_index.h"
#include "html/text.h"
#include "robots/directives.h"
#include "select/element_text.h"

namespace freshet {
namespace {

constexpr std::string_view kAgent = "freshet";  // the product token in robots directives

void write_json(Output& out, JsonWriter& json) {
  out.write(json.take());
  out.write("\n");
}

Links links_of(const InspectedPage& page) {
  return extract_links(page.text(), page.index, page.scripting, page.url);
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

// Returns the directives that apply to us: "noindex, nofollow".
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

// Returns the lines, each two columns to the right.
std::string indented(std::string_view lines) {
  std::string out = "  ";
  for (const char c : lines) {
    out += c;
    if (c == '\n') out += "  ";
  }
  return out;
}

}  // namespace

void show_tags(const InspectedPage& page, bool as_json, Output& out) {
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
  write_json(out, json);
}

void show_links(const InspectedPage& page, bool as_json, Output& out) {
  const Links links = links_of(page);
  if (!as_json) {
    for (const Link& link : links.all) {
      out.write(fmt::format("{:<10} {}{}{}\n", link_kind_text(link.kind), link.url.href(),
                            link.text.empty() ? "" : "  ", visible(link.text)));
    }
    const MissingLinks& missing = links.missing;
    if (missing.unresolvable > 0) {
      log(LogLevel::warning,
          "some links could not be resolved; use --url to give the URL of the page",
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
  write_json(out, json);
}

void show_text(const InspectedPage& page, bool as_json, Output& out) {
  const std::string text = visible_text(page.text(), page.index, page.scripting);
  if (!as_json) {
    out.write(visible_lines(text));
    out.write("\n");
    return;
  }
  JsonWriter json;
  json.begin_object().key("text").value(text).end_object();
  write_json(out, json);
}

void show_features(const InspectedPage& page, bool as_json, Output& out) {
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
  write_json(out, json);
}

void show_packed(const InspectedPage& page, bool as_json, Output& out) {
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
  write_json(out, json);
}

void show_selected(const HtmlTree& tree, std::span<const NodeNumber> elements, bool as_json,
                   Output& out) {
  if (!as_json) {
    for (const NodeNumber element : elements)
      out.write(fmt::format("{}\n{}\n", visible(element_label(tree, element)),
                            indented(visible_lines(element_text(tree, element)))));
    return;
  }
  JsonWriter json;
  json.begin_array();
  for (const NodeNumber element : elements) {
    json.begin_object().key("element").value(tree.name(element)).key("attributes").begin_object();
    tree.each_attribute(element, [&](const std::string& name, const std::string& value) {
      json.key(name).value(value);
    });
    json.end_object().key("text").value(element_text(tree, element)).end_object();
    out.write(json.take());
  }
  json.end_array();
  write_json(out, json);
}

}  // namespace freshet
