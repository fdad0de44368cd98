#include "html/links.h"

#include "base/ascii.h"
#include "base/check.h"
#include "base/utf8.h"
#include "html/attributes.h"
#include "html/page_walk.h"
#include "html/srcset.h"
#include "html/tag_looks.h"
#include "html/text_flow.h"

namespace freshet {
namespace {

using RawValue = std::optional<std::string_view>;

template <class... Names>
auto attributes(std::string_view page, const Tag& tag, Names... names) {
  return find_attributes(page, tag, std::array<std::string_view, sizeof...(Names)>{names...});
}

bool is_data_url(std::string_view url) {
  while (!url.empty() && static_cast<unsigned char>(url.front()) <= ' ') url.remove_prefix(1);
  return starts_with_ignoring_case(url, "data:");
}

std::string read_hreflang(std::string_view raw) {
  std::string language = decode_attribute(raw);
  cut_utf8(language, kHreflangBytesMax);
  return language;
}

// An empty src requests nothing; an empty href or action refers to the page itself.
bool may_be_empty(LinkKind kind) {
  return role_of(kind) == LinkRole::navigation || kind == LinkKind::base;
}

// Returns the value itself if it has no references; otherwise decoded, in `buffer`.
std::string_view decoded(std::string_view raw, std::string& buffer) {
  if (raw.find('&') == raw.npos && raw.find('\0') == raw.npos && raw.find('\r') == raw.npos)
    return raw;
  buffer.clear();
  append_attribute(buffer, raw);
  return buffer;
}

// Finds the value of the first <base href> of the page outside templates.
class BaseFinder {
 public:
  BaseFinder(std::string_view page, const TagIndex& index) : page_(page), index_(index) {}

  void text(std::size_t, std::size_t, TextKind, const Surroundings&) {}
  void end_tag(std::size_t, TagName, Namespace, const Surroundings&) {}
  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (name != TagName::base || space != Namespace::html || around.are_inert() || href_) return;
    href_ = find_attribute(page_, index_[i], "href");
    tag_ = i;
  }

  RawValue href() const { return href_; }
  std::size_t tag() const { return tag_; }

 private:
  std::string_view page_;
  const TagIndex& index_;
  RawValue href_;
  std::size_t tag_ = 0;
};

class LinkReader {
 public:
  LinkReader(std::string_view page, const TagIndex& index, const std::optional<Url>& url,
             const LinkWishes& wishes)
      : page_(page), index_(index), wishes_(wishes) {
    links_.base = url;
  }

  void set_base(const BaseFinder& found) {
    if (!found.href()) return;
    if (!add(found.tag(), LinkKind::base, found.href())) return;
    // A base with a script or data scheme is ignored.
    if (links_.all.back().url.scheme() != "javascript") links_.base = links_.all.back().url;
  }

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    if (!anchor_ || around.are_unseen() || flow_.size() > kLinkTextBytesMax) return;
    flow_.add(page_, from, to, kind, around.place());
  }

  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    if (around.are_inert()) return;
    if (anchor_) separate(name);
    space == Namespace::html ? html_tag(i, name) : foreign_tag(i, name);
  }

  void end_tag(std::size_t, TagName name, Namespace, const Surroundings& around) {
    if (around.are_inert()) return;
    if (name == TagName::form) in_form_ = false;
    if (!anchor_) return;
    separate(name);
    // Anchors do not extend beyond a cell.
    if (name == TagName::a || name == TagName::td || name == TagName::th) end_anchor();
  }

  Links take() {
    end_anchor();
    return std::move(links_);
  }

 private:
  void html_tag(std::size_t i, TagName name);
  void foreign_tag(std::size_t i, TagName name);
  void anchor(std::size_t i, RawValue href, RawValue rel, RawValue hreflang);
  void image(std::size_t i);
  void media(std::size_t i, LinkKind kind);
  void source(std::size_t i);
  void link(std::size_t i);
  void meta(std::size_t i);
  void form(std::size_t i);
  void input(std::size_t i);

  void separate(TagName name) {
    if (looks(name, Look::block) || looks(name, Look::box) || name == TagName::td ||
        name == TagName::th)
      flow_.add_gap(Gap::space);
  }

  void end_anchor() {
    if (!anchor_) return;
    std::string words = flow_.take();
    cut_utf8(words, kLinkTextBytesMax);
    links_.all[*anchor_].text = std::move(words);
    anchor_.reset();
  }

  // Adds the link if there is one; returns true if so.
  bool add(std::size_t i, LinkKind kind, RawValue raw, RawValue rel = std::nullopt);
  bool add_decoded(std::size_t i, LinkKind kind, std::string_view written, RawValue rel);
  void add_candidates(std::size_t i, RawValue raw);
  // Adds the link in the given attribute of this element.
  void add_attribute(std::size_t i, LinkKind kind, std::string_view attribute) {
    add(i, kind, find_attribute(page_, index_[i], attribute));
  }

  std::string_view page_;
  const TagIndex& index_;
  const LinkWishes& wishes_;
  Links links_;
  std::size_t href_bytes_ = 0;
  bool in_form_ = false;
  std::optional<std::size_t> anchor_;  // the link whose text is being read
  TextFlow flow_;                      // that text
  std::string buffer_;
};

