#include "refresh/page_registry.h"

#include <utility>

#include "base/hash.h"
#include "url/site.h"

namespace freshet {

PageIndex PageRegistry::add(const PageKey& key) {
  const auto [known, is_new] =
      by_url_.try_emplace(hash64(key.url), static_cast<PageIndex>(pages_.size()));
  if (is_new) pages_.push_back({.url = key.url, .host = add_host(*key.host)});
  return known->second;
}

std::optional<PageIndex> PageRegistry::find(std::string_view url) const {
  const auto known = by_url_.find(hash64(url));
  if (known == by_url_.end()) return std::nullopt;
  return known->second;
}

HostIndex PageRegistry::add_host(const Host& host) {
  const auto [known, is_new] =
      by_host_.try_emplace(host.hash(), static_cast<HostIndex>(hosts_.size()));
  if (!is_new) return known->second;
  const std::string site(freshet::site_of(host.name()));
  hosts_.push_back(
      {.host = host, .site = add_site(site), .requisite_site = add_site(site + " requisites")});
  return known->second;
}

std::uint32_t PageRegistry::add_site(std::string name) {
  return sites_.try_emplace(std::move(name), static_cast<std::uint32_t>(sites_.size()))
      .first->second;
}

PageKey PageRegistry::key(PageIndex page) const {
  return {.host = hosts_[pages_[page].host].host, .url = pages_[page].url};
}

std::uint32_t PageRegistry::site_of(PageIndex page) const {
  const RegisteredHost& host = hosts_[pages_[page].host];
  return pages_[page].is_requisite ? host.requisite_site : host.site;
}

void PageRegistry::set_number(PageIndex page, PageNumber number) {
  pages_[page].number = number;
  if (page_of_number_.size() <= number) page_of_number_.resize(number + std::size_t{1});
  page_of_number_[number] = page;
}

}  // namespace freshet
