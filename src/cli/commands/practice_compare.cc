#include "cli/commands/practice_compare.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <algorithm>
#include <filesystem>
#include <string>

#include "app/new_file.h"
#include "base/disk.h"
#include "cli/number_option.h"
#include "cli/progress.h"
#include "cli/unknown_policy.h"
#include "schedule/policy_registry.h"
#include "simulation/compare_schedulers.h"

namespace freshet {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kComparedPagesMax = 100'000;
constexpr std::uint64_t kComparedHostsMax = 10'000;
constexpr std::uint64_t kDaysMax = 365;
constexpr std::uint64_t kDaysMin = 2;  // a detection takes one

// A directory for the archives of the schedulers, which goes with it.
class Workplace {
 public:
  Workplace() : path_((fs::temp_directory_path(failed_) / "freshet-compare-XXXXXX").string()) {
    if (::mkdtemp(path_.data()) == nullptr) path_.clear();
  }
  ~Workplace() {
    if (!path_.empty()) fs::remove_all(path_, failed_);
  }
  Workplace(const Workplace&) = delete;
  Workplace& operator=(const Workplace&) = delete;

  const std::string& path() const { return path_; }  // empty: it could not be made

 private:
  std::error_code failed_;
  std::string path_;
};

std::expected<CompareOptions, Failure> compare_options_of(const Session& session) {
  using Number = std::uint64_t;
  CompareOptions options;
  const struct {
    std::string_view name;
    Number& value;
    Number min, max;
  } numbers[] = {{"--seed", options.seed, 0, ~Number{0}},
                 {"--hosts", options.hosts, 1, kComparedHostsMax},
                 {"--pages", options.pages, 1, kComparedPagesMax},
                 {"--days", options.days, kDaysMin, kDaysMax}};
  for (const auto& [name, value, min, max] : numbers) {
    const auto number = number_of<Number>(session, name, value, min, max);
    if (!number) return std::unexpected(number.error());
    value = *number;
  }
  options.policies = session.arguments.values("--policy");
  for (const std::string& policy : options.policies)
    if (!find_policy(policy)) return wrong_usage(unknown_policy(policy, policy_names()));
  options.baskets = session.config.settings.refresh.baskets();
  if (const auto wrong = validate(options.baskets))
    return wrong_usage(fmt::format("invalid settings refresh.watch_*: {}", *wrong));
  return options;
}

}  // namespace

CommandResult compare_practice(const Session& session) {
  auto options = compare_options_of(session);
  if (!options) return std::unexpected(options.error());
  const Workplace workplace;
  if (workplace.path().empty()) return could_not("cannot create a temporary directory");
  Progress progress(session, "comparing schedulers");
  options->progress = [&](std::string_view scheduler, std::uint64_t day) {
    progress.tell_line(fmt::format("{}, day {} of {}", scheduler, std::min(day + 1, options->days),
                                   options->days));
  };
  const auto comparison = compare_schedulers(system_disk(), workplace.path(), *options);
  progress.clear();
  if (!comparison) return could_not(comparison.error().message);
  session.out.write(session.arguments.has("--json") ? schedulers_json(*comparison)
                                                    : schedulers_text(*comparison));
  if (const auto& path = session.arguments.value("--html")) {
    const Status written = write_new_file(system_disk(), *path, schedulers_html(*comparison));
    if (!written) return could_not(written.error().message);
  }
  return {};
}

}  // namespace freshet
