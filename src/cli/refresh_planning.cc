#include "cli/refresh_planning.h"

#include "cli/archive_access.h"
#include "predict/shipped_first_sight.h"
#include "schedule/shipped_training.h"

namespace freshet {

std::expected<std::unique_ptr<Planner>, Failure> load_planner(const Session& session,
                                                              bool only_once) {
  auto archive = open_to_read(session);
  if (!archive) return std::unexpected(archive.error());
  const auto pages = watched_pages(archive->catalog());
  if (!pages) return could_not(pages.error());
  PlannerOptions options = session.config.settings.refresh.options(*pages);
  options.only_once = only_once;
  auto planner =
      Planner::load(archive->catalog(), shipped_first_sight(CountedChanges::content),
                    shipped_training(CountedChanges::content).prior, options, system_clock().now());
  if (!planner) return could_not(planner.error());
  return *std::move(planner);
}

Beliefs& first_beliefs(const Session& session) {
  static FirstBeliefs beliefs(shipped_first_sight(CountedChanges::content),
                              session.config.settings.refresh.planner.gone);
  return beliefs;
}

}  // namespace freshet
