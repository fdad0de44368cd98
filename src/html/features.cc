#include "html/features.h"

#include <algorithm>
#include <set>
#include <string>

#include "base/ascii.h"
#include "base/check.h"
#include "html/attributes.h"
#include "html/emails.h"
#include "html/page_walk.h"
#include "html/text_reader.h"
#include "url/host.h"

namespace freshet {
namespace {

void collect_emails(std::string_view text, std::set<std::string>& emails) {
  std::size_t at = 0;
  while (const auto email = next_email(text, at)) emails.insert(ascii_lower(*email));
}

// Counts tags and reads the visible text in one pass.
class FeatureReader {
 public:
  FeatureReader(std::string_view page, const TagIndex& index)
      : page_(page), index_(index), visible_(page, index) {}

  void text(std::size_t from, std::size_t to, TextKind kind, const Surroundings& around) {
    visible_.text(from, to, kind, around);
  }
  void start_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    visible_.start_tag(i, name, space, around);
    count(index_[i], name);
  }
  void end_tag(std::size_t i, TagName name, Namespace space, const Surroundings& around) {
    visible_.end_tag(i, name, space, around);
  }

  const PageFeatures& counts() const { return counts_; }
  std::string take_text() { return visible_.take(); }

 private:
  void count(const Tag& tag, TagName name) {
    ++counts_.elements;
    counts_.images += name == TagName::img;
    if (name == TagName::a || name == TagName::area)
      counts_.links += find_attribute(page_, tag, "href").has_value();
    counts_.headings += name >= TagName::h1 && name <= TagName::h6;
    counts_.scripts += name == TagName::script;
    counts_.forms += name == TagName::form;
  }

  std::string_view page_;
  const TagIndex& index_;
  TextReader visible_;
  PageFeatures counts_;
};

void count_hosts_linked(const std::vector<Link>& links, const std::optional<Url>& page,
                        PageFeatures& features) {
  const std::optional<Host> home = page ? Host::of(*page) : std::nullopt;
  if (!home) return;
  for (const Link& link : links) {
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

PageFeatures measure_features(std::string_view text, const TagIndex& index, Scripting scripting,
                              const std::vector<Link>& links, const std::optional<Url>& page) {
  require(index.empty() || index.back().end() <= text.size(), "the index is that of the text");
  FeatureReader reader(text, index);
  walk_page(text, index, scripting, reader);
  PageFeatures features = reader.counts();
  const std::string visible = reader.take_text();
  features.raw_bytes = text.size();
  features.text_bytes = visible.size();
  if (page) features.url_dir_level = dir_level(*page);
  count_hosts_linked(links, page, features);
  std::set<std::string> emails;
  collect_emails(visible, emails);
  for (const Link& link : links)
    if (link.url.scheme() == "mailto") collect_emails(link.url.path(), emails);
  features.emails = emails.size();
  return features;
}

}  // namespace freshet
