#include "cli/refresh_planning.h"

#include "cli/archive_access.h"
#include "refresh/learned_model.h"
#include "schedule/shipped_training.h"

namespace freshet {

std::expected<const FirstSight*, Failure> lasting_first_sight(const std::string& directory) {
  static const auto model = first_sight_of(system_disk(), directory);
  if (!model) return could_not(model.error());
  return model->get();
}

std::expected<std::unique_ptr<Planner>, Failure> load_planner(const Session& session,
                                                              bool only_once) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto first_sight = lasting_first_sight(archive->directory());
  if (!first_sight) return std::unexpected(first_sight.error());
  const auto pages = watched_pages(archive->catalog());
  if (!pages) return could_not(pages.error());
  PlannerOptions options = session.config.settings.refresh.options(*pages);
  options.only_once = only_once;
  auto planner =
      Planner::load(archive->catalog(), **first_sight,
                    shipped_training(CountedChanges::content).prior, options, system_clock().now());
  if (!planner) return could_not(planner.error());
  return *std::move(planner);
}

std::expected<Beliefs*, Failure> first_beliefs(const Session& session,
                                               const std::string& directory) {
  const auto first_sight = lasting_first_sight(directory);
  if (!first_sight) return std::unexpected(first_sight.error());
  static FirstBeliefs beliefs(**first_sight, session.config.settings.refresh.planner.gone);
  return &beliefs;
}

}  // namespace freshet
