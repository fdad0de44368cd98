#include "predict/relearn.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/hash.h"
#include "base/random.h"

namespace freshet {
namespace {

// Facts that a crawl knows at first sight. The ages by Last-Modified and by a sitemap are excluded:
// the planner uses them as evidence (docs/design/refresh.md) and must not count them twice.
constexpr std::array<std::string_view, 14> kCrawlFacts = {"links",
                                                          "emails",
                                                          "images",
                                                          "text_bytes",
                                                          "url_dir_level",
                                                          "raw_bytes",
                                                          "elements",
                                                          "headings",
                                                          "scripts",
                                                          "forms",
                                                          "has_last_modified",
                                                          "has_etag",
                                                          "sitemap_changes_per_day",
                                                          "depth"};

constexpr int kSpreadRounds = 50;
// Weight of the uniform start of the distribution, in pages: a hundred pages cannot determine
// twenty-eight rates.
constexpr double kEvenPages = 5;

bool is_held_back(std::string_view name) { return hash64(name) % kHeldBackOneIn == 0; }

struct Split {
  std::vector<CheckedPage> taught, asked;
};

Split split_by(std::span<const CheckedPage> pages, std::string CheckedPage::* name) {
  Split split;
  for (const CheckedPage& page : pages)
    (is_held_back(page.*name) ? split.asked : split.taught).push_back(page);
  return split;
}

std::size_t count_sites(std::span<const CheckedPage> pages) {
  std::unordered_set<std::string_view> sites;
  for (const CheckedPage& page : pages) sites.insert(page.site);
  return sites.size();
}

bool is_enough(const Split& split) {
  return split.asked.size() >= kAskedPagesMin && split.taught.size() >= kAskedPagesMin;
}

// Returns the mean log of the probability that the model gave to the result of a check.
double mean_log_probability(const FirstSight& model, std::span<const CheckedPage> pages) {
  double sum = 0;
  double checks = 0;
  for (const CheckedPage& page : pages) {
    sum += page.checks.log_probability(model.predict(page.look).prior);
    checks += page.checks.checks();
  }
  return checks > 0 ? sum / checks : 0;
}

// Adds facts from some of the site's other pages, each for the time it was observed.
void tell_of_site(std::span<const CheckedPage> pages, const std::vector<std::uint32_t>& siblings,
                  const FirstSightOptions& options, Random& random, std::uint32_t page,
                  FirstLook& look) {
  const std::size_t count = draw_log(random, std::min(siblings.size() - 1, options.site_pages_max));
  double days = 0;
  double changes = 0;
  for (std::size_t i = 0; i < count;) {
    const std::uint32_t other = siblings[random.below(siblings.size())];
    if (other == page) continue;
    days += pages[other].days;
    changes += pages[other].changes;
    ++i;
  }
  look.tell_site(static_cast<double>(count), days, changes);
}

}  // namespace

RateWeights spread_of_rates(std::span<const CheckedPage> pages) {
  RateWeights spread = even_weights();
  for (int round = 0; round < kSpreadRounds; ++round) {
    std::array<double, kRateSteps> sums;
    sums.fill(kEvenPages / kRateSteps);
    for (const CheckedPage& page : pages) {
      const RateWeights belief = page.checks.weights(spread);
      for (std::size_t i = 0; i < kRateSteps; ++i) sums[i] += static_cast<double>(belief[i]);
    }
    for (std::size_t i = 0; i < kRateSteps; ++i)
      spread[i] = static_cast<float>(sums[i] / (kEvenPages + static_cast<double>(pages.size())));
  }
  return spread;
}

FirstSightLessons lessons_of(std::span<const CheckedPage> pages, bool by_site,
                             const FirstSightOptions& options) {
  FirstSightLessons lessons;
  lessons.facts.assign(kCrawlFacts.begin(), kCrawlFacts.end());
  if (options.knows_sites)
    lessons.facts.insert(lessons.facts.end(), kSiteFacts.begin(), kSiteFacts.end());
  const RateWeights spread = spread_of_rates(pages);
  std::unordered_map<std::string_view, std::uint32_t> numbers;
  std::unordered_map<std::string_view, std::vector<std::uint32_t>> siblings;
  for (std::uint32_t i = 0; i < pages.size(); ++i) siblings[pages[i].site].push_back(i);
  Random random(options.seed);
  for (std::uint32_t i = 0; i < pages.size(); ++i) {
    const CheckedPage& page = pages[i];
    const std::string_view name = by_site ? page.site : page.url;
    const auto number =
        numbers.try_emplace(name, static_cast<std::uint32_t>(numbers.size())).first->second;
    const RateWeights belief = page.checks.weights(spread);
    lessons.pages.push_back(
        {.site = number, .rate = typical_rate(belief), .belief = belief, .look = page.look});
    const std::vector<std::uint32_t>& site = siblings.at(page.site);
    if (!options.knows_sites || site.size() < 2) continue;
    FirstSightLesson& lesson = lessons.pages.back();
    lesson.among = lesson.look;
    tell_of_site(pages, site, options, random, i, *lesson.among);
  }
  return lessons;
}

Result<Relearned> relearn(std::span<const CheckedPage> pages, const FirstSight& before,
                          const Learner& learner, const FirstSightOptions& options,
                          std::vector<std::string> notes) {
  if (pages.size() < kRelearnPagesMin)
    return std::unexpected(
        Error{Errc::limit, fmt::format("{} pages can be learned from, and {} are needed",
                                       pages.size(), kRelearnPagesMin)});
  bool by_site = true;
  Split split = split_by(pages, &CheckedPage::site);
  if (!is_enough(split) || count_sites(split.asked) < kHeldBackSitesMin ||
      count_sites(split.taught) < kHeldBackSitesMin) {
    by_site = false;
    split = split_by(pages, &CheckedPage::url);
  }
  if (!is_enough(split))
    return std::unexpected(
        Error{Errc::limit, fmt::format("of {} pages that can be learned from {} would be held "
                                       "back, and {} are needed to judge a model by",
                                       pages.size(), split.asked.size(), kAskedPagesMin)});
  auto model = train_first_sight(lessons_of(split.taught, by_site, options), learner, options,
                                 std::move(notes));
  if (!model) return std::unexpected(model.error());
  Relearned result{.model = *std::move(model), .is_by_site = by_site};
  result.taught_pages = split.taught.size();
  result.taught_sites = count_sites(split.taught);
  result.asked_pages = split.asked.size();
  result.asked_sites = count_sites(split.asked);
  for (const CheckedPage& page : split.asked) result.asked_checks += page.checks.checks();
  result.probability = std::exp(mean_log_probability(result.model, split.asked));
  result.probability_before = std::exp(mean_log_probability(before, split.asked));
  return result;
}

}  // namespace freshet
