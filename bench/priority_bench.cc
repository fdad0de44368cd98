// The two estimates of how many pages wait at a host, on links made from a seed: what each takes of
// memory, how the order of hosts differs, and what the hosts that come first then have to give.
//
// Sizes of hosts and the links into them follow power laws. Most links lead to few pages of a host;
// some hosts are in the footer of another, so that every page there links to the same page of them.
// How links and sizes hang together in the part of the web that is crawled is not known, so there
// are two worlds: one where they do not, and one where a larger host has more links in proportion.
// The judge is how many pages the host really has, which neither estimate knows; how many URLs were
// linked to is what the filter counts, so by that it can only be near to perfect.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/hash.h"
#include "base/random.h"
#include "catalog/url_filter.h"

namespace {

using namespace freshet;

constexpr std::size_t kHosts = 5000;
constexpr std::size_t kPagesMax = 20'000;  // of a host
constexpr std::size_t kFirst = 100;        // hosts that are visited early
constexpr std::uint64_t kFootersIn100 = 10;
constexpr std::size_t kFooterLinksMax = 3000;

struct LinkedHost {
  std::size_t pages = 0;
  std::uint64_t in_degree = 0;
  std::uint64_t bloom = 0;
  UrlFilter filter = {};
  std::unordered_set<std::uint64_t> urls = {};  // the truth

  void add(std::uint64_t url_hash) {
    ++in_degree;
    if (filter.add(url_hash)) ++bloom;
    urls.insert(url_hash);
  }
};

double unit(Random& random) { return static_cast<double>(random.below(1 << 30) + 1) / (1 << 30); }

// Pareto with exponent `a`, from 1 up to `most`.
std::size_t power_law(Random& random, double a, std::size_t most) {
  const double drawn = std::pow(unit(random), -1.0 / a);
  return static_cast<std::size_t>(std::min(drawn, static_cast<double>(most)));
}

std::vector<LinkedHost> linked_hosts(std::uint64_t seed, bool links_follow_size) {
  Random random(seed);
  std::vector<LinkedHost> hosts(kHosts);
  for (std::size_t h = 0; h < kHosts; ++h) {
    const auto url = [h](std::size_t page) { return hash64(fmt::format("{}/{}", h, page)); };
    const std::size_t pages = power_law(random, 0.9, kPagesMax);
    hosts[h].pages = pages;
    const std::size_t drawn = power_law(random, 0.8, 10 * kPagesMax);
    const std::size_t links = links_follow_size ? std::min(drawn * pages, 10 * kPagesMax) : drawn;
    for (std::size_t i = 0; i < links; ++i)
      hosts[h].add(url(std::min(power_law(random, 0.7, kPagesMax), pages) - 1));
    if (random.below(100) >= kFootersIn100) continue;
    const std::size_t footers = power_law(random, 0.4, kFooterLinksMax);
    for (std::size_t i = 0; i < footers; ++i) hosts[h].add(url(0));
  }
  return hosts;
}

using Score = std::vector<double>;

// Kendall's tau-b, pair by pair.
double tau(const Score& a, const Score& b) {
  double agree = 0, disagree = 0, only_a = 0, only_b = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      const double x = a[i] - a[j], y = b[i] - b[j];
      if (x == 0 && y == 0) continue;
      if (x == 0)
        ++only_b;
      else if (y == 0)
        ++only_a;
      else
        ++(x * y > 0 ? agree : disagree);
    }
  }
  const double all_a = agree + disagree + only_a, all_b = agree + disagree + only_b;
  return (agree - disagree) / std::sqrt(all_a * all_b);
}

// The places of those with the highest scores.
std::vector<std::size_t> first_by(const Score& score) {
  std::vector<std::size_t> places(score.size());
  std::iota(places.begin(), places.end(), 0);
  std::ranges::stable_sort(places, [&](auto x, auto y) { return score[x] > score[y]; });
  places.resize(kFirst);
  std::ranges::sort(places);
  return places;
}

double given_by(const std::vector<std::size_t>& places, const Score& truth) {
  double sum = 0;
  for (const std::size_t place : places) sum += truth[place];
  return sum;
}

std::size_t shared(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  std::vector<std::size_t> both;
  std::ranges::set_intersection(a, b, std::back_inserter(both));
  return both.size();
}

void measure(std::uint64_t seed, bool links_follow_size) {
  const std::vector<LinkedHost> hosts = linked_hosts(seed, links_follow_size);
  Score in_degree, bloom, linked, pages;
  double filter_bytes = 0, links = 0;
  std::size_t filter_most = 0;
  for (const LinkedHost& host : hosts) {
    in_degree.push_back(static_cast<double>(host.in_degree));
    bloom.push_back(static_cast<double>(host.bloom));
    linked.push_back(static_cast<double>(host.urls.size()));
    pages.push_back(static_cast<double>(host.pages));
    links += static_cast<double>(host.in_degree);
    const std::size_t packed = host.filter.pack().size();
    filter_bytes += static_cast<double>(packed);
    filter_most = std::max(filter_most, packed);
  }
  fmt::print("links {} sizes, seed {}: {} hosts, {} links\n",
             links_follow_size ? "follow" : "do not follow", seed, kHosts, links);
  fmt::print("  filter of a host: mean {:.1f} bytes, most {} (in-degree needs none)\n",
             filter_bytes / static_cast<double>(kHosts), filter_most);
  fmt::print("  in-degree to bloom: Kendall's tau {:.3f}, {} of the first {} the same\n",
             tau(in_degree, bloom), shared(first_by(in_degree), first_by(bloom)), kFirst);
  const auto judge = [&](std::string_view name, const Score& truth) {
    const std::vector<std::size_t> best = first_by(truth);
    const double most = given_by(best, truth);
    for (const auto& [by, score] : {std::pair{"in-degree", &in_degree}, {"bloom", &bloom}}) {
      const std::vector<std::size_t> first = first_by(*score);
      fmt::print(
          "  {} by {}: tau {:.3f}; the first {} have {:.1f} % of what the best have, {} same\n", by,
          name, tau(*score, truth), kFirst, 100 * given_by(first, truth) / most,
          shared(first, best));
    }
  };
  judge("pages of the host", pages);
  judge("URLs linked to", linked);
}

}  // namespace

int main() {
  for (const bool links_follow_size : {false, true})
    for (const std::uint64_t seed : {1u, 2u, 3u}) measure(seed, links_follow_size);
  return 0;
}
