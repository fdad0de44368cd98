// One request of a visit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/time.h"
#include "crawl/link_table.h"
#include "url/url.h"
#include "web/address.h"
#include "web/events.h"

namespace freshet {

// A link of the agenda: a page, a requisite or a sitemap; or a known page that is checked.
struct FetchLink {
  LinkNumber number = 0;
  bool is_head = false;  // sent as a HEAD request
};

struct FetchRobots {
  std::vector<std::string> origins = {};   // whose rules the file holds; redirects add to them
  int redirects = 0;                       // followed so far
  std::vector<IpAddress> addresses = {};   // of another host, once its name is resolved
  std::optional<Tick> waiting_since = {};  // for the address of another host
};

// Requests a page that cannot exist, to learn the site's soft-404 page.
struct ProbeMissing {};

// Requests that page with a condition: a server that answers 304 does so to everything.
struct ProbeNotModified {};

struct Errand {
  std::variant<FetchLink, FetchRobots, ProbeMissing, ProbeNotModified> task;
  Url url;
  std::string url_text;     // the URL as the archive knows it
  int tries = 0;            // that failed; those of a link are counted in its table
  std::string cookie = {};  // that was sent
  Time sent{};

  const FetchLink* link() const { return std::get_if<FetchLink>(&task); }
  const FetchRobots* robots() const { return std::get_if<FetchRobots>(&task); }
  FetchRobots* robots() { return std::get_if<FetchRobots>(&task); }
  bool is_probe() const { return !link() && !robots(); }
};

// Returns the number of the link that the errand is for.
inline LinkNumber number_of(const Errand& errand) { return errand.link()->number; }

}  // namespace freshet
