#include "cli/archive_access.h"

#include <fmt/format.h>

#include <utility>

#include "base/check.h"
#include "base/escape.h"
#include "base/random.h"
#include "cli/crawl_plan.h"
#include "cli/unknown_policy.h"
#include "schedule/policy_registry.h"
#include "store/archive_files.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// Returns the entry of refresh.watch as the archive has the URL. The part before a `*` need not be
// a whole URL.
std::string watched_entry(const std::string& entry, const NormalFormOptions& options) {
  const bool is_prefix = entry.ends_with('*');
  const auto url = Url::parse(is_prefix ? entry.substr(0, entry.size() - 1) : entry);
  require(url.has_value(), "the setting takes URLs only");
  return fmt::format("{}{}", normal_form(*url, options).href(), is_prefix ? "*" : "");
}

PlannerOptions planner_options(const Settings& settings, std::size_t pages) {
  PlannerOptions options = settings.refresh.options(pages);
  for (const std::string& entry : settings.refresh.watch)
    options.baskets.urls.push_back(watched_entry(entry, settings.url));
  return options;
}

}  // namespace

Clock& system_clock() {
  static SystemClock clock;
  return clock;
}

std::unexpected<Failure> could_not(const Error& error) { return could_not(visible(error.message)); }

std::unexpected<Failure> failure_of(const Error& error) {
  return error.code == Errc::invalid ? wrong_usage(visible(error.message)) : could_not(error);
}

std::expected<std::string, Failure> archive_directory(const Session& session) {
  std::string directory = session.config.settings.archive.directory;
  if (directory.empty()) {
    return wrong_usage("no archive given; use --archive DIR or the setting archive.directory");
  }
  while (directory.size() > 1 && directory.ends_with('/')) directory.pop_back();
  return directory;
}

std::expected<Archive, Failure> open_to_read(const Session& session) {
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  auto archive = Archive::open(system_disk(), *std::move(directory));
  if (!archive) return could_not(archive.error());
  return *std::move(archive);
}

std::expected<ArchiveSession, Failure> open_session(const Session& session, bool may_plan) {
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  const Settings& settings = session.config.settings;
  if (const auto wrong = validate(settings.refresh.baskets()))
    return wrong_usage(fmt::format("invalid settings refresh.watch_*: {}", *wrong));
  const std::string& policy = settings.refresh.planner.policy_name;
  if (!find_policy(policy)) return wrong_usage(unknown_policy(policy, policy_names()));
  SessionOptions options{.plan = plan_without_guard(settings), .loads_planner = may_plan};
  options.planner_options = [settings](std::size_t pages) {
    return planner_options(settings, pages);
  };
  auto opened = ArchiveSession::open(system_disk(), system_clock(), *std::move(directory),
                                     std::move(options));
  if (!opened) return could_not(opened.error());
  return *std::move(opened);
}

std::expected<std::unique_ptr<ArchiveWriter>, Failure> open_to_write(const Session& session,
                                                                     Missing missing) {
  auto directory = archive_directory(session);
  if (!directory) return std::unexpected(directory.error());
  const Settings& settings = session.config.settings;
  ArchiveOptions options;
  options.layout = settings.archive.layout;
  options.may_create = missing == Missing::is_made;
  options.sync = settings.archive.sync;
  options.packing = settings.archive.packing;
  options.scripting = settings.html.mode();
  options.warc_bytes_max = static_cast<std::uint64_t>(settings.archive.warc_bytes);
  auto writer = ArchiveWriter::open(system_disk(), *directory, system_clock(),
                                    Random::from_system(), std::move(options));
  if (!writer) return could_not(writer.error());
  return *std::move(writer);
}

}  // namespace freshet
