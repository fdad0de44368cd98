#include "html/features.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/ascii.h"
#include "html/attributes.h"
#include "html/emails.h"
#include "html/tag_names.h"
#include "url/host.h"

namespace freshet {
namespace {

void collect_emails(std::string_view text, std::set<std::string>& emails) {
  std::size_t at = 0;
  while (const auto email = next_email(text, at)) emails.insert(ascii_lower(*email));
}

void count_elements(std::string_view text, const TagIndex& index, PageFeatures& features) {
  for (const Tag& tag : index) {
    if (tag.is_end()) continue;
    ++features.elements;
    const TagName name = find_tag_name(tag.name(text));
    features.images += name == TagName::img;
    if (name == TagName::a || name == TagName::area)
      features.links += find_attribute(text, tag, "href").has_value();
    features.headings += name >= TagName::h1 && name <= TagName::h6;
    features.scripts += name == TagName::script;
    features.forms += name == TagName::form;
  }
}

void count_hosts_linked(const Links& links, const std::optional<Url>& page,
                        PageFeatures& features) {
  const std::optional<Host> home = page ? Host::of(*page) : std::nullopt;
  if (!home) return;
  for (const Link& link : links.all) {
    if (link.kind != LinkKind::anchor && link.kind != LinkKind::area) continue;
    const std::optional<Host> host = Host::of(link.url);
    features.internal_links += host == home;
    features.external_links += host && host != home;
  }
}

std::size_t dir_level(const Url& url) {
  const auto slashes = std::ranges::count(url.path(), '/');
  return slashes > 0 ? static_cast<std::size_t>(slashes) - 1 : 0;
}

}  // namespace

PageFeatures measure_features(std::string_view text, const TagIndex& index, const Links& links,
                              std::string_view visible, const std::optional<Url>& page) {
  PageFeatures features;
  features.raw_bytes = text.size();
  features.text_bytes = visible.size();
  if (page) features.url_dir_level = dir_level(*page);
  count_elements(text, index, features);
  count_hosts_linked(links, page, features);
  std::set<std::string> emails;
  collect_emails(visible, emails);
  for (const Link& link : links.all)
    if (link.url.scheme() == "mailto") collect_emails(link.url.path(), emails);
  features.emails = emails.size();
  return features;
}

}  // namespace freshet
