#include "simulation/capture_score.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

#include "base/hash.h"
#include "catalog/open_catalog.h"
#include "practice/site.h"
#include "url/url.h"

namespace freshet {
namespace {

// The longest time from a request to its answer on a practice site that is well.
constexpr Duration kLatencyMax = std::chrono::milliseconds(200);

// The answers of the practice web for a URL. Its page versions are no truth: a page of a kind that
// never changes, such as a duplicate or a soft 404, has versions, too.
class Served {
 public:
  Served(const World& world, const Url& url) : world_(world) {
    request_ = {.is_tls = url.scheme() == "https",
                .host = std::string(url.hostname()),
                .target = std::string(url.path())};
    if (const auto query = url.query()) request_.target.append("?").append(*query);
  }

  // Returns a hash of status and body.
  std::uint64_t at(Time time) const {
    const PracticeAnswer answer = world_.answer(request_, time);
    return hash64(std::to_string(answer.status) + " " + answer.body);
  }

  // Returns what may have been seen by a request: more than one if the page changed meanwhile.
  std::set<std::uint64_t> seen_by(Time sent) const { return {at(sent), at(sent + kLatencyMax)}; }

  bool has_stuck_validator() const {
    const auto host = world_.hosts().by_name(request_.host);
    const auto page = host ? Site(world_.plan(), *host).find(request_.target) : std::nullopt;
    return page && world_.has_stuck_validator(*host, *page);
  }

 private:
  const World& world_;
  PracticeRequest request_;
};

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
    const auto url = Url::parse(key.url);
    if (!seen->before || !seen->after || !url) continue;
    ++(seen->is_same ? score.proven : score.changed);
    const Served served(world, *url);
    const std::set<std::uint64_t> before = served.seen_by(*seen->before);
    const std::set<std::uint64_t> after = served.seen_by(*seen->after);
    const bool is_back =
        std::ranges::any_of(after, [&](std::uint64_t each) { return before.contains(each); });
    if (!seen->is_same) {
      // A change during one of the requests is one that may have been seen.
      score.needlessly_changed += before.size() == 1 && before == after ? 1 : 0;
    } else if (!before.contains(served.at(instant))) {
      if (is_back) {
        ++score.changed_back;
      } else if (served.has_stuck_validator()) {
        ++score.wrong_by_validator;
      } else {
        ++score.wrong;
        score.wrong_urls.push_back(key.url);
      }
    }
  }
  return score;
}

}  // namespace freshet
