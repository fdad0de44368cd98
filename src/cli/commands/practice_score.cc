// freshet practice score: how good a crawl of the practice web was.
#include "cli/commands/practice_score.h"

#include <fmt/format.h>

#include <charconv>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/disk.h"
#include "cli/commands/commands.h"
#include "simulation/score.h"

namespace freshet {
namespace {

constexpr std::uint64_t kLogBytesMax = std::uint64_t{4} << 30;
constexpr Duration kNoTolerance{};

Result<std::vector<PracticeLogLine>> read_log(const std::string& path) {
  auto text = read_whole(system_disk(), path, kLogBytesMax);
  if (!text) return std::unexpected(text.error());
  std::vector<PracticeLogLine> lines;
  std::string_view rest = *text;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    const auto line = nlohmann::json::parse(rest.substr(0, end), nullptr, false);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    if (!line.is_object()) continue;
    lines.push_back({.url = line.value("url", ""),
                     .host = line.value("host", ""),
                     .address = line.value("address", ""),
                     .is_head = line.value("method", "") == "HEAD",
                     .status = line.value("status", 0),
                     .start = Tick(line.value("start_us", std::int64_t{0})),
                     .end = Tick(line.value("end_us", std::int64_t{0}))});
  }
  std::ranges::stable_sort(lines, {}, &PracticeLogLine::start);
  return lines;
}

}  // namespace

CommandResult score_practice(const Session& session, const WorldPlan& plan, Duration delay,
                             int burst) {
  const auto& log_path = session.arguments.value("--log");
  const auto& directory = session.arguments.value("--archive");
  if (!log_path || !directory)
    return wrong_usage("practice score needs --archive DIR and --log FILE of the server");
  auto lines = read_log(*log_path);
  if (!lines) return could_not(lines.error().message);
  auto archive = Archive::open(system_disk(), *directory);
  if (!archive) return could_not(archive.error().message);
  const World world(plan);
  auto score = score_crawl(world, *archive, *lines,
                           {.delay = delay, .burst = burst, .tolerance = kNoTolerance});
  if (!score) return could_not(score.error().message);
  session.out.write(score->text());
  if (!score->is_perfect()) return could_not("the crawl was not complete or not polite");
  return {};
}

}  // namespace freshet
