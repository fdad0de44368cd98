// What leaving out parked hosts saves and loses: practice webs with farms are crawled in virtual
// time, once without judging name servers and once with crawl.parking = skip; ten pages of a host
// at most.
//
//   build/bench/parking_crawl HOSTS FIRST_SEED LAST_SEED
#include <fmt/format.h>

#include <cstdio>
#include <set>
#include <string>
#include <vector>

#include "practice/farm_world.h"
#include "simulation/crawl_run.h"
#include "testkit/scratch.h"

namespace freshet::bench {
namespace {

// Each page of a regular host links to others without end. Images are left out, since the farm
// answers them with pages.
constexpr std::size_t kHostPages = 10;

struct Crawled {
  CrawlRunResult run;
  std::size_t requests = 0;
  std::set<std::string> pages = {};  // of relevant hosts: regular and own-use
  std::set<std::string> hosts = {};  // relevant ones with such a page
  std::set<std::string> parked_hosts = {};
};

bool is_relevant(FarmTruth truth) {
  return truth == FarmTruth::regular || truth == FarmTruth::own_use;
}

Crawled crawl(std::uint64_t seed, std::uint64_t hosts, ParkingMode mode) {
  SimulatedWeb web({.seed = seed, .hosts = 1, .pages = 1, .farm_hosts = hosts});
  CrawlRunOptions options;
  options.plan.guard = AddressGuard({*Network::parse(kPracticeNetworkV4)});
  options.plan.limits.pages = kHostPages;
  options.plan.requisites = false;
  options.plan.pace.delay = std::chrono::milliseconds(50);
  options.plan.parking = mode;
  options.seeds = {fmt::format("http://{}/", kFarmDirectory)};
  Scratch scratch;
  Crawled crawled{.run = run_crawl(web, system_disk(), scratch / "a", options)};
  crawled.requests = web.web.log().size();
  for (const PracticeLogLine& line : web.web.log()) {
    const FarmHost* host = find_farm_host(*web.world.farm(), line.host);
    if (host == nullptr) continue;
    if (host->truth == FarmTruth::parked) crawled.parked_hosts.insert(line.host);
    if (line.status != 200 || !is_relevant(host->truth)) continue;
    crawled.pages.insert(line.url);
    crawled.hosts.insert(line.host);
  }
  return crawled;
}

std::size_t missing(const std::set<std::string>& all, const std::set<std::string>& from) {
  std::size_t count = 0;
  for (const std::string& one : all) count += from.contains(one) ? 0 : 1;
  return count;
}

// Prints how many hosts of its name server are parked.
void print_lost(const std::string& name, std::uint64_t seed, std::uint64_t hosts) {
  const World world({.seed = seed, .hosts = 1, .pages = 1, .farm_hosts = hosts});
  const FarmHost& lost = *find_farm_host(*world.farm(), name);
  std::size_t parked = 0, all = 0;
  for (const FarmHost& host : world.farm()->hosts) {
    if (host.name_servers != lost.name_servers) continue;
    ++all;
    parked += host.truth == FarmTruth::parked ? 1 : 0;
  }
  fmt::print("  lost {}: {}, {} of the {} hosts on its name server are parked\n", name,
             name_of(lost.how), parked, all);
}

int run(std::uint64_t hosts, std::uint64_t first, std::uint64_t last) {
  std::size_t requests = 0, saved = 0, pages = 0, lost = 0, relevant = 0, lost_hosts = 0;
  for (std::uint64_t seed = first; seed <= last; ++seed) {
    const Crawled all = crawl(seed, hosts, ParkingMode::off);
    const Crawled some = crawl(seed, hosts, ParkingMode::skip);
    if (!all.run.is_done || !some.run.is_done) return 1;
    const std::size_t pages_lost = missing(all.pages, some.pages);
    const std::size_t hosts_lost = missing(all.hosts, some.hosts);
    fmt::print(
        "seed {:4}: requests {} and {} ({:.1f} % saved); parked hosts visited {} and {}; relevant "
        "hosts lost {} of {}, pages {} of {}; left out {}, probed {}, verdicts withdrawn {}\n",
        seed, all.requests, some.requests,
        100 - 100.0 * static_cast<double>(some.requests) / static_cast<double>(all.requests),
        all.parked_hosts.size(), some.parked_hosts.size(), hosts_lost, all.hosts.size(), pages_lost,
        all.pages.size(), some.run.totals.left_out, some.run.totals.probed,
        some.run.totals.withdrawn);
    for (const std::string& name : all.hosts)
      if (!some.hosts.contains(name)) print_lost(name, seed, hosts);
    std::fflush(stdout);
    requests += all.requests;
    saved += all.requests - some.requests;
    pages += all.pages.size();
    lost += pages_lost;
    relevant += all.hosts.size();
    lost_hosts += hosts_lost;
  }
  const auto percent = [](std::size_t part, std::size_t whole) {
    return 100.0 * static_cast<double>(part) / static_cast<double>(whole);
  };
  fmt::print(
      "all: {:.1f} % of {} requests saved; {} of {} relevant hosts lost ({:.2f} %), {} of {} "
      "pages ({:.2f} %)\n",
      percent(saved, requests), requests, lost_hosts, relevant, percent(lost_hosts, relevant), lost,
      pages, percent(lost, pages));
  return 0;
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  if (argc != 4) {
    fmt::print(stderr, "usage: parking_crawl HOSTS FIRST_SEED LAST_SEED\n");
    return 2;
  }
  return freshet::bench::run(std::stoull(argv[1]), std::stoull(argv[2]), std::stoull(argv[3]));
}
