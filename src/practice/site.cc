#include "practice/site.h"

#include <fmt/format.h>

#include <array>
#include <charconv>

#include "base/ascii.h"
#include "practice/chance.h"

namespace freshet {

namespace {

constexpr std::uint64_t kBranchingMin = 10;

std::uint64_t branching_for(std::uint64_t pages) {
  for (std::uint64_t b = kBranchingMin;; ++b) {
    std::uint64_t level = 1, all = 1;
    for (unsigned depth = 0; depth < kTreeDepthMax; ++depth) all += level *= b;
    if (all >= pages) return b;
  }
}

constexpr std::array<std::string_view, 16> kSections = {
    "news",  "about",  "harbour", "boats", "tides",   "maps",  "people", "library",
    "music", "garden", "weather", "books", "history", "tools", "travel", "letters"};

}  // namespace

std::string_view name_of(SitePageKind kind) {
  constexpr std::array<std::string_view, 13> kNames = {"home",
                                                       "plain",
                                                       "orphan",
                                                       "forbidden",
                                                       "forbidden-pattern",
                                                       "forbidden-to-us",
                                                       "allowed-exception",
                                                       "allowed-to-us",
                                                       "redirect",
                                                       "missing",
                                                       "gone",
                                                       "duplicate",
                                                       "directive"};
  return kNames[static_cast<std::size_t>(kind)];
}

std::string_view name_of(RedirectKind kind) {
  constexpr std::array<std::string_view, kRedirectKindCount> kNames = {
      "301", "302", "303", "307", "308", "other-host", "refresh", "header", "chain", "loop"};
  return kNames[static_cast<std::size_t>(kind)];
}

int status_of(RedirectKind kind) {
  switch (kind) {
    case RedirectKind::moved:
      return 301;
    case RedirectKind::see_other:
      return 303;
    case RedirectKind::temporary:
      return 307;
    case RedirectKind::permanent:
      return 308;
    case RedirectKind::refresh:
    case RedirectKind::header:
      return 200;
    default:
      return 302;
  }
}

Site::Site(const WorldPlan& plan, HostFacts host)
    : plan_(plan), host_(std::move(host)), branching_(branching_for(host_.pages)) {}

SitePageKind Site::kind_of(std::uint64_t number) const {
  if (number == 0) return SitePageKind::home;
  if (!is_leaf(number) || host_.fault != HostFault::none) return SitePageKind::plain;
  const WorldFeatures& features = plan_.features;
  const bool has_rules = host_.robots != RobotsKind::missing;
  const bool has_fine_rules = has_rules && features.fine_rules;
  const std::uint64_t percent = chance(plan_.seed, ChanceOf::page, {host_.number, number}) % 100;
  if (percent < 4) return has_rules ? SitePageKind::forbidden : SitePageKind::plain;
  if (percent < 6) return has_fine_rules ? SitePageKind::forbidden_pattern : SitePageKind::plain;
  if (percent < 8) return has_fine_rules ? SitePageKind::allowed_exception : SitePageKind::plain;
  if (percent < 10)
    return has_rules && host_.names_us ? SitePageKind::forbidden_to_us : SitePageKind::plain;
  if (percent < 12)
    return has_rules && host_.names_us ? SitePageKind::allowed_to_us : SitePageKind::plain;
  if (percent < 17) return features.redirects ? SitePageKind::redirect : SitePageKind::plain;
  if (percent < 19) return features.missing_pages ? SitePageKind::missing : SitePageKind::plain;
  if (percent < 20) return features.missing_pages ? SitePageKind::gone : SitePageKind::plain;
  if (percent < 23) return features.duplicates ? SitePageKind::duplicate : SitePageKind::plain;
  if (percent < 27) return features.directives ? SitePageKind::directive : SitePageKind::plain;
  if (percent < 31) return host_.has_sitemap ? SitePageKind::orphan : SitePageKind::plain;
  return SitePageKind::plain;
}

std::string Site::path_of(const PracticePage& page) const {
  const std::uint64_t number = page.number;
  switch (page.kind) {
    case SitePageKind::home:
      return host_.has_language_home ? "/en/" : "/";
    case SitePageKind::forbidden:
      return fmt::format("/private/p{}.html", number);
    case SitePageKind::forbidden_pattern:
      return fmt::format("/files/p{}.tmp", number);
    case SitePageKind::forbidden_to_us:
      return fmt::format("/staff/p{}.html", number);
    case SitePageKind::allowed_exception:
      return fmt::format("/private/open/p{}.html", number);
    case SitePageKind::allowed_to_us:
      return fmt::format("/members/p{}.html", number);
    default:
      break;
  }
  const std::uint64_t parent = (number - 1) / branching_;
  const std::uint64_t bits = chance(plan_.seed, ChanceOf::page, {host_.number, parent, 1});
  const std::string_view section = kSections[bits % kSections.size()];
  switch (chance(plan_.seed, ChanceOf::page, {host_.number, number, 2}) % 8) {
    case 0:
      return fmt::format("/{}/p{}/", section, number);
    case 1:
      return fmt::format("/{}/p{}", section, number);
    case 2:
      return fmt::format("/{}/view.php?p={}", section, number);
    default:
      return fmt::format("/{}/p{}.html", section, number);
  }
}

PracticePage Site::page(std::uint64_t number) const {
  PracticePage page{.number = number, .kind = kind_of(number)};
  for (std::uint64_t k = number; k > 0; k = (k - 1) / branching_) ++page.depth;
  ChanceStream draw(chance(plan_.seed, ChanceOf::page, {host_.number, number, 3}));
  if (page.kind == SitePageKind::redirect) {
    const std::uint64_t kinds = plan_.features.traps ? kRedirectKindCount : kRedirectKindCount - 2;
    page.redirect = static_cast<RedirectKind>(draw.below(kinds));
  } else if (page.kind == SitePageKind::directive) {
    const std::uint64_t bits = 1 + draw.below(7);
    page.noindex = bits & 1;
    page.nofollow = bits & 2;
    page.noarchive = bits & 4;
    page.by_header = draw.below(2) == 0;
  }
  page.path = path_of(page);
  return page;
}

std::optional<PracticePage> Site::find(std::string_view target) const {
  if (target == (host_.has_language_home ? "/en/" : "/")) return page(0);
  // The number follows the last '/p' or '?p='.
  std::size_t at = target.rfind("/p");
  if (at != target.npos) at += 2;
  if (const std::size_t query = target.rfind("?p="); query != target.npos) at = query + 3;
  if (at == target.npos || at >= target.size() || !is_ascii_digit(target[at])) return std::nullopt;
  std::uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(target.data() + at, target.data() + target.size(), number);
  if (error != std::errc{} || number == 0 || number >= host_.pages) return std::nullopt;
  PracticePage found = page(number);
  if (found.path != target) return std::nullopt;
  return found;
}

std::uint64_t Site::some_inner(std::uint64_t random) const {
  if (host_.pages == 1) return 0;
  const std::uint64_t inner = (host_.pages - 2) / branching_ + 1;  // pages with a child
  return random % inner;
}

}  // namespace freshet
