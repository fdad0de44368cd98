#include "replay/replay_page.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/links.h"
#include "html/markup.h"
#include "html/page_walk.h"
#include "html/srcset.h"
#include "html/tag_looks.h"
#include "replay/replay_attributes.h"
#include "replay/replay_css.h"

namespace freshet {
namespace {

// Words of rel with which a <link> may stay.
constexpr auto kKeptRels = std::to_array<std::string_view>(
    {"alternate", "apple-touch-icon", "icon", "shortcut", "stylesheet"});

// Elements that load or change something and have no place in our table of names.
constexpr auto kInertUnknown = std::to_array<std::string_view>(
    {"animate", "discard", "fencedframe", "handler", "isindex", "listener", "portal", "set"});

// Tags that lose their attributes. They are not left out: some of them end foreign content, so
// without them a browser would read what follows in another way.
bool loses_attributes(TagName name) {
  switch (name) {
    case TagName::applet:
    case TagName::base:
    case TagName::bgsound:
    case TagName::embed:
    case TagName::object:
    case TagName::param:
      return true;
    default:
      return false;
  }
}

bool is_plain_tag_name(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return is_ascii_alnum(c) || c == '-' || c == '_' || c == ':' || c == '.';
  });
}

// The words of rel that may stay, in lower case.
std::string kept_rels(std::string_view value) {
  std::string kept;
  std::string word;
  for (const char c : std::string(value) + ' ') {
    if (!is_ascii_whitespace(c)) {
      word += to_ascii_lower(c);
      continue;
    }
    if (std::ranges::find(kKeptRels, word) != kKeptRels.end())
      kept += (kept.empty() ? "" : " ") + word;
    word.clear();
  }
  return kept;
}

std::string rewritten(std::string_view page, const ReplayContext& context);

// Writes the page as it walks through it.
class ReplayWriter {
 public:
  ReplayWriter(std::string_view page, const TagIndex& index, const ReplayContext& context)
      : page_(page), index_(index), context_(context) {
    out_.reserve(page.size() + page.size() / 4);
  }

