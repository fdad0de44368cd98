#include "simulation/capture_score.h"

#include <optional>

#include "catalog/open_catalog.h"
#include "practice/change_process.h"
#include "practice/site.h"
#include "url/url.h"

namespace freshet {
namespace {

// The longest time from a request to its answer on a practice site that is well.
constexpr Duration kLatencyMax = std::chrono::milliseconds(200);

// A page of the practice world.
struct TruePage {
  HostFacts host;
  PracticePage page;
};

std::optional<TruePage> true_page(const World& world, const std::string& text) {
  const auto url = Url::parse(text);
  const auto host = url ? world.hosts().by_name(std::string(url->hostname())) : std::nullopt;
  if (!host) return std::nullopt;
  const Site site(world.plan(), *host);
  std::string target(url->path());
  if (const auto query = url->query()) target.append("?").append(*query);
  const auto page = site.find(target);
  if (!page) return std::nullopt;
  return TruePage{*host, *page};
}

struct Sightings {
  std::optional<Time> before = {};
  std::optional<Time> after = {};
  bool is_same = false;
};

// Reads the last sighting up to `instant` and the first one after it.
Result<Sightings> sightings_around(Catalog& catalog, const PageKey& key, Time began, Time instant) {
  constexpr std::size_t kChecksMax = 1000;
  Sightings found;
  const auto row = catalog.find_page(key);
  if (!row) return std::unexpected(row.error());
  if (*row && (*row)->first_seen >= began) {
    const Time first = (*row)->first_seen;
    (first <= instant ? found.before : found.after) = first;
  }
  const auto checks = catalog.checks(key, kChecksMax);
  if (!checks) return std::unexpected(checks.error());
  for (const PageCheck& check : *checks) {
    if (check.time < began || check.outcome == CheckOutcome::failed) continue;
    if (check.time <= instant) {
      found.before = check.time;
    } else if (!found.after) {
      found.after = check.time;
      found.is_same = check.outcome == CheckOutcome::same;
    }
  }
  return found;
}

}  // namespace

Result<CaptureScore> score_capture(const World& world, Disk& disk, const std::string& directory,
                                   const CaptureRow& capture) {
  if (!capture.instant_from)
    return std::unexpected(Error{Errc::invalid, "the capture has no instant"});
  auto catalog = open_catalog(disk, catalog_address(directory), {.access = CatalogAccess::read});
  if (!catalog) return std::unexpected(catalog.error());
  const Time instant = *capture.instant_from;
  std::vector<PageKey> keys;
  for (const Host& host : capture.hosts) {
    const Status read = (*catalog)->each_belief(host, [&](const PageBelief& belief) {
      if (!belief.is_requisite()) keys.push_back(belief.page);
      return true;
    });
    if (!read) return std::unexpected(read.error());
  }
  CaptureScore score;
  for (const PageKey& key : keys) {
    const auto seen = sightings_around(**catalog, key, capture.began, instant);
    if (!seen) return std::unexpected(seen.error());
    if (!seen->before && !seen->after) continue;
    ++score.pages;
    const auto page = true_page(world, key.url);
    if (!seen->before || !seen->after || !page) continue;
    const auto version = [&](Time time) {
      return version_at(world.plan(), page->host.number, page->page.number, time).number;
    };
    const bool is_fixed = page->page.kind == PageKind::duplicate;
    const bool is_unclear = version(*seen->before) != version(*seen->before + kLatencyMax) ||
                            version(*seen->after) != version(*seen->after + kLatencyMax);
    if (seen->is_same) {
      ++score.proven;
      if (is_fixed || is_unclear || version(*seen->before) == version(instant)) continue;
      if (world.has_stuck_validator(page->host, page->page)) {
        ++score.wrong_by_validator;
        continue;
      }
      ++score.wrong;
      score.wrong_urls.push_back(key.url);
    } else {
      ++score.changed;
      if (!is_unclear && version(*seen->before) == version(*seen->after))
        ++score.needlessly_changed;
    }
  }
  return score;
}

}  // namespace freshet
