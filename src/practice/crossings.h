// Hosts of a practice world that affect other hosts (WorldFeatures::crossings): a robots.txt
// redirected to another host, an image in a redirect loop between two hosts, and a wildcard DNS
// zone with unlimited sub-domains, all at one address with nearly the same page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/hosts.h"

namespace freshet {

// Returns the URL at another host to which this host redirects its robots.txt; empty: no redirect.
std::string far_robots_url(const WorldPlan& plan, const Hosts& hosts, const HostFacts& host);

// Returns the host whose robots.txt is at this path of `keeper`; none if there is no such host.
std::optional<HostFacts> far_robots_at(const WorldPlan& plan, const Hosts& hosts,
                                       const HostFacts& keeper, std::string_view path);

// Returns the image on the home page that is in a redirect loop; empty: there is none.
std::string endless_image(const WorldPlan& plan, const HostFacts& host);

// The target of the image's redirect, and the number of redirects so far.
struct ImageHop {
  std::string location;
  std::uint64_t hops = 0;
};
std::optional<ImageHop> endless_image_hop(const WorldPlan& plan, const Hosts& hosts,
                                          std::string_view path);

// Returns the URL of the first wildcard sub-domain of this host; empty: it has none.
std::string wildcard_entrance(const WorldPlan& plan, const HostFacts& host);

// Returns the host that a wildcard sub-domain belongs to.
std::optional<HostFacts> wildcard_parent(const WorldPlan& plan, const Hosts& hosts,
                                         std::string_view name);

// Returns the home page of a wildcard sub-domain. It links to two more of them.
std::string wildcard_page(const WorldPlan& plan, const HostFacts& parent, std::string_view name);

}  // namespace freshet
