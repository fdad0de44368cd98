// Where hosts of a practice world drag others in (WorldFeatures::crossings): a robots.txt that is
// redirected to another host, an image that two hosts redirect to each other for ever, and a name
// server that knows sub-domains without end, all at one address with nearly the same page.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/hosts.h"

namespace freshet {

// The URL at another host to which this host redirects its robots.txt; empty: it does not.
std::string far_robots_url(const WorldPlan& plan, const Hosts& hosts, const HostFacts& host);

// The host whose robots.txt is kept at this path, if it is one of those at `keeper`.
std::optional<HostFacts> far_robots_at(const WorldPlan& plan, const Hosts& hosts,
                                       const HostFacts& keeper, std::string_view path);

// The image on the home page that is redirected for ever; empty: there is none.
std::string endless_image(const WorldPlan& plan, const HostFacts& host);

// Where the image at this path is redirected to, and how many redirects led here.
struct ImageHop {
  std::string location;
  std::uint64_t hops = 0;
};
std::optional<ImageHop> endless_image_hop(const WorldPlan& plan, const Hosts& hosts,
                                          std::string_view path);

// The first of the sub-domains without end of this host, as a URL; empty: it has none.
std::string wildcard_entrance(const WorldPlan& plan, const HostFacts& host);

// The host that a sub-domain without end belongs to.
std::optional<HostFacts> wildcard_parent(const WorldPlan& plan, const Hosts& hosts,
                                         std::string_view name);

// The home page of a sub-domain: it links to two more.
std::string wildcard_page(const WorldPlan& plan, const HostFacts& parent, std::string_view name);

}  // namespace freshet