  std::string take() { return std::move(out_); }

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    const std::string_view text = page_.substr(from, to - from);
    switch (raw_) {
      case TagName::style:
        return style(text);
      case TagName::script:
        if (context_.options.keeps_scripts) out_ += text;
        return;
      case TagName::plaintext:
      case TagName::xmp:
        return append_without_tags(text, "\u200b");
      case TagName::iframe:
      case TagName::noembed:
      case TagName::noframes:
      case TagName::noscript:
        return;  // a browser shows none of it
      case TagName::textarea:
      case TagName::title:
        return append_page_text(out_, text);
      default:
        return kind == TextKind::literal ? append_page_text(out_, text)
                                         : markup_text(from, to, around.place());
    }
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings&) {
    const Tag& tag = index_[i];
    const bool is_foreign = space != Namespace::html;
    const bool is_empty = is_foreign && is_self_closing(page_, tag);
    raw_ = is_empty ? TagName::unknown : raw_content_of(name, is_foreign);
    is_foreign_ = is_foreign;
    if (name == TagName::script && !context_.options.keeps_scripts) {
      if (is_foreign) out_ += is_empty ? "<g />" : "<g>";
      return;
    }
    if (name == TagName::meta) return meta(tag);
    if (name == TagName::link && !is_foreign) return link(tag);
    const std::string_view written = tag.name(page_);
    out_ += '<';
    out_ += safe_name(written);
    if (!loses_attributes(name) && !is_inert_unknown(written)) attributes(tag, name, is_foreign);
    if (name == TagName::iframe && !is_foreign) srcdoc(tag);
    out_ += is_empty ? " />" : ">";
  }

  void end_tag(std::size_t i, TagName name, Namespace space, const Surroundings&) {
    raw_ = TagName::unknown;
    const bool is_script = name == TagName::script && !context_.options.keeps_scripts;
    if (is_script && space == Namespace::html) return;
    out_ += "</";
    out_ += is_script ? "g" : safe_name(index_[i].name(page_));
    out_ += '>';
  }

 private:
  // Returns the element if its content is no markup.
  TagName raw_content_of(TagName name, bool is_foreign) const {
    if (is_foreign)
      return name == TagName::script || name == TagName::style ? name : TagName::unknown;
    switch (name) {
      case TagName::iframe:
      case TagName::noembed:
      case TagName::noframes:
      case TagName::plaintext:
      case TagName::script:
      case TagName::style:
      case TagName::textarea:
      case TagName::title:
      case TagName::xmp:
        return name;
      case TagName::noscript:
        return context_.options.keeps_scripts ? name : TagName::unknown;
      default:
        return TagName::unknown;
    }
  }

  // Odd names become one that means nothing.
  static std::string_view safe_name(std::string_view written) {
    return is_plain_tag_name(written) ? written : "x-unknown";
  }

  static bool is_inert_unknown(std::string_view written) {
    return std::ranges::any_of(
        kInertUnknown, [&](std::string_view name) { return equals_ignoring_case(written, name); });
  }

  // Text with comments and declarations left out, but for the doctype, and CDATA as text.
  void markup_text(std::size_t from, std::size_t to, Place place) {
    std::size_t at = from;
    while (at < to) {
      const std::size_t next = std::min(page_.find('<', at), to);
      out_ += page_.substr(at, next - at);
      at = next;
      if (at == to) return;
      if (!opens_declaration(page_, at)) {
        out_ += "&lt;";
        ++at;
        continue;
      }
      const std::size_t end = std::min(end_of_declaration(page_, at, place != Place::html), to);
      declaration(page_.substr(at, end - at), place);
      at = std::max(end, at + 1);
    }
  }

  void declaration(std::string_view text, Place place) {
    constexpr std::string_view kDoctype = "<!doctype";
    if (place != Place::html && text.starts_with(kCdataOpening)) {
      text.remove_prefix(kCdataOpening.size());
      if (text.ends_with("]]>")) text.remove_suffix(3);
      return append_as_text(text);
    }
    const bool is_doctype = starts_with_ignoring_case(text, kDoctype) && text.ends_with('>') &&
                            text.find('<', 1) == std::string_view::npos;
    if (is_doctype) out_ += text;
  }

  // Appends raw text so that nothing in it is a tag, should a browser take it for markup: because
  // it follows older rules, or cuts deep trees. `gap` goes behind a '<' that could open one.
  void append_without_tags(std::string_view text, std::string_view gap) {
    for (std::size_t i = 0; i < text.size(); ++i) {
      out_ += text[i];
      if (text[i] == '<' && i + 1 < text.size() &&
          (is_ascii_alpha(text[i + 1]) || std::string_view("/!?").contains(text[i + 1])))
        out_ += gap;
    }
  }

  // Of an HTML element the text is raw, of a foreign one it is markup. "<!--" is often there and
  // means nothing to CSS; a space behind other '<' changes no rule.
  void style(std::string_view text) {
    if (!is_foreign_) {
      std::string sheet =
          replay_css(text, context_.base, context_.place, context_.bytes_left(out_));
      constexpr std::string_view kOpening = "<!--";
      for (auto at = sheet.find(kOpening); at != sheet.npos; at = sheet.find(kOpening, at))
        sheet.replace(at, kOpening.size(), kOpening.size(), ' ');
      return append_without_tags(sheet, " ");
    }
    const std::string_view trimmed = trim_ascii_whitespace(text);
    const bool is_cdata = trimmed.starts_with(kCdataOpening) && trimmed.ends_with("]]>") &&
                          trimmed.size() >= kCdataOpening.size() + 3;
    const std::string sheet =
        is_cdata ? std::string(trimmed.substr(kCdataOpening.size(),
                                              trimmed.size() - kCdataOpening.size() - 3))
                 : decode_attribute(text);
    append_as_text(replay_css(sheet, context_.base, context_.place, context_.bytes_left(out_)));
  }

  // Appends text without references.
  void append_as_text(std::string_view text) {
    for (const char c : text) {
      if (c == '<')
        out_ += "&lt;";
      else if (c == '&')
        out_ += "&amp;";
      else
        out_ += c;
    }
  }

  void attributes(const Tag& tag, TagName name, bool is_foreign) {
    for_each_attribute(page_, tag, [&](std::string_view attribute, std::string_view raw) {
      append_replayed_attribute(out_, context_, name, is_foreign, attribute, raw);
    });
  }

  // A page in an attribute is rewritten like its page.
  void srcdoc(const Tag& tag) {
    append_attribute_text(out_, "sandbox", context_.options.keeps_scripts ? "allow-scripts" : "");
    const auto raw = find_attribute(page_, tag, "srcdoc");
    if (!raw || context_.nesting >= kReplayNestingMax) return;
    ReplayContext inner = context_;
    ++inner.nesting;
    inner.bytes_max = context_.bytes_left(out_);
    append_attribute_text(out_, "srcdoc", rewritten(decode_attribute(*raw), inner));
  }

  // Names and contents stay; of instructions only the refresh does.
  void meta(const Tag& tag) {
    const auto [equiv, content, name] = find_attributes(
        page_, tag, std::array<std::string_view, 3>{"http-equiv", "content", "name"});
    const bool is_policy = name && equals_ignoring_case(decode_attribute(*name), "referrer");
    out_ += "<meta";
    if (content && !equiv && !is_policy) {
      attributes(tag, TagName::meta, false);
      append_attribute_text(out_, "content", decode_attribute(*content));
    } else if (content && equiv && equals_ignoring_case(decode_attribute(*equiv), "refresh")) {
      refresh(decode_attribute(*content));
    }
    out_ += '>';
  }

  void refresh(const std::string& content) {
    const auto target = refresh_url(content);
    if (context_.bytes_left(out_) == 0) return;
    const std::string link = target ? replayed_link(context_, *target, false) : "";
    if (link.empty() || link.starts_with('#')) return;
    const std::size_t start = content.find_first_of("0123456789");
    const std::size_t end = content.find_first_not_of("0123456789", start);
    append_attribute_text(out_, "http-equiv", "refresh");
    append_attribute_text(
        out_, "content",
        (start == std::string::npos ? "0" : content.substr(start, end - start)) + "; url=" + link);
  }

  void link(const Tag& tag) {
    const auto rel = find_attribute(page_, tag, "rel");
    const std::string kept = rel ? kept_rels(decode_attribute(*rel)) : "";
    out_ += "<link";
    if (!kept.empty()) {
      append_attribute_text(out_, "rel", kept);
      attributes(tag, TagName::link, false);
    }
    out_ += '>';
  }

  std::string_view page_;
  const TagIndex& index_;
  const ReplayContext& context_;
  std::string out_;
  TagName raw_ = TagName::unknown;  // the element whose content is not markup
  bool is_foreign_ = false;         // and it is of svg or math
};

