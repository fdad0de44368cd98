#include "crawl/written_links.h"

#include "base/quick_hash.h"

namespace freshet {

void WrittenLinks::set_base(const Url& base) {
  const std::string_view href = base.href_without_fragment();
  if (href == base_) return;
  base_ = href;
  const std::string_view path = base.path();
  const std::string_view before_path =
      href.substr(0, href.size() - (base.query() ? base.query()->size() + 1 : 0) - path.size());
  origin_seed_ = quick_hash(before_path, 1);
  folder_seed_ = quick_hash(href.substr(0, before_path.size() + path.rfind('/') + 1), 2);
  page_seed_ = quick_hash(href, 3);
}

std::uint64_t WrittenLinks::hash(const WrittenLink& link) {
  const std::string_view url = link.url.substr(0, link.url.find('#'));
  std::uint64_t seed = 0;
  if (link.base) {
    set_base(*link.base);
    if (url.empty() || url.front() == '?')
      seed = page_seed_;
    else if (url.front() == '/' || url.starts_with("https://") || url.starts_with("http://"))
      seed = origin_seed_;
    else
      seed = folder_seed_;
  }
  if (!link.rel.empty()) seed ^= quick_hash(link.rel);
  return quick_hash(url, seed + static_cast<std::uint64_t>(link.kind));
}

void WrittenLinks::add(const std::vector<std::uint64_t>& hashes) {
  for (const std::uint64_t hash : hashes) seen_.insert_hash(hash);
  if (seen_.size() > kWrittenLinksMax) clear();
}

}  // namespace freshet
