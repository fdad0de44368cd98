#include "replay/replay_attributes.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/srcset.h"
#include "replay/replay_css.h"

namespace freshet {
namespace {

// Attributes that make a browser do something, or that mean nothing in a replay.
constexpr auto kDroppedAttributes = std::to_array<std::string_view>({"allow",
                                                                     "allowfullscreen",
                                                                     "archive",
                                                                     "attributionsrc",
                                                                     "autofocus",
                                                                     "autoplay",
                                                                     "charset",
                                                                     "cite",
                                                                     "classid",
                                                                     "code",
                                                                     "codebase",
                                                                     "content",
                                                                     "credentialless",
                                                                     "crossorigin",
                                                                     "csp",
                                                                     "data",
                                                                     "download",
                                                                     "dynsrc",
                                                                     "formaction",
                                                                     "formmethod",
                                                                     "formtarget",
                                                                     "http-equiv",
                                                                     "imagesrcset",
                                                                     "integrity",
                                                                     "is",
                                                                     "itemid",
                                                                     "itemtype",
                                                                     "longdesc",
                                                                     "lowsrc",
                                                                     "manifest",
                                                                     "method",
                                                                     "nonce",
                                                                     "ping",
                                                                     "popovertarget",
                                                                     "profile",
                                                                     "referrerpolicy",
                                                                     "rel",
                                                                     "sandbox",
                                                                     "shadowrootmode",
                                                                     "srcdoc",
                                                                     "target",
                                                                     "usemap",
                                                                     "xml:base"});

// Attributes that hold one URL that a browser loads.
constexpr auto kLoadingAttributes =
    std::to_array<std::string_view>({"background", "poster", "src", "xlink:href"});

template <std::size_t N>
bool is_named(std::string_view name, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, name) != names.end();
}

// Names with other characters are no attributes that anything reads.
bool is_plain_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return is_ascii_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.';
  });
}

bool is_followed(TagName element) { return element == TagName::a || element == TagName::area; }

bool shows_a_page(TagName element) {
  return element == TagName::iframe || element == TagName::frame;
}

std::string replayed_srcset(const ReplayContext& context, const std::string& value,
                            std::size_t bytes_max) {
  std::string out;
  std::size_t at = 0;
  std::size_t copied = 0;
  while (const auto url = next_srcset_url(value, at)) {
    const auto from = static_cast<std::size_t>(url->data() - value.data());
    const std::string link =
        out.size() < bytes_max ? replayed_link(context, *url, true) : std::string();
    out += value.substr(copied, from - copied);
    // A comma at the end of a URL would end the candidate.
    out += link.empty() || link.ends_with(',') ? "about:invalid" : link;
    copied = from + url->size();
  }
  return out + value.substr(copied);
}

}  // namespace

void append_attribute_text(std::string& out, std::string_view name, std::string_view value) {
  out += ' ';
  out += name;
  out += "=\"";
  for (const char c : value) {
    if (c == '&')
      out += "&amp;";
    else if (c == '"')
      out += "&quot;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  out += '"';
}

void append_page_text(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '<')
      out += "&lt;";
    else
      out += c;
  }
}

std::string replayed_link(const ReplayContext& context, std::string_view value, bool loads) {
  const std::string_view text = trim_ascii_whitespace(value);
  if (text.starts_with('#')) return std::string(text);
  const auto url = Url::parse(text, context.base);
  if (!url) return {};
  const bool is_image = url->scheme() == "data" && url->path().starts_with("image/");
  if (loads && is_image) return std::string(url->href());
  return replay_url(context.place, *url).value_or(std::string());
}

void append_replayed_attribute(std::string& out, const ReplayContext& context, TagName element,
                               bool is_foreign, std::string_view name, std::string_view raw) {
  const std::string lower = ascii_lower(name);
  if (!is_plain_name(lower) || is_named(lower, kDroppedAttributes)) return;
  if (lower.starts_with("on") && !context.options.keeps_scripts) return;
  std::string value = decode_attribute(raw);
  const std::size_t bytes_left = context.bytes_left(out);
  const bool is_href = lower == "href";
  if (is_href || lower == "action" || is_named(lower, kLoadingAttributes)) {
    const bool loads = !shows_a_page(element) && lower != "action" &&
                       !((is_href || lower == "xlink:href") && is_followed(element));
    if (bytes_left > 0) value = replayed_link(context, value, loads);
    if (bytes_left == 0 || value.empty()) return;
  } else if (lower == "srcset") {
    value = replayed_srcset(context, value, bytes_left);
  } else if (lower == "style" || (is_foreign && value.contains('('))) {
    value = replay_css(value, context.base, context.place, bytes_left);
  }
  append_attribute_text(out, lower, value);
}

}  // namespace freshet
