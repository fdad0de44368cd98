// The pages of one host: a tree with the home page as its root, each page computed from its number.
// The children of page k are pages k b + 1 to k b + b, with b so large that no page is deeper than
// kTreeDepthMax. Only leaves have a kind other than plain.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "practice/hosts.h"
#include "practice/world_plan.h"

namespace freshet {

inline constexpr unsigned kTreeDepthMax = 4;

// Redirects of a chain that is too long to follow; it does end in a page.
inline constexpr unsigned kChainLength = 40;

enum class SitePageKind : std::uint8_t {
  home,
  plain,
  orphan,             // named by the sitemap only
  forbidden,          // by a directory in robots.txt
  forbidden_pattern,  // by a pattern with wildcards
  forbidden_to_us,    // by the group for freshet only
  allowed_exception,  // inside a forbidden directory
  allowed_to_us,      // forbidden to all other crawlers
  redirect,
  missing,    // 404, or 200 on hosts with soft 404s
  gone,       // 410
  duplicate,  // has the body of all other duplicates of the host
  directive,  // noindex, nofollow, noarchive
};

enum class RedirectKind : std::uint8_t {
  moved,       // 301 to an absolute URL
  found,       // 302 to a path
  see_other,   // 303 to a relative path
  temporary,   // 307 without the scheme: "//host/path"
  permanent,   // 308
  other_host,  // 302 to the home page of another host
  refresh,     // 200 with <meta http-equiv=refresh>
  header,      // 200 with the header Refresh
  chain,       // kChainLength redirects in a row; a trap
  loop,        // two URLs that redirect to each other; a trap
};
inline constexpr unsigned kRedirectKindCount = 10;

struct PracticePage {
  std::uint64_t number = 0;
  SitePageKind kind = SitePageKind::plain;
  RedirectKind redirect = RedirectKind::moved;  // of a redirect
  unsigned depth = 0;                           // in the tree
  std::string path = {};                        // with its query
  // For a directive page.
  bool noindex = false, nofollow = false, noarchive = false;
  bool by_header = false;  // X-Robots-Tag instead of <meta>
};

std::string_view name_of(SitePageKind kind);
std::string_view name_of(RedirectKind kind);

// Returns the status of such a redirect.
int status_of(RedirectKind kind);

// Returns true if the rules in robots.txt allow the page to freshet.
constexpr bool is_allowed(SitePageKind kind) {
  return kind != SitePageKind::forbidden && kind != SitePageKind::forbidden_pattern &&
         kind != SitePageKind::forbidden_to_us;
}

// `plan` must outlive it.
class Site {
 public:
  Site(const WorldPlan& plan, HostFacts host);

  const HostFacts& host() const { return host_; }
  std::uint64_t count() const { return host_.pages; }
  PracticePage page(std::uint64_t number) const;

  // Returns the page with this path and query.
  std::optional<PracticePage> find(std::string_view target) const;

  std::uint64_t first_child(std::uint64_t number) const { return number * branching_ + 1; }
  std::uint64_t branching() const { return branching_; }
  bool is_leaf(std::uint64_t number) const { return first_child(number) >= host_.pages; }

  // Returns a plain page with children, or the home page: a target for redirects.
  std::uint64_t some_inner(std::uint64_t random) const;

 private:
  SitePageKind kind_of(std::uint64_t number) const;
  std::string path_of(const PracticePage& page) const;

  const WorldPlan& plan_;
  HostFacts host_;
  std::uint64_t branching_;
};

}  // namespace freshet
