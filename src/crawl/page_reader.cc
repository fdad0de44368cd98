#include "crawl/page_reader.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "crawl/large_read.h"
#include "crawl/link_header.h"
#include "crawl/sketch.h"
#include "html/css_urls.h"
#include "html/index_limit.h"
#include "html/page_facts.h"
#include "html/srcset.h"
#include "store/snapshot_facts.h"
#include "warc/body.h"

namespace freshet {
namespace {

// Decompressed size that is allowed regardless of the ratio.
constexpr std::size_t kUnpackedFreely = std::size_t{1} << 20;

// Capacity of the tag index that is kept for the next page.
constexpr std::size_t kTagsKept = 16'384;

bool is_unpacked(const warc::HttpHead& head) {
  return !head.find("Content-Encoding") && !head.find("Transfer-Encoding");
}

// Returns true if bytes of unknown type look like HTML (WHATWG MIME Sniffing, 7.1).
bool begins_as_html(std::string_view bytes) {
  if (bytes.starts_with("\xef\xbb\xbf")) bytes.remove_prefix(3);
  while (!bytes.empty() && is_ascii_whitespace(bytes.front())) bytes.remove_prefix(1);
  constexpr std::array<std::string_view, 17> kBeginnings = {"<!doctype html",
                                                            "<html",
                                                            "<head",
                                                            "<script",
                                                            "<iframe",
                                                            "<h1",
                                                            "<div",
                                                            "<font",
                                                            "<table",
                                                            "<a",
                                                            "<style",
                                                            "<title",
                                                            "<b",
                                                            "<body",
                                                            "<br",
                                                            "<p",
                                                            "<!--"};
  return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
    if (!starts_with_ignoring_case(bytes, beginning)) return false;
    const char next = bytes.size() > beginning.size() ? bytes[beginning.size()] : '>';
    return beginning == "<!--" || next == '>' || is_ascii_whitespace(next);
  });
}

// Adds the pages in the Link header.
void add_header_links(const AnswerToRead& answer, ReadAnswer& read) {
  for (const warc::Field& field : answer.head.fields) {
    if (!equals_ignoring_case(field.name, "Link")) continue;
    for (const HeaderLink& link : parse_link_header(field.value)) {
      const bool is_next = has_rel(link.rels, "next") || has_rel(link.rels, "prev");
      if (!is_next && !has_rel(link.rels, "canonical") && !has_rel(link.rels, "alternate"))
        continue;
      auto url = Url::parse(link.url, answer.url);
      if (url && url->is_http())
        read.links.push_back({.url = *std::move(url),
                              .is_endorsed = !has_rel(link.rels, "nofollow"),
                              .is_next = is_next});
    }
  }
}

// Unpacks a page. One that turns out to be large is unpacked again when it is its turn, so that a
// thread that waits holds none.
warc::DecodedBody unpack_in_turn(const AnswerToRead& answer, std::size_t bytes_max,
                                 LargeRead& turn) {
  warc::DecodedBody decoded =
      warc::decode_body(answer.head, answer.body, std::min(bytes_max, kLargeReadBytes + 1));
  if (decoded.bytes.size() <= kLargeReadBytes || bytes_max <= kLargeReadBytes + 1) return decoded;
  decoded = {};
  turn.begin(bytes_max);
  return warc::decode_body(answer.head, answer.body, bytes_max);
}

}  // namespace

std::optional<LinkUse> use_of(const Link& link) {
  switch (link.kind) {
    case LinkKind::form:
    case LinkKind::base:
      return std::nullopt;
    case LinkKind::hint:
      if (link.rel.has(Rel::preload) || link.rel.has(Rel::modulepreload)) return LinkUse::requisite;
      return std::nullopt;
    case LinkKind::link:
      // A wiki locks a page when its editor is requested.
      if (link.rel.has(Rel::edit)) return std::nullopt;
      return LinkUse::page;
    default:
      return role_of(link.kind) == LinkRole::requisite ? LinkUse::requisite : LinkUse::page;
  }
}

warc::DecodedBody unpacked_body(const warc::HttpHead& head, std::string_view body,
                                std::size_t bytes_max) {
  if (is_unpacked(head) && body.size() <= bytes_max)
    return {.bytes = std::string(body), .error = std::nullopt};
  return warc::decode_body(head, body, bytes_max);
}

// Returns the mail links of a page whose features are wanted, and the base for relative URLs.
Links PageReader::read_links(const AnswerToRead& answer, std::string_view text,
                             const TagIndex& index, ReadAnswer& read) {
  const auto wants = [&](const WrittenLink& link) {
    if (answer.wants_features && link.url.starts_with("mailto:")) return true;
    if (!plan_.requisites && role_of(link.kind) == LinkRole::requisite) return false;
    const std::uint64_t hash = written_.hash(link);
    if (answer.without != nullptr) return !answer.without->contains(hash);
    if (answer.wants_all_written) read.all_written.insert(hash);
    if (written_.has(hash)) return false;
    read.written.push_back(hash);
    return true;
  };
  Links links =
      extract_links(text, index, plan_.scripting, answer.url, {.texts = false, .wants = wants});
  for (const Link& link : links.all) {
    const auto use = use_of(link);
    if (!use || !link.url.is_http()) continue;
    read.links.push_back({.url = link.url,
                          .use = *use,
                          .is_refresh = link.kind == LinkKind::refresh,
                          .is_endorsed = !link.rel.is_unendorsed(),
                          .is_next = link.rel.has(Rel::next) || link.rel.has(Rel::prev)});
  }
  std::erase_if(links.all, [](const Link& link) { return link.url.scheme() != "mailto"; });
  return links;
}