void LinkReader::html_tag(std::size_t i, TagName name) {
  switch (name) {
    case TagName::a: {
      const auto [href, rel, hreflang] = attributes(page_, index_[i], "href", "rel", "hreflang");
      return anchor(i, href, rel, hreflang);
    }
    case TagName::area: {
      const auto [href, rel, alt] = attributes(page_, index_[i], "href", "rel", "alt");
      if (!add(i, LinkKind::area, href, rel)) return;
      if (rel) links_.all.back().rel = RelSet(decoded(*rel, buffer_));
      if (alt && wishes_.texts) links_.all.back().text = decode_attribute(*alt);
      return cut_utf8(links_.all.back().text, kLinkTextBytesMax);
    }
    case TagName::img:
    case TagName::image:
      return image(i);
    case TagName::link:
      return link(i);
    case TagName::script:
      return add_attribute(i, LinkKind::script, "src");
    case TagName::form:
      return form(i);
    case TagName::iframe:
      return add_attribute(i, LinkKind::iframe, "src");
    case TagName::frame:
      return add_attribute(i, LinkKind::frame, "src");
    case TagName::source:
      return source(i);
    case TagName::video:
      return media(i, LinkKind::video);
    case TagName::audio:
      return media(i, LinkKind::audio);
    case TagName::track:
      return add_attribute(i, LinkKind::track, "src");
    case TagName::object:
      return add_attribute(i, LinkKind::object, "data");
    case TagName::embed:
      return add_attribute(i, LinkKind::embed, "src");
    case TagName::input:
      return input(i);
    case TagName::meta:
      return meta(i);
    default:
      return;
  }
}

void LinkReader::foreign_tag(std::size_t i, TagName name) {
  if (name != TagName::a && name != TagName::image && name != TagName::script) return;
  const auto [href, old_href] = attributes(page_, index_[i], "href", "xlink:href");
  const RawValue url = href ? href : old_href;
  if (name == TagName::a) return anchor(i, url, std::nullopt, std::nullopt);
  add(i, name == TagName::image ? LinkKind::image : LinkKind::script, url);
}

void LinkReader::anchor(std::size_t i, RawValue href, RawValue rel, RawValue hreflang) {
  end_anchor();
  if (!add(i, LinkKind::anchor, href, rel)) return;
  Link& link = links_.all.back();
  if (rel) link.rel = RelSet(decoded(*rel, buffer_));
  if (hreflang) link.hreflang = read_hreflang(*hreflang);
  if (wishes_.texts) anchor_ = links_.all.size() - 1;
}

void LinkReader::image(std::size_t i) {
  const auto [src, srcset, alt] = attributes(page_, index_[i], "src", "srcset", "alt");
  if (alt && anchor_ && flow_.size() <= kLinkTextBytesMax) {
    flow_.add_words(decoded(*alt, buffer_));
    flow_.add_gap(Gap::space);
  }
  if (add(i, LinkKind::image, src) && alt && wishes_.texts) {
    links_.all.back().text = decode_attribute(*alt);
    cut_utf8(links_.all.back().text, kLinkTextBytesMax);
  }
  add_candidates(i, srcset);
}

void LinkReader::media(std::size_t i, LinkKind kind) {
  const auto [src, poster] = attributes(page_, index_[i], "src", "poster");
  add(i, kind, src);
  if (kind == LinkKind::video) add(i, LinkKind::poster, poster);
}

