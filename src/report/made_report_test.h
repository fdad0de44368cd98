// A report of a made-up archive, for tests and for eyes: some hosts of very different rates,
// checked for some weeks by a seed.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "report/report.h"
#include "url/url.h"

namespace freshet {

inline PageKey made_key(const std::string& url) {
  const auto parsed = Url::parse(url);
  return {parsed ? Host::of(*parsed) : std::nullopt, url};
}

inline PageCheck made_check(const std::string& url, Time time, CheckOutcome outcome,
                            std::uint16_t status = 200) {
  return {.page = made_key(url), .time = time, .outcome = outcome, .status = status};
}

// Checks of a page that really changes `rate` times a day, every `interval` days from `from` on.
inline void add_made_checks(ReportMaker& maker, const std::string& url, double rate,
                            double interval, Time from, Time until, Random& random) {
  const auto step = std::chrono::duration_cast<Duration>(
      std::chrono::duration<double, std::chrono::days::period>(interval));
  for (Time at = from + step; at <= until; at += step) {
    const bool changed = random.with_probability(-std::expm1(-rate * interval));
    PageCheck check = made_check(url, at, changed ? CheckOutcome::changed : CheckOutcome::same);
    if (random.with_probability(0.01)) check.outcome = CheckOutcome::failed;
    if (check.outcome == CheckOutcome::same && random.with_probability(0.7)) check.status = 304;
    check.change = changed ? static_cast<std::uint8_t>(2 + random.below(2)) : 0;
    check.score = changed ? 0.4 + 0.6 * random.unit() : 0;
    check.bytes = check.status == 304 ? 0 : 8'000 + random.below(20'000);
    maker.add(check);
  }
}

// Hosts of ever slower pages, watched from 2026-09-28 to 2026-11-16; the faster a page, the more
// often it is checked.
inline Report made_report(std::size_t hosts, std::size_t pages_of_each) {
  const Time from = *parse_time("2026-09-28");
  const Time now = *parse_time("2026-11-16T08:30:00Z");
  Random random(7);
  ReportMaker maker(now);
  std::vector<std::pair<std::string, double>> pages;
  for (std::size_t host = 0; host < hosts; ++host) {
    for (std::size_t page = 0; page < pages_of_each; ++page) {
      const double slowness = static_cast<double>(host) / 3 + 1.4 * random.unit();
      const double rate = 3 * std::pow(10, -slowness);
      std::string url = "https://host";
      url += std::to_string(host) + ".example/page-" + std::to_string(page);
      pages.emplace_back(url, rate);
      maker.add(ReportedPage{.page = made_key(url),
                             .first_seen = from,
                             .rate = rate,
                             .rate_low = rate / 2,
                             .rate_high = rate * 2,
                             .fresh = std::exp(-rate * random.unit())});
    }
  }
  for (const auto& [url, rate] : pages)
    add_made_checks(maker, url, rate, std::clamp(1.5 / std::sqrt(rate), 0.7, 30.0),
                    from + std::chrono::hours(random.below(48)), now, random);
  return std::move(maker).finish();
}

}  // namespace freshet