void PageReader::read_html(const AnswerToRead& answer, std::string_view page, ReadAnswer& read) {
  Utf8Text utf8;
  const TagIndex* index = &index_;
  std::string_view text;
  if (answer.tags != nullptr) {
    auto again = utf8_again(*answer.tags, page);
    if (!again) return;
    utf8 = *std::move(again);
    text = utf8.text(page);
    index = &answer.tags->index;
  } else {
    utf8 = to_utf8(page, answer.head.find("Content-Type").value_or(""));
    text = utf8.text(page);
    if (text.size() > kIndexedBytesMax) return;
    const std::string_view part = indexed_part(text);
    const bool is_whole = part.size() == text.size();
    text = part;
    index_tags(text, plan_.scripting, index_);
    if (is_whole)
      if (auto tags = make_tags_entry(page, utf8, index_, plan_.scripting))
        read.tags = *std::move(tags);
  }
  read.is_html = true;
  const bool marks_templates = answer.wants_print && answer.templates != nullptr;
  if (answer.wants_tokens || marks_templates) read.tokens = tokenize(text, *index, plan_.scripting);
  if (answer.wants_print) {
    TemplateMarks marks;
    if (marks_templates) marks = TemplateReader(*answer.templates).mark(*read.tokens);
    read.print = print_page(page, text, *index, plan_.scripting, marks.template_texts);
    read.print->design = marks.design;
  }
  if (!answer.wants_links) return;
  RobotsDirectives directives;
  for (const RobotsMeta& meta : read_robots_metas(text, *index, plan_.scripting, plan_.agent))
    directives.add_meta(meta.name, meta.content);
  read.directives.add(directives.for_agent(plan_.agent));
  const Links links = read_links(answer, text, *index, read);
  if (answer.wants_features)
    read.features = measure_features(text, *index, plan_.scripting, links.all, answer.url);
  if (plan_.requisites) {
    for (CssUrl& found : extract_style_urls(text, *index, plan_.scripting, links.base).all)
      if (found.url.is_http())
        read.links.push_back({.url = std::move(found.url), .use = LinkUse::requisite});
  }
  if (answer.wants_look) {
    const bool is_plain = plan_.scripting == Scripting::off;
    const TagIndex again = is_plain ? TagIndex() : index_tags(text, Scripting::off);
    read.look = look_at_page({answer.url, 200, "", text, is_plain ? *index : again});
  }
  if (answer.wants_sketch) read.sketch = sketch_page(text, *index);
  if (answer.wants_blocks) read.blocks = page_blocks(answer.url, text, *index);
}

void PageReader::read_style_sheet(const AnswerToRead& answer, std::string_view sheet,
                                  ReadAnswer& read) const {
  const Utf8Text utf8 = to_utf8(sheet, answer.head.find("Content-Type").value_or(""));
  for (CssUrl& found : extract_css_urls(utf8.text(sheet), answer.url).all)
    if (found.url.is_http())
      read.links.push_back({.url = std::move(found.url), .use = LinkUse::requisite});
}

std::size_t PageReader::unpacked_bytes_max(std::size_t received) const {
  const VisitLimits& limits = plan_.limits;
  const bool is_any = received > limits.page_bytes / std::max<std::size_t>(limits.unpack_ratio, 1);
  if (is_any) return limits.page_bytes;
  return std::min(limits.page_bytes, std::max(kUnpackedFreely, received * limits.unpack_ratio));
}

ReadAnswer PageReader::read(const AnswerToRead& answer) {
  ReadAnswer read;
  RobotsDirectives directives;
  for (const warc::Field& field : answer.head.fields)
    if (equals_ignoring_case(field.name, "X-Robots-Tag")) directives.add_header(field.value);
  read.directives = directives.for_agent(plan_.agent);
  const int status = answer.head.status;
  if (status >= 300 && status <= 399 && status != 304) {
    if (const auto location = answer.head.find("Location"))
      if (auto target = Url::parse(*location, answer.url)) read.redirect = *std::move(target);
  }
  if (const auto refresh = answer.head.find("Refresh")) {
    if (const auto target = refresh_url(*refresh))
      if (auto url = Url::parse(*target, answer.url); url && url->is_http())
        read.links.push_back({.url = *std::move(url), .is_refresh = true});
  }
  if (answer.wants_links && !read.redirect) add_header_links(answer, read);
  if (answer.body.empty()) return read;
  const std::string mime = answer.head.mime();
  const bool is_unknown = mime.empty() && !answer.head.find("Content-Type");
  const bool is_style_sheet = mime == "text/css";
  if (!is_html_mime(mime) && !is_style_sheet && !is_unknown) {
    if (answer.wants_blocks) read.blocks = body_blocks(answer.body);
    return read;
  }
  LargeRead turn;
  std::string unpacked;
  bool is_cut = false;
  std::string_view page = answer.body;
  if (!is_unpacked(answer.head)) {
    const std::size_t tagged_max = tagged_page_bytes_max(answer.body.size());
    const std::size_t bytes_max = std::min(tagged_max, unpacked_bytes_max(answer.body.size()));
    warc::DecodedBody decoded = unpack_in_turn(answer, bytes_max, turn);
    if (decoded.error && decoded.error->code == Errc::invalid) return read;
    is_cut = decoded.bytes.size() == bytes_max && bytes_max < tagged_max;
    unpacked = std::move(decoded.bytes);
    page = unpacked;
  }
  turn.begin(page.size());
  if (is_html_mime(mime) || (is_unknown && begins_as_html(page)))
    read_html(answer, page, read);
  else if (answer.wants_blocks)
    read.blocks = body_blocks(page);
  if (index_.capacity() > kTagsKept) index_ = TagIndex();
  if (is_cut) read.tags.reset();  // they would not match the page in the archive
  if (is_style_sheet) read_style_sheet(answer, page, read);
  return read;
}

}  // namespace freshet