void LinkReader::source(std::size_t i) {
  const auto [src, srcset] = attributes(page_, index_[i], "src", "srcset");
  add(i, LinkKind::source, src);
  add_candidates(i, srcset);
}

void LinkReader::link(std::size_t i) {
  const auto [href, rel, hreflang] = attributes(page_, index_[i], "href", "rel", "hreflang");
  const RelSet words = rel ? RelSet(decoded(*rel, buffer_)) : RelSet();
  if (!add(i, kind_of_link(words), href, rel)) return;
  links_.all.back().rel = words;
  if (hreflang) links_.all.back().hreflang = read_hreflang(*hreflang);
}

void LinkReader::meta(std::size_t i) {
  const auto [pragma, content] = attributes(page_, index_[i], "http-equiv", "content");
  if (!pragma || !content || !equals_ignoring_case(decoded(*pragma, buffer_), "refresh")) return;
  const std::string value = decode_attribute(*content);
  if (const auto url = refresh_url(value)) add_decoded(i, LinkKind::refresh, *url, std::nullopt);
}

// A form inside a form is ignored.
void LinkReader::form(std::size_t i) {
  if (in_form_) return;
  in_form_ = true;
  const auto [action, rel] = attributes(page_, index_[i], "action", "rel");
  if (add(i, LinkKind::form, action, rel) && rel)
    links_.all.back().rel = RelSet(decoded(*rel, buffer_));
}

void LinkReader::input(std::size_t i) {
  const auto [type, src] = attributes(page_, index_[i], "type", "src");
  if (src && type && equals_ignoring_case(decoded(*type, buffer_), "image"))
    add(i, LinkKind::image, src);
}

bool LinkReader::add(std::size_t i, LinkKind kind, RawValue raw, RawValue rel) {
  if (!raw) return false;
  if (is_data_url(*raw)) {
    ++links_.missing.inlined;
    return false;
  }
  return add_decoded(i, kind, decoded(*raw, buffer_), rel);
}

bool LinkReader::add_decoded(std::size_t i, LinkKind kind, std::string_view written, RawValue rel) {
  if (written.empty() && !may_be_empty(kind)) return false;
  if (written.size() > kLinkBytesMax || links_.all.size() >= kLinksMax) {
    ++links_.missing.over_limit;
    return false;
  }
  if (kind != LinkKind::base && wishes_.wants &&
      !wishes_.wants({.kind = kind, .url = written, .rel = rel.value_or(""), .base = links_.base}))
    return false;
  auto url = links_.base ? Url::parse(written, *links_.base) : Url::parse(written);
  if (!url) {
    ++links_.missing.unresolvable;
    return false;
  }
  if (url->scheme() == "data") {
    ++links_.missing.inlined;
    return false;
  }
  if (url->href().size() > kLinkBytesMax ||
      href_bytes_ + url->href().size() > kLinkBytesOfPageMax) {
    ++links_.missing.over_limit;
    return false;
  }
  href_bytes_ += url->href().size();
  links_.all.push_back({.url = *std::move(url),
                        .kind = kind,
                        .rel = {},
                        .tag = static_cast<std::uint32_t>(i),
                        .text = {},
                        .hreflang = {}});
  return true;
}

void LinkReader::add_candidates(std::size_t i, RawValue raw) {
  if (!raw) return;
  const std::string srcset = decode_attribute(*raw);
  std::size_t at = 0;
  while (const auto url = next_srcset_url(srcset, at)) {
    if (is_data_url(*url)) {
      ++links_.missing.inlined;
    } else {
      add_decoded(i, LinkKind::srcset, *url, std::nullopt);
    }
  }
}

bool names_a_base(std::string_view text, const TagIndex& index) {
  for (const Tag& tag : index)
    if (tag.known_name(text) == TagName::base) return true;
  return false;
}

}  // namespace

Links extract_links(std::string_view text, const TagIndex& index, Scripting scripting,
                    const std::optional<Url>& page, const LinkWishes& wishes) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  LinkReader reader(text, index, page, wishes);
  // Links above the <base> are resolved against it too, so it is read first.
  if (names_a_base(text, index)) {
    BaseFinder base(text, index);
    walk_page(text, index, scripting, base);
    reader.set_base(base);
  }
  walk_page(text, index, scripting, reader);
  return reader.take();
}

}  // namespace freshet
