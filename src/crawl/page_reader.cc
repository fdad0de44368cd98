#include "crawl/page_reader.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "crawl/sketch.h"
#include "html/css_urls.h"
#include "html/page_facts.h"
#include "html/srcset.h"
#include "store/snapshot_facts.h"
#include "warc/body.h"

namespace freshet {
namespace {

// So much may come of a packed page, however small it was.
constexpr std::size_t kUnpackedFreely = std::size_t{1} << 20;

bool is_unpacked(const warc::HttpHead& head) {
  return !head.find("Content-Encoding") && !head.find("Transfer-Encoding");
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
    default:
      return role_of(link.kind) == LinkRole::requisite ? LinkUse::requisite : LinkUse::page;
  }
}

std::string unpacked_body(const warc::HttpHead& head, std::string_view body,
                          std::size_t bytes_max) {
  if (is_unpacked(head)) return std::string(body.substr(0, bytes_max));
  return warc::decode_body(head, body, bytes_max).bytes;
}

// Returns the mail links of a page whose features are wanted, and what relative URLs are resolved
// against.
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
                          .is_endorsed = !link.rel.is_unendorsed()});
  }
  std::erase_if(links.all, [](const Link& link) { return link.url.scheme() != "mailto"; });
  return links;
}

void PageReader::read_html(const AnswerToRead& answer, std::string_view page, ReadAnswer& read) {
  Utf8Text utf8;
  const TagIndex* index = &index_;
  if (answer.tags != nullptr) {
    auto again = utf8_again(*answer.tags, page);
    if (!again) return;
    utf8 = *std::move(again);
    index = &answer.tags->index;
  } else {
    utf8 = to_utf8(page, answer.head.find("Content-Type").value_or(""));
    if (utf8.text(page).size() > kIndexedBytesMax) return;
    index_tags(utf8.text(page), plan_.scripting, index_);
    if (auto tags = make_tags_entry(page, utf8, index_, plan_.scripting))
      read.tags = *std::move(tags);
  }
  const std::string_view text = utf8.text(page);
  read.is_html = true;
  if (answer.wants_print) read.print = print_page(page, text, *index, plan_.scripting);
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
  if (answer.wants_sketch) read.sketch = sketch_page(text, *index);
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
  const std::string mime = answer.head.mime();
  const bool is_html = is_html_mime(mime) && !answer.body.empty();
  const bool is_style_sheet = mime == "text/css" && !answer.body.empty();
  if (!is_html && !is_style_sheet) return read;
  std::string unpacked;
  bool is_cut = false;
  std::string_view page = answer.body;
  if (!is_unpacked(answer.head)) {
    const std::size_t tagged_max = tagged_page_bytes_max(answer.body.size());
    const std::size_t bytes_max = std::min(tagged_max, unpacked_bytes_max(answer.body.size()));
    warc::DecodedBody decoded = warc::decode_body(answer.head, answer.body, bytes_max);
    if (decoded.error && decoded.error->code == Errc::invalid) return read;
    is_cut = decoded.bytes.size() == bytes_max && bytes_max < tagged_max;
    unpacked = std::move(decoded.bytes);
    page = unpacked;
  }
  if (is_html) read_html(answer, page, read);
  if (is_cut) read.tags.reset();  // they would not be those of the page as the archive has it
  if (is_style_sheet) read_style_sheet(answer, page, read);
  return read;
}

}  // namespace freshet
