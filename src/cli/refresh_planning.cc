#include "cli/refresh_planning.h"

#include <fmt/format.h>

#include "base/check.h"
#include "cli/archive_access.h"
#include "cli/report_making.h"
#include "refresh/learned_model.h"
#include "schedule/shipped_training.h"
#include "url/normal_form.h"

namespace freshet {
namespace {

// As the archive has it: what is in front of a `*` need not be a whole URL.
std::string watched_entry(const std::string& entry, const NormalFormOptions& options) {
  const bool is_prefix = entry.ends_with('*');
  const auto url = Url::parse(is_prefix ? entry.substr(0, entry.size() - 1) : entry);
  require(url.has_value(), "the setting took URLs only");
  return fmt::format("{}{}", normal_form(*url, options).href(), is_prefix ? "*" : "");
}

}  // namespace

std::expected<const FirstSight*, Failure> lasting_first_sight(const std::string& directory) {
  static const auto model = first_sight_of(system_disk(), directory);
  if (!model) return could_not(model.error());
  return model->get();
}

std::expected<std::unique_ptr<Planner>, Failure> load_planner(const Session& session,
                                                              bool only_once,
                                                              std::optional<Time> now) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto first_sight = lasting_first_sight(archive->directory());
  if (!first_sight) return std::unexpected(first_sight.error());
  const auto pages = watched_pages(archive->catalog());
  if (!pages) return could_not(pages.error());
  const Settings& settings = session.config.settings;
  PlannerOptions options = settings.refresh.options(*pages);
  if (const auto wrong = wrong_with(options.baskets.baskets))
    return wrong_usage(fmt::format("the settings refresh.watch_...: {}", *wrong));
  for (const std::string& entry : settings.refresh.watch)
    options.baskets.urls.push_back(watched_entry(entry, settings.url));
  options.only_once = only_once;
  auto planner = Planner::load(archive->catalog(), **first_sight,
                               shipped_training(CountedChanges::content).prior, options,
                               now.value_or(system_clock().now()));
  if (!planner) return could_not(planner.error());
  return *std::move(planner);
}

// What the catalog has of it is as old as the last check, and a page that came from elsewhere has
// none: the planner knows better.
std::expected<std::optional<PageBelief>, Failure> belief_now(const Session& session,
                                                             Archive& archive,
                                                             const PageKey& page) {
  auto kept = archive.catalog().find_belief(page);
  if (!kept) return could_not(kept.error());
  const auto now = moment_to_report(archive.catalog(), system_clock().now());
  if (!now) return could_not(now.error());
  const auto planner = load_planner(session, false, *now);
  if (!planner) return std::unexpected(planner.error());
  PageBelief belief = kept->value_or(PageBelief{.page = page});
  return (*planner)->describe(belief, *now) ? belief : *std::move(kept);
}

std::expected<Beliefs*, Failure> first_beliefs(const Session& session,
                                               const std::string& directory) {
  const auto first_sight = lasting_first_sight(directory);
  if (!first_sight) return std::unexpected(first_sight.error());
  static FirstBeliefs beliefs(**first_sight, session.config.settings.refresh.planner.gone);
  return &beliefs;
}

}  // namespace freshet