// Finds the value of the first <base href> of a page.
class ReplayBase {
 public:
  ReplayBase(std::string_view page, const TagIndex& index) : page_(page), index_(index) {}

  void text(std::size_t, std::size_t, TextKind, const Surroundings&) {}
  void end_tag(std::size_t, TagName, Namespace, const Surroundings&) {}
  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (name == TagName::base && space == Namespace::html && !around.are_inert() && !href)
      href = find_attribute(page_, index_[i], "href");
  }

  std::optional<std::string_view> href;

 private:
  std::string_view page_;
  const TagIndex& index_;
};

std::string rewritten(std::string_view page, const ReplayContext& context) {
  const Scripting scripting = context.options.keeps_scripts ? Scripting::on : Scripting::off;
  const TagIndex index = index_tags(page, scripting);
  ReplayBase finder(page, index);
  walk_page(page, index, scripting, finder);
  Url base = context.base;
  if (finder.href) {
    auto given = Url::parse(decode_attribute(*finder.href), context.base);
    if (given && given->is_http() && given->href().size() <= kLinkBytesMax)
      base = *std::move(given);
  }
  const ReplayContext inner{base, context.place, context.options, context.nesting,
                            context.bytes_max};
  ReplayWriter writer(page, index, inner);
  walk_page(page, index, scripting, writer);
  return writer.take();
}

}  // namespace

std::string replay_page(std::string_view page, const Url& url, const ReplayPlace& place,
                        const ReplayOptions& options) {
  return rewritten(page, {url, place, options, 0, replayed_bytes_max(page.size())});
}

}  // namespace freshet
