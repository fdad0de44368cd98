#include "crawl/domain_book.h"

#include <algorithm>
#include <string_view>

#include "base/hash.h"
#include "crawl/sketch.h"
#include "url/site.h"

namespace freshet {
namespace {

std::uint64_t domain_key(const Host& host) { return hash64(site_of(host.name())); }

// Returns the common parent name of siblings: "x.example" of "a.x.example". None for an address, or
// if that would be a public suffix: its other hosts have other owners.
std::optional<std::string_view> parent_of(const Host& host) {
  const auto domain = registrable_domain(host.name());
  if (!domain || *domain == host.name()) return std::nullopt;
  return host.name().substr(host.name().find('.') + 1);
}

}  // namespace

void DomainBook::change_limits(const DomainLimits& limits) {
  const std::lock_guard lock(mutex_);
  limits_ = limits;
}

std::optional<DropReason> DomainBook::refusal(const Host& host) const {
  const std::lock_guard lock(mutex_);
  if (const auto parent = parent_of(host); parent && limits_.similar_hosts > 0) {
    const auto homes = siblings_.find(hash64(*parent));
    if (homes != siblings_.end() && homes->second.alike_in_a_row >= limits_.similar_hosts)
      return DropReason::hosts_alike;
  }
  const auto domain = domains_.find(domain_key(host));
  if (limits_.hosts > 0 && domain != domains_.end() && domain->second.hosts >= limits_.hosts)
    return DropReason::domain_hosts;
  return std::nullopt;
}

void DomainBook::add_host(const Host& host) {
  const std::lock_guard lock(mutex_);
  ++domains_[domain_key(host)].hosts;
}

bool DomainBook::has_room(const Host& host) const {
  const std::lock_guard lock(mutex_);
  if (limits_.pages == 0) return true;
  const auto domain = domains_.find(domain_key(host));
  return domain == domains_.end() || domain->second.pages < limits_.pages;
}

void DomainBook::add_page(const Host& host) {
  const std::lock_guard lock(mutex_);
  ++domains_[domain_key(host)].pages;
}

// Returns false if the host is over the limit of its kind. Frequent kinds stay, however many others
// there are (Misra and Gries, "Finding repeated elements", 1982).
bool DomainBook::note(Homes& homes, std::uint64_t sketch) const {
  const auto is_it = [&](const Likeness& kind) {
    return kind.hosts > 0 && are_alike(kind.sketch, sketch);
  };
  auto kind = std::ranges::find_if(homes.kinds, is_it);
  if (kind == homes.kinds.end()) {
    homes.alike_in_a_row = 0;
    kind = std::ranges::find(homes.kinds, std::uint32_t{0}, &Likeness::hosts);
    if (kind != homes.kinds.end())
      *kind = {.sketch = sketch, .hosts = 1};
    else
      for (Likeness& other : homes.kinds) --other.hosts;
    return true;
  }
  const bool is_one_too_many = limits_.similar_hosts > 0 && kind->hosts >= limits_.similar_hosts;
  homes.alike_in_a_row = is_one_too_many ? homes.alike_in_a_row + 1 : 0;
  ++kind->hosts;
  return !is_one_too_many;
}

bool DomainBook::note_home(const Host& host, std::uint64_t sketch) {
  const auto parent = parent_of(host);
  if (!parent) return true;
  const std::lock_guard lock(mutex_);
  const bool is_welcome_beside = note(siblings_[hash64(*parent)], sketch);
  const bool is_welcome_below = note(homes_[domain_key(host)], sketch);
  return is_welcome_beside && is_welcome_below;
}

void DomainBook::restore(const Host& host, std::uint64_t pages,
                         std::optional<std::uint64_t> home_sketch) {
  {
    const std::lock_guard lock(mutex_);
    Domain& domain = domains_[domain_key(host)];
    ++domain.hosts;
    domain.pages += pages;
  }
  if (home_sketch) note_home(host, *home_sketch);
}

}  // namespace freshet
