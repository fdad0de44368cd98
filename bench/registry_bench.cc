// A registry of 100,000 watches: adding them, lists with every filter, pages to check, telling and
// taking deliveries. The reference is one look-up of a row by its id.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/check.h"
#include "base/random.h"
#include "registry/registry.h"

namespace freshet::bench {
namespace {

constexpr std::int64_t kPeople = 100;
constexpr std::int64_t kBatch = 1000;
constexpr std::int64_t kPageRows = 100;
const Time kBenchTime = *parse_time("2026-11-19T02:00:00Z");

double wall_ms() {
  return std::chrono::duration<double, std::milli>(
             std::chrono::steady_clock::now().time_since_epoch())
      .count();
}

template <class T>
T done(Result<T> result) {
  if (!result) fmt::print(stderr, "{}\n", result.error().message);
  require(result.has_value(), "the registry does what the benchmark asks");
  return *std::move(result);
}

void done(const Status& status) {
  if (!status) fmt::print(stderr, "{}\n", status.error().message);
  require(status.has_value(), "the registry does what the benchmark asks");
}

WatchSpec spec_of(std::int64_t number) {
  WatchSpec spec{.url = fmt::format("https://www.site-{}.example/section/{}/article-{}.html",
                                    number / 50, number % 7, number % 90'000),
                 .name = fmt::format("Article about subject {}", number * 7919 % 100'003),
                 .tags = {fmt::format("group {}", number % 20)}};
  if (number % 1000 == 0) spec.tags.emplace_back("rare");
  return spec;
}

// Prints the median and the slowest of many runs, in milliseconds.
void report(const std::string& name, int runs, const std::function<void(int)>& run) {
  std::vector<double> times;
  for (int i = 0; i < runs; ++i) {
    const double start = wall_ms();
    run(i);
    times.push_back(wall_ms() - start);
  }
  std::ranges::sort(times);
  fmt::print("{:<44}{:>10.3f}{:>10.3f}\n", name, times[times.size() / 2], times.back());
}

void fill(Registry& registry, std::int64_t watches) {
  std::vector<PersonId> people;
  for (std::int64_t i = 0; i < kPeople; ++i)
    people.push_back(done(registry.people().add(fmt::format("person {}", i), Role::editor,
                                                std::nullopt, {.now = kBenchTime})));
  const double start = wall_ms();
  for (std::int64_t first = 0; first < watches; first += kBatch)
    done(registry.atomically([&]() -> Status {
      for (std::int64_t i = first; i < first + kBatch; ++i) {
        const auto owner = people[static_cast<std::size_t>(i % kPeople)];
        const WatchId id = done(registry.watches().add(owner, spec_of(i), kBenchTime));
        if (i % 500 == 0)
          done(registry.watches().save({.watch = id, .condition = WatchCondition::failing}));
      }
      return {};
    }));
  fmt::print("{} watches added in {:.1f} s\n", watches, (wall_ms() - start) / 1000);
}

void measure_lists(Registry& registry, std::int64_t watches) {
  Watches& all = registry.watches();
  Random random(1);
  const auto anywhere = [&] {
    return static_cast<WatchId>(random.below(static_cast<std::uint64_t>(watches)));
  };
  const auto list = [&](const std::string& name, const WatchFilter& filter) {
    report("page of 100: " + name, 100,
           [&](int i) { done(all.list(filter, i % 2 == 0 ? 0 : anywhere(), kPageRows)); });
  };
  fmt::print("{:<44}{:>10}{:>10}\n", "milliseconds", "median", "slowest");
  report("one watch by its id", 1000, [&](int) { done(all.find(anywhere())); });
  list("all", {});
  list("of an owner", {.owner = 7});
  list("of a tag", {.tag = "group 3"});
  list("of a rare tag", {.tag = "rare"});
  list("that fail", {.condition = WatchCondition::failing});
  list("that are paused (none)", {.is_paused = true});
  list("with a common text", {.text = "article"});
  list("with a rare text", {.text = "article-4711.html"});
  list("with a text that is not there", {.text = "no such text"});
  list("with a text of two letters", {.text = "ar"});
  list("with two letters that are not there", {.text = "zq"});
  list("of an owner with a common text", {.owner = 7, .text = "article"});
  list("of an owner, a rare tag and a text", {.owner = 7, .tag = "rare", .text = "site-1"});
  report("count of all", 20, [&](int) { done(all.count({})); });
  report("count of a common text", 20, [&](int) { done(all.count({.text = "article"})); });
  report("all pages to check", 5, [&](int) {
    std::int64_t pages = 0;
    done(all.each_page([&](const WatchedPage&) { return ++pages > 0; }));
  });
}

void measure_telling(Registry& registry, std::int64_t watches) {
  std::vector<ChannelId> channels;
  for (int i = 0; i < 100; ++i)
    channels.push_back(done(registry.channels().add(
        {.name = fmt::format("hook {}", i), .kind = "webhook"}, "{}", kBenchTime)));
  const std::string message(2000, 'm'), state(500, 's');
  Random random(2);
  const auto telling_of = [&](std::size_t changes) {
    Telling telling;
    for (std::size_t i = 0; i < changes; ++i) {
      const auto watch =
          static_cast<WatchId>(random.below(static_cast<std::uint64_t>(watches)) + 1);
      telling.progress.push_back({.watch = watch, .state = state, .checked = kBenchTime});
      telling.happenings.push_back({.watch = watch, .time = kBenchTime, .message = message});
      telling.deliveries.push_back(
          {.channel = channels[random.below(100)], .happenings = {i}, .first_attempt = kBenchTime});
    }
    return telling;
  };
  report("tell one change", 300, [&](int) { done(registry.tell(telling_of(1), kBenchTime)); });
  report("tell 100 changes", 50, [&](int) { done(registry.tell(telling_of(100), kBenchTime)); });
  report("take 20 of the deliveries due, and send them", 100, [&](int) {
    done(registry.atomically([&]() -> Status {
      for (const Delivery& each : done(registry.deliveries().take_due(kBenchTime, 20, 4)))
        done(registry.deliveries().mark_sent(each.id, kBenchTime));
      return {};
    }));
  });
  report("look for deliveries that are due", 100,
         [&](int) { done(registry.deliveries().next_due(kBenchTime)); });
  report("page of 100: unread happenings", 100, [&](int) {
    done(registry.happenings().list({.owner = 7, .only_unread = true}, std::nullopt, 100));
  });
}

}  // namespace
}  // namespace freshet::bench

int main(int argc, char** argv) {
  using namespace freshet;
  const std::int64_t watches = argc > 2 ? std::atoll(argv[2]) : 100'000;
  const std::filesystem::path directory =
      argc > 1 ? argv[1] : std::filesystem::temp_directory_path() / "registry_bench";
  std::filesystem::create_directories(directory);
  const std::string path = directory / "registry.sqlite";
  for (const char* const end : {"", "-wal", "-shm"}) std::filesystem::remove(path + end);
  auto registry = bench::done(Registry::open(system_disk(), path, {}));
  bench::fill(*registry, watches);
  bench::measure_lists(*registry, watches);
  bench::measure_telling(*registry, watches);
  bench::report("copy the registry", 3,
                [&](int) { bench::done(registry->back_up(directory / "backup.sqlite")); });
  fmt::print("{} MB\n", std::filesystem::file_size(path) >> 20);
  return 0;
}
